import { inRow } from '../../dev/engine/in-row';
import { until, type StoredWorkflow } from '../../dev/playground/rest';
import { TEST_CARDS } from '../../dev/sandbox';
import { pay } from '../system/support/payment';
import { Session } from './support/session';

const { number: CARD_NUMBER, expiryMonth, expiryYear } = TEST_CARDS[0]!;
// Four digits are not met by chance.
const CVV = '7391';

let session: Session;
let errorWorkflow: StoredWorkflow;

beforeAll(async () => {
	// A careless service: its error answers repeat the request, card number and all.
	session = await Session.start({ echo: true });
	const failure = { name: 'Error Trigger', type: 'n8n-nodes-base.errorTrigger' };
	errorWorkflow = await session.rest.createWorkflow(inRow('When a charge fails', [failure]));
	await session.rest.activate(errorWorkflow);
});
afterAll(() => session.stop());

/** Publishes a workflow that charges a card, typed into the node, when it hears of a payment. Returns its URL. */
async function publishCharge(path: string, amount: string): Promise<string> {
	const card = { cardNumber: CARD_NUMBER, expiry: `${expiryMonth}/${expiryYear}`, cvv: CVV };
	const order = { amount, currency: { __rl: true, mode: 'list', value: 'NGN' }, reference: `ORD-${path}` };
	const { rest, workflows } = session;
	const charge = workflows.payment('Charge', { resource: 'card', operation: 'charge', ...card, ...order });
	const settings = { errorWorkflow: errorWorkflow.id };
	const workflow = inRow(`Charge (${path})`, [workflows.trigger(path, {}), charge], settings);
	await rest.activate(await rest.createWorkflow(workflow));
	return `${rest.url}/webhook/${path}/notification`;
}

test.each([
	['is refused before it is sent', '10.505', 'apiKey', "The card was not charged: 'Amount' has too many decimals."],
	[
		'the service refuses',
		'10.50',
		'privateKey',
		'The card was not charged by this call: the service refused the keys that were sent with this call.',
	],
] as const)('the error workflow hears of a charge that %s, and of no card', async (_, amount, cardAuth, message) => {
	const { rest, sandbox, editor } = session;
	const before = (await rest.executionsOf(errorWorkflow.id)).length;
	const url = await publishCharge(`charge-${cardAuth}`, amount);
	// The credential has the API key for card calls.
	sandbox.configure({ cardAuth: 'apiKey' });
	const { transactionReference } = await pay(sandbox);
	sandbox.configure({ cardAuth });
	const notification = { transactionReference, status: 2 };
	await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(notification),
	});
	await until(async () => (await rest.executionsOf(errorWorkflow.id)).length > before, 'the error workflow');

	await editor.open(errorWorkflow.id);
	const executions = await editor.openExecutions();
	expect(await executions.ends(before + 1)).toEqual(Array(before + 1).fill('Succeeded'));
	const [shown] = await (await executions.openNode('Error Trigger')).output();
	await session.screenshot('error-workflow');
	expect(shown!.execution).toContain(`message:${message}`);
	expect(shown!.workflow).toContain(`name:Charge (charge-${cardAuth})`);

	const [latest] = await rest.executionsOf(errorWorkflow.id);
	const { data } = await rest.waitForExecution(latest!);
	expect(data).toContain(message);
	expect(data).not.toContain(CARD_NUMBER);
	expect(data).not.toMatch(new RegExp(`\\b${CVV}\\b`));
});
