import type { IWebhookFunctions } from 'n8n-workflow';

import type { Attempt } from '../../../checkout/attempt';
import { idOf } from '../../../gateway/calls/verify';
import { LinkStore } from '../../../nodes/CardPaymentCheckoutTrigger/linkStore';
import { hasStarted, remember, startOnce } from '../../../nodes/shared/webhooks/memory';
import { isGivenUp } from '../../../nodes/shared/webhooks/unconfirmed';
import { MEMORY, withManyStarts } from '../../manyStarts';
import { NOW } from '../gateway/examples';

// n8n stores static data as JSON.
const sizeOf = (stored: object) => Buffer.byteLength(JSON.stringify(stored));

const MANY = 100_000;

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

let workflows = 0;
function newTrigger() {
	const stored: Record<string, string> = {};
	const workflow = { id: `workflow ${String(workflows++)}` };
	const context = {
		getMode: () => 'webhook',
		getNode: () => ({ name: 'Trigger', webhookId: 'trigger-1' }),
		getWorkflow: () => workflow,
		getWorkflowStaticData: () => stored,
	} as unknown as IWebhookFunctions;
	return { context, stored };
}

/** Starts the workflow of a trigger for many payments within two days, the last of them here. */
function startMany({ context, stored }: ReturnType<typeof newTrigger>): void {
	stored[MEMORY] = withManyStarts(stored[MEMORY], 'trigger-1', MANY);
	jest.setSystemTime(NOW + 1);
	for (let start = 0; start < 100; start++) startOnce(context, { id: idOf(['latest', start]), began: NOW + 1 });
}

test('after 100,000 starts in two days, static data has the newest of them in less than half a megabyte', () => {
	const trigger = newTrigger();
	for (let claim = 0; claim < 300; claim++) isGivenUp(trigger.context, idOf(['claim', claim]));
	startMany(trigger);
	expect(sizeOf(trigger.stored)).toBeLessThan(500_000);
	const isKnown = (name: string, index: number) => hasStarted(trigger.context, idOf([name, index]));
	expect([isKnown('latest', 0), isKnown('other', MANY - 30_000), isKnown('other', 0)]).toEqual([true, true, false]);
});

// The bank's pages of 200 attempts take less than another half of a megabyte, and only while nobody ends them.
test.each([
	['payments', 1_000_000, null],
	[
		'attempts that end at the bank, at addresses of 2,000 characters',
		1_500_000,
		`https://bank.example/${'x'.repeat(1979)}`,
	],
])('after 100,000 %s on a page, each with a link of its own, it has less than %d bytes', (_, most, acsUrl) => {
	const page = newTrigger();
	const store = new LinkStore(page.context, 20);
	const link = (index: number) => ({ reference: `INVOICE-${String(index).padStart(8, '0')}`, tries: 3 });
	const attempt = (index: number) => ({ terms: link(index), number: 1, isPublic: false }) as Attempt;
	for (let index = 0; index < 2500; index++) {
		const transactionReference = `TXN-${crypto.randomUUID()}`;
		store.keepAttempt(attempt(index), { cards: 1, otps: 1, transactionReference, acsUrl });
	}
	for (let card = 0; card < 1000; card++) remember(page.context, 'refused', idOf(['card', card]), {});
	startMany(page);
	expect(sizeOf(page.stored)).toBeLessThan(most);
	expect([499, 500].map((index) => store.recallAttempt(attempt(index)).cards)).toEqual([0, 1]);
});
