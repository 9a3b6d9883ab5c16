import type { INodeJson } from '../../dev/engine';
import { inRow } from '../../dev/engine/in-row';
import { until } from '../../dev/playground/rest';
import { CANARY, hidden } from '../engine/support/canary';
import { chain, chargeFields } from '../engine/support/world';
import { OneProcess } from '../system/support/oneProcess';
import { Shop } from '../system/support/shop';
import { placesOf, tracesIn } from './support/traces';

const TRIGGER_PLACE = 'canary-trigger';

let shop: Shop<OneProcess>;
let traces: Map<string, string>;

function secretCharge(changes: object = {}, more: Partial<INodeJson> = {}): INodeJson {
	const fields = chargeFields({
		cardNumber: hidden(CANARY.cardNumber),
		cvv: hidden(CANARY.cvv),
		reference: "={{ 'ORD-' + $execution.id }}",
		options: { cardPin: hidden(CANARY.shortPin), timeout: 2 },
		...changes,
	});
	return shop.workflows.payment('Charge', { resource: 'card', operation: 'charge', ...fields }, more);
}

async function runOnce(...nodes: INodeJson[]): Promise<void> {
	const workflow = await shop.rest.createWorkflow(chain(nodes));
	await shop.rest.run(workflow, workflow.nodes[0]!.name);
}

/** Payments of all kinds in a real n8n that is stopped afterwards. */
beforeAll(async () => {
	shop = await Shop.open(await OneProcess.prepare('canary', 5850), {
		apiKey: CANARY.apiKey,
		privateKey: CANARY.privateKey,
		otp: CANARY.otp,
		cardAuth: 'bearer',
		echo: true,
		notificationRetryMs: 50,
	});

	await payAndAuthorize();
	await failInEveryWay();
	await failInProduction();

	await shop.host.stop();
	traces = tracesIn(shop.host.folder);
}, 300_000);
afterAll(async () => await shop?.close());

async function payAndAuthorize(): Promise<void> {
	const { workflows } = shop;
	const transactionReference = "={{ $('Charge').item.json.transactionReference }}";
	const verify = { resource: 'transaction', operation: 'verify', transactionReference };
	const authorize = (name: string, code: string, options: object) =>
		workflows.payment(name, {
			...{ resource: 'card', operation: 'authorize', transactionReference },
			otp: hidden(code),
			options,
		});
	const { shortPin, longPin, shortWrongOtp, longWrongOtp, otp } = CANARY;
	for (const [simplify, pin, wrong] of [
		[true, shortPin, shortWrongOtp],
		[false, longPin, longWrongOtp],
	] as const) {
		await runOnce(
			secretCharge({ options: { cardPin: hidden(pin), timeout: 2 } }),
			authorize('Wrong OTP', wrong, { simplify }),
			authorize('Right OTP', otp, { simplify }),
			workflows.payment('Verify', { ...verify, options: { simplify } }),
		);
	}
	await runOnce(
		workflows.payment('Banks', { resource: 'bank', operation: 'getMany', limit: 2 }),
		workflows.payment('Account', { resource: 'account', operation: 'get', options: { simplify: false } }),
	);
}

async function failInEveryWay(): Promise<void> {
	// So that lost answers stay unknown.
	shop.sandbox.configure({ historyLagMs: 3_600_000 });
	const bad = [{ cardNumber: hidden(CANARY.mistypedCard) }, { amount: hidden(CANARY.cardNumber) }];
	for (const changes of bad) await runOnce(secretCharge(changes));
	for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']) {
		for (const fault of [
			{ kind: 'status', status: 400 },
			{ kind: 'status', status: 500 },
			{ kind: 'reset' },
		] as const) {
			shop.sandbox.fail({ on: 'charge', ...fault });
			await runOnce(secretCharge({}, { onError }));
		}
		await runOnce(secretCharge({ cardNumber: hidden(CANARY.declinedCard) }, { onError }));
	}
}

/** A notification with secrets in it starts a charge that fails, and so an error workflow. */
async function failInProduction(): Promise<void> {
	const failure = { name: 'Error Trigger', type: 'n8n-nodes-base.errorTrigger' };
	const onError = await shop.publish(inRow('On error', [failure]));
	const trigger = shop.workflows.trigger(TRIGGER_PLACE, {});
	const charge = secretCharge({ reference: 'ORD-1001', amount: hidden(CANARY.cardNumber) });
	await shop.publish(inRow('In production', [trigger, charge], { errorWorkflow: onError.id }));

	const paid = shop.sandbox.ledger.transactions.find(({ status }) => status === 2)!;
	const { cardNumber, cvv, shortPin, shortWrongOtp, apiKey, privateKey } = CANARY;
	const secrets = { cardNumber, cvv, cardPin: shortPin, otp: shortWrongOtp, authorization: privateKey };
	for (const transactionReference of ['nobody-knows-it', paid.transactionReference]) {
		await fetch(`${shop.host.webhooks}/webhook/${TRIGGER_PLACE}/notification`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-card': cardNumber },
			body: JSON.stringify({ transactionReference, status: 2, ...secrets, message: `paid with ${apiKey}` }),
		});
	}
	await until(async () => (await shop.rest.executionsOf(onError.id)).length > 0, 'the error workflow');
}

describe('in what a real n8n has stored and logged', () => {
	test.each(Object.entries(CANARY))('there is no %s', (_, secret) => {
		expect(placesOf(secret, traces)).toEqual([]);
	});

	test('there is no access token', () => {
		const bearers = shop.sandbox.requests.flatMap(
			({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? [],
		);
		expect(new Set(bearers).size).toBeGreaterThan(0);
		for (const token of new Set(bearers)) expect(placesOf(token, traces)).toEqual([]);
	});

	test('there is what belongs there, so the search works', () => {
		const [first] = shop.sandbox.ledger.transactions;
		const places = placesOf(first!.transactionReference, traces).join('\n');
		expect(places).toMatch(/sqlite: execution_data/);
		expect([...traces.keys()].join('\n')).toMatch(/start-\d+\.log/);
		expect(placesOf('notificationId', traces).join('\n')).toMatch(/execution_data/);
	});

	test('there is what each run came to', () => {
		const data = traces.get([...traces.keys()].find((place) => place.endsWith(': execution_data'))!)!;
		for (const outcome of ['otp_required', 'authorized', 'declined', 'unknown'])
			expect(data).toContain(`\\"${outcome}\\"`);
		expect(data).toMatch(/'Card Number' is not valid/);
	});
});
