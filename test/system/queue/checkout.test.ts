import { inRow } from '../../../dev/engine/in-row';
import { until, type StoredWorkflow } from '../../../dev/playground/rest';
import { OTP } from '../../../dev/sandbox';
import { BrowserPage, entries } from '../../engine/support/checkout';
import { QueueMode } from '../support/queueMode';
import { Shop } from '../support/shop';

const MINUTE = 60_000;
const PLACE = 'queue-checkout';

let shop: Shop<QueueMode>;
let workflow: StoredWorkflow;

beforeAll(async () => {
	const queueMode = await QueueMode.prepare({ webhookProcessors: 2, workers: 1 });
	// Of a notification that comes with the browser another process may hear, and start the workflow, too.
	shop = await Shop.open(queueMode, { webhooksEnabled: false });
	const currency = { __rl: true, mode: 'list', value: 'NGN' };
	const page = shop.workflows.checkout(PLACE, { amount: '10.50', currency, options: {} });
	workflow = await shop.publish(inRow('Payment page', [page]));
}, 3 * MINUTE);

afterAll(async () => await shop?.close(), MINUTE);

const starts = async () => (await shop.rest.executionsOf(workflow.id)).length;

/** Makes a payment, and counts the charges at the service and the executions. */
async function pay(flow: () => Promise<BrowserPage[]>) {
	const { sandbox } = shop;
	const [chargesBefore, startsBefore] = [sandbox.ledger.transactions.length, await starts()];
	const pages = await flow();
	await sandbox.waitForDeliveries();
	await until(async () => (await starts()) > startsBefore, 'the execution');
	return {
		headings: pages.map(({ heading }) => heading),
		charges: sandbox.ledger.transactions.slice(chargesBefore).map(({ chargeCount }) => chargeCount),
		starts: (await starts()) - startsBefore,
	};
}

async function open(): Promise<BrowserPage> {
	return await BrowserPage.of(await fetch(`${shop.host.webhooks}/webhook/${PLACE}/checkout`));
}

// A form is answered with a redirect: with a request more in between, the next form reaches the other processor.
const asIs = (page: BrowserPage) => Promise.resolve(page);
const reloaded = async (page: BrowserPage) => await page.reload();

describe.each([
	['the same processor', asIs],
	['another processor each time', reloaded],
])('a payment whose forms reach %s is charged once and starts the workflow once', (_, next) => {
	test.each<[string, () => Promise<BrowserPage>]>([
		['without a question', async () => await (await next(await open())).submit(entries('frictionless'))],
		[
			'with an OTP',
			async () => {
				const otp = await (await next(await open())).submit(entries('otp'));
				return await (await next(otp)).submit({ otp: OTP });
			},
		],
		[
			'with 3-D Secure',
			async () => {
				const bank = await (await next(await open())).submit(entries('threeDSecure'));
				return await (await next(bank)).decide('approve');
			},
		],
	])('%s', async (__, flow) => {
		const before = [...shop.host.balancer.served];
		expect(await pay(async () => [await flow()])).toEqual({
			headings: ['Payment received'],
			charges: [1],
			starts: 1,
		});
		for (const [index, served] of shop.host.balancer.served.entries()) expect(served).toBeGreaterThan(before[index]!);
	});
});

test('a form that is sent twice at once, and so to both processors, charges the card once', async () => {
	const page = await open();
	const sendTwice = async () => {
		const answers = [1, 2].map(async () => await page.submit(entries('frictionless')));
		return await Promise.all((await Promise.all(answers)).map(async (answer) => await answer.reload()));
	};
	const { headings, charges } = await pay(sendTwice);
	expect(headings).toEqual(['Payment received', 'Payment received']);
	expect(charges).toEqual([1]);
});
