import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../../dev/engine';
import { inRow, to } from '../../dev/engine/in-row';
import { saveSandboxCredential } from '../../dev/playground/seed';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CARDS, chargeFields } from '../engine/support/world';
import { pay } from '../system/support/payment';
import { Published, webhookAt, type Ended } from '../system/support/published';
import { Workflows } from '../system/support/workflows';
import { Session } from './support/session';

/* Money moves once, in workflows that are started twice in production. */

/** In milliseconds: no test lasts so long. */
const DAYS = 300_000_000;
const ROUNDS = 3;

let session: Session;
let accra: Sandbox;
beforeAll(async () => {
	session = await Session.start({ webhooksEnabled: false });
	const keys = {
		...{ apiKey: 'accra-api-key-3f7a', clientId: 'accra-client' },
		...{ privateKey: 'accra-private-key-81c2', publicKey: 'accra-public-key-8d' },
	};
	accra = await startSandbox({ webhooksEnabled: false, ...keys });
});
afterAll(async () => {
	await session.stop();
	await accra.stop();
});

/** Builds what people try first: where the payment was not refunded, it is refunded again, a second later. */
function untilRefunded(path: string, more: Partial<INodeJson>): WorkflowJson {
	const condition = (leftValue: string, type: string, operation: string, rightValue: unknown) => ({
		...{ id: leftValue, leftValue, rightValue },
		operator: { type, operation },
	});
	const conditions = {
		conditions: [
			condition('={{ $json.outcome }}', 'string', 'equals', 'refunded'),
			condition('={{ $runIndex + 1 }}', 'number', 'gte', ROUNDS),
		],
		combinator: 'or',
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
	};
	const transactionReference = "={{ $('Webhook').first().json.body.transactionReference }}";
	const refund = { resource: 'transaction', operation: 'refund', transactionReference };
	const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 500 };
	return {
		name: `Refund until it is refunded (${path})`,
		nodes: [
			webhookAt(path),
			session.workflows.payment('refund', refund, { ...tries, ...more }),
			{ name: 'Done?', type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters: { conditions } },
			{ name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 1, unit: 'seconds' } },
		],
		connections: {
			Webhook: { main: [to('refund')] },
			refund: { main: [to('Done?')] },
			'Done?': { main: [[], to('Wait')] },
			Wait: { main: [to('refund')] },
		},
	};
}

/** Reads what an execution tells that has sent nothing: by its error, or by the item of each round. */
function toldBy({ error, rounds }: Ended): IDataObject[] {
	return error ? [{ ...error }] : rounds('refund').map(([item]) => item!.error as IDataObject);
}

const isSender = ({ rounds }: Ended) => rounds('refund')[0]?.[0]?.outcome === 'unknown';
const IN_DOUBT = {
	message: expect.stringContaining('another execution has sent the refund, and the service does not'),
	description: expect.stringContaining("turn on 'Send Again'"),
} as object;

describe.each([
	['stops', 'stopWorkflow', 1, IN_DOUBT],
	['continues', 'continueRegularOutput', ROUNDS, { ...IN_DOUBT, code: 'reference_used', charged: 'unknown' }],
])('a refund in a loop, in a node that tries again and %s', (_, onError, tellings, inDoubt) => {
	test.each([
		['one after the other', [1, 1]],
		['at once', [2]],
	])('is sent once by two executions %s, where the code is 09 and the record is stale', async (__, starts) => {
		const { rest, sandbox } = session;
		sandbox.configure({ refundLagMs: DAYS, refundAcquirerCode: '09' });
		const path = `refund-${onError}-${starts.length}`;
		const workflow = await Published.at(path, rest, untilRefunded(path, { onError }));
		const { transactionReference } = await pay(sandbox);
		const payment = sandbox.ledger.byTransactionReference(transactionReference)!;
		sandbox.requests.length = 0;
		const sent = () => sandbox.requests.filter(({ endpoint }) => endpoint === 'refund').length;

		const ended: Ended[] = [];
		for (const times of starts) ended.push(...(await workflow.start({ transactionReference }, times)));
		expect([sent(), payment.refunds.length]).toEqual([1, 1]);
		const sender = ended.find(isSender)!;
		expect(sender.rounds('refund').map(([item]) => item!.outcome)).toEqual(Array(ROUNDS).fill('unknown'));
		const told = ended.filter((each) => each !== sender).flatMap(toldBy);
		expect(told).toMatchObject(Array(tellings).fill(inDoubt));

		// The record shows it at last.
		sandbox.configure({ refundLagMs: 0 });
		const [last] = await workflow.start({ transactionReference });
		const refundedBefore = { message: expect.stringContaining('was refunded before') as unknown };
		expect(toldBy(last!)).toMatchObject(Array(tellings).fill(refundedBefore));
		expect(sent()).toBe(1);
	});
});

test('each order of two merchants is charged at its own, once, by a credential with expressions', async () => {
	const { rest, sandbox: lagos } = session;
	const merchants = [lagos, accra];
	const ofItem = (name: string) => `={{ $json.merchant.${name} }}`;
	const keys = Object.fromEntries(Object.keys(keysOf(lagos)).map((name) => [name, ofItem(name)]));
	const expressions = { ...lagos, url: ofItem('host'), options: { ...lagos.options, ...keys } };
	const credentialId = await saveSandboxCredential(rest, expressions, 'Each Merchant');

	const each = { fieldToSplitOut: 'body.orders', options: {} };
	const charge = chargeFields({ ...CARDS.frictionless, reference: 'ORD-1', amount: '={{ $json.amount }}' });
	const nodes = [
		webhookAt('merchants'),
		{ name: 'Each', type: 'n8n-nodes-base.splitOut', parameters: each },
		new Workflows(credentialId).payment('charge', { resource: 'card', operation: 'charge', ...charge }),
	];
	const workflow = await Published.at('merchants', rest, inRow('Orders of two merchants', nodes));
	const orders = merchants.map((merchant, index) => ({
		merchant: { host: merchant.url, ...keysOf(merchant) },
		amount: ['10.50', '7.25'][index],
	}));
	const [first] = await workflow.start({ orders });
	const [second] = await workflow.start({ orders });
	expect(first!.rounds('charge')).toMatchObject([
		[
			{ outcome: 'authorized', amount: 10.5, reference: 'ORD-1' },
			{ outcome: 'authorized', amount: 7.25, reference: 'ORD-1' },
		],
	]);
	expect(second!.error!.message).toContain('2 used before');
	const charged = merchants.map(({ ledger }) => ledger.allByReference('ORD-1').map(({ amountMinor }) => amountMinor));
	expect(charged).toEqual([[1050], [725]]);
});

/** The keys that a sandbox takes for its merchant. */
function keysOf({ options: { apiKey, clientId, privateKey, publicKey } }: Sandbox) {
	return { apiKey, clientId, privateKey, publicKey };
}
