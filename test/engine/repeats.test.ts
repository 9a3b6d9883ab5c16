import type { EngineRun, INodeJson, Retriable } from '../../dev/engine';
import { CARDS, chargeFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

const orders = ['A-1', 'A-2', 'A-3'].map((reference) => ({ reference, cardNumber: CARDS.otp.cardNumber }));
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

function charge(more: Partial<INodeJson> = {}, changes: object = {}): INodeJson {
	const fields = chargeFields({
		reference: '={{ $json.reference }}',
		cardNumber: '={{ $json.cardNumber }}',
		...changes,
	});
	return world.node('Charge', 'card', 'charge', fields, more);
}

/** The second of three charges is refused: the service has not acted on it. */
function refuseSecond(times = 1): void {
	world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before', skip: 1, times });
}

const postsPerReference = () => {
	const posts = world.requestsTo('/transaction/charge').map(({ body }) => (body as { reference: string }).reference);
	return orders.map(({ reference }) => posts.filter((posted) => posted === reference).length);
};
const chargesPerReference = () => orders.map(({ reference }) => world.sandbox.ledger.chargesOf(reference));
const outcomes = (run: EngineRun, output = 0) =>
	run.items('Charge', output).map(({ json }) => json.outcome ?? 'failed');

describe('an item is refused on the way, without continue on fail', () => {
	test('nothing further is sent, and the error tells the fate of every item', async () => {
		refuseSecond();
		const run = await world.run([charge()], orders);
		expect(run.status).toBe('error');
		expect(postsPerReference()).toEqual([1, 1, 0]);
		expect(run.error!.message).toBe('1 of 3 sent, stopped at A-2.');
		expect(run.error!.description).toContain('Item 0, A-1: waits for an OTP.');
		expect(run.error!.description).toContain('Item 1, A-2: not charged.');
		expect(run.error!.description).toContain('Item 2, A-3: not sent.');
	});

	test('Retry On Fail sends only what was not charged yet', async () => {
		refuseSecond();
		const run = await world.run([charge(RETRY)], orders);
		expect(run.status).toBe('success');
		expect(outcomes(run)).toEqual(['otp_required', 'otp_required', 'otp_required']);
		expect(postsPerReference()).toEqual([1, 2, 1]);
		expect(chargesPerReference()).toEqual([1, 1, 1]);
	});

	test('Retry On Fail puts out what was sent before as it was asked for, simplified or not', async () => {
		refuseSecond();
		const run = await world.run([charge(RETRY, { options: { simplify: false } })], orders);
		expect(run.items('Charge').map(({ json }) => json.response)).not.toContain(null);
		expect(run.items('Charge').map(({ json }) => Object.keys(json))).toEqual(
			orders.map(() => expect.arrayContaining(['outcome', 'reference', 'response']) as unknown),
		);
	});

	test('Retry On Fail that never succeeds charges nothing twice either', async () => {
		refuseSecond(3);
		const run = await world.run([charge(RETRY)], orders);
		expect(run.status).toBe('error');
		expect(postsPerReference()).toEqual([1, 3, 0]);
		expect(run.error!.description).toContain('Item 0, A-1: waits for an OTP.');
	});

	test('a lost answer is not sent again by Retry On Fail', async () => {
		world.sandbox.fail({ on: 'charge', kind: 'reset' });
		// The next request, which is the second charge.
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
		const run = await world.run([charge(RETRY)], orders);
		expect(outcomes(run)).toEqual(['unknown', 'otp_required', 'otp_required']);
		expect(postsPerReference()).toEqual([1, 2, 1]);
	});

	test("retrying the execution sends only what was not charged yet, with the first execution's references", async () => {
		refuseSecond();
		const automatic = charge({}, { reference: '' });
		const failed = await world.run([automatic], orders);
		const retried = await world.run([automatic], orders, { retryOf: failed });
		expect(retried.status).toBe('success');
		expect(outcomes(retried)).toEqual(['otp_required', 'otp_required', 'otp_required']);
		expect(world.sandbox.ledger.transactions).toHaveLength(3);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(4);
		expect(failed.error!.description).toContain(`Item 0, ${retried.items('Charge')[0]!.json.reference}`);
	});
});

describe('an item is refused, and the node continues', () => {
	test.each([
		['regular output', 'continueRegularOutput', {}],
		['regular output, with Retry On Fail', 'continueRegularOutput', RETRY],
	])('on the %s: every item has its outcome, and none is sent twice', async (_, onError, retry) => {
		refuseSecond();
		const run = await world.run([charge({ onError, ...retry })], orders);
		expect(run.status).toBe('success');
		expect(outcomes(run)).toEqual(['otp_required', 'failed', 'otp_required']);
		expect(run.items('Charge')[1]!.json).toEqual({
			error: expect.objectContaining({ code: 'refused', reference: 'A-2', charged: 'no' }) as unknown,
		});
		expect(run.items('Charge').map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(postsPerReference()).toEqual([1, 1, 1]);
	});

	test.each([
		['', {}],
		[', with Retry On Fail', RETRY],
	])('on the error output%s: the failed item takes the error branch, without card data', async (_, retry) => {
		refuseSecond();
		const run = await world.run([charge({ onError: 'continueErrorOutput', ...retry })], orders);
		expect(outcomes(run)).toEqual(['otp_required', 'otp_required']);
		expect(run.items('Charge', 1)).toHaveLength(1);
		expect(run.items('Charge', 1)[0]!.json).toEqual({
			error: expect.objectContaining({ code: 'refused', reference: 'A-2', charged: 'no' }) as unknown,
		});
		expect(postsPerReference()).toEqual([1, 1, 1]);
		const branches = JSON.stringify([run.items('Charge'), run.items('Charge', 1)]);
		expect(branches).not.toContain(CARDS.otp.cardNumber);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'])(
		'the first item failing makes no second run (%s)',
		async (onError) => {
			world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
			await world.run([charge({ onError, ...RETRY })], orders);
			expect(postsPerReference()).toEqual([1, 1, 1]);
		},
	);

	test('a credential that cannot be used fails every item, and passes no input on', async () => {
		world.editCredential({ baseUrl: 'not an address' });
		const run = await world.run([charge({ onError: 'continueRegularOutput' })], orders);
		world.editCredential({ baseUrl: world.sandbox.url });
		expect(run.items('Charge').map(({ json }) => Object.keys(json))).toEqual([['error'], ['error'], ['error']]);
		expect(JSON.stringify(run.items('Charge'))).not.toContain(CARDS.otp.cardNumber);
	});
});

describe('bad input', () => {
	const badSecond = orders.map((order, index) =>
		index === 1 ? { ...order, cardNumber: '5060990580000217498' } : order,
	);

	test('in one item keeps every charge back, and is named with its item', async () => {
		const run = await world.run([charge()], badSecond);
		expect(run.error!.message).toBe('No card was charged: Card Number has a typing mistake.');
		expect(run.error!.description).toBe('Compare it with the card, digit by digit.<br>Item 1.');
		expect(world.sandbox.requests).toHaveLength(0);
	});

	test('in several items is told for each of them', async () => {
		const run = await world.run(
			[charge()],
			[{ ...orders[0]!, cardNumber: '1' }, orders[1]!, { ...orders[2]!, cardNumber: '2' }],
		);
		expect(run.error!.message).toBe('No card was charged: 2 of 3 items cannot be sent.');
		expect(run.error!.description).toContain('Item 2: Card Number ');
		expect(world.sandbox.requests).toHaveLength(0);
	});

	test.each([
		['requestsAtOnce', '={{ "many" }}', 'Requests at Once is not a number above zero.'],
		['timeout', '={{ "long" }}', 'Timeout (Seconds) is not a number above zero.'],
		['timeout', '={{ Infinity }}', 'Timeout (Seconds) is neither text nor a number.'],
		['timeout', -1, 'Timeout (Seconds) is not a number above zero.'],
		['timeout', 3_600_000, 'Timeout (Seconds) is more than an hour.'],
	])('in the option "%s" (%s) is named, and nothing is in doubt', async (name, value, says) => {
		const run = await world.run([charge({}, { options: { [name]: value } })], orders);
		expect(run.error).toMatchObject({ message: `No card was charged: ${says}` });
		expect(world.sandbox.requests).toHaveLength(0);
	});

	test('with continue on fail does not keep the good items back', async () => {
		const run = await world.run([charge({ onError: 'continueRegularOutput' })], badSecond);
		expect(outcomes(run)).toEqual(['otp_required', 'failed', 'otp_required']);
		expect(postsPerReference()).toEqual([1, 0, 1]);
	});

	test('the same reference twice is refused before anything is sent', async () => {
		const run = await world.run([charge()], [orders[0]!, orders[1]!, orders[0]!]);
		expect(run.error!.message).toBe('No card was charged: Reference is the same as that of item 0.');
		expect(world.sandbox.requests).toHaveLength(0);
	});

	test('the same reference twice, where the node continues, is charged once, and nothing says that it was not', async () => {
		const run = await world.run([charge({ onError: 'continueRegularOutput' })], [orders[0]!, orders[1]!, orders[0]!]);
		expect(run.items('Charge')[2]!.json.error).toEqual({
			message: 'This item was not sent: Reference is the same as that of item 0.',
			description: 'Item 0 tells what became of the payment. Give each item its own.',
			code: 'invalid_input',
			field: 'Reference',
			reference: 'A-1',
			charged: 'unknown',
		});
		expect(postsPerReference()).toEqual([1, 1, 0]);
	});

	test('the OTP of a payment that is in two items is sent once, and nothing says that it was not authorized', async () => {
		const { transactionReference } = (await world.run([charge()], [orders[0]!])).items('Charge')[0]!.json;
		const fields = { transactionReference: '={{ $json.transactionReference }}', otp: '123456' };
		const node = world.node('Authorize', 'card', 'authorize', fields, { onError: 'continueRegularOutput' });
		const run = await world.run([node], [{ transactionReference }, { transactionReference }]);
		expect(run.items('Authorize').map(({ json }) => json.outcome)).toEqual(['authorized', undefined]);
		expect(run.items('Authorize')[1]!.json.error).toEqual({
			message: 'This item was not sent: Transaction Reference is the same as that of item 0.',
			description: 'Item 0 tells what became of the payment. They are one payment, so keep only one of the items.',
			code: 'invalid_input',
			field: 'Transaction Reference',
			reference: transactionReference,
			charged: 'unknown',
		});
		expect(world.requestsTo('/transaction/charge/authorize')).toHaveLength(1);
	});

	test('an expression that fails is named by its field, without the data of the item', async () => {
		const run = await world.run([charge({}, { cvv: "={{ $('No such node').item.json.cvv }}" })], orders);
		expect(run.error!.description).toContain('CVV has an expression that cannot be evaluated');
		expect(JSON.stringify(run.error)).not.toContain(CARDS.otp.cardNumber);
	});
});

describe('the automatic reference', () => {
	const automatic = () => charge({}, { reference: '' });
	const references = (run: EngineRun) => run.items('Charge').map(({ json }) => json.reference);

	test('differs for every item and every execution', async () => {
		const runs = [await world.run([automatic()], orders), await world.run([automatic()], orders)];
		expect(new Set(runs.flatMap(references)).size).toBe(6);
	});

	test('is the same when n8n was killed before it had saved anything of the node, and the execution is retried', async () => {
		const killed: Retriable[] = [];
		const first = await world.run([automatic()], orders, { onProgress: (saved) => killed.push(saved) });
		const retried = await world.run([charge({ onError: 'continueRegularOutput' }, { reference: '' })], orders, {
			retryOf: killed[0],
		});
		expect(world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference)).toEqual(
			references(first),
		);
		expect(world.sandbox.ledger.duplicatesRefused).toBe(3);
		expect(retried.items('Charge').map(({ json }) => json.error)).toEqual(
			Array(3).fill(expect.objectContaining({ code: 'reference_used', charged: 'unknown' })),
		);
	});
});

describe('a reference that was used before', () => {
	const SHOW = { options: { ifUsed: 'show' } };

	test('fails the item with the state of the first charge where verify finds it, and charges nothing', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const fields = chargeFields({ ...CARDS.frictionless, reference: 'A-1' });
		const [first] = await world.one('card', 'charge', fields);
		const run = await world.run([world.node('Charge', 'card', 'charge', fields)]);
		expect(run.error!.message).toBe('Reference A-1 has already been used; the card was not charged again.');
		expect(run.error!.description).toContain(
			`The first one: outcome authorized (2 AUTHORIZED), amount 10.5 NGN, transaction reference ${String(first!.json.transactionReference)}.`,
		);
		expect(world.sandbox.ledger.chargesOf('A-1')).toBe(1);
	});

	test.each([{}, RETRY, { onError: 'continueRegularOutput' }])(
		'is authorized for one of three cards at most: %j',
		async (more) => {
			world.sandbox.configure({ verifyKnowsMerchantReference: true });
			const authorized = [];
			for (const card of [CARDS.frictionless, CARDS.otp, CARDS.threeDSecure]) {
				const run = await world.run([charge(more, { ...card, reference: 'A-1' })], [{}]);
				authorized.push(...run.items('Charge').filter(({ json }) => json.authorized));
			}
			expect(authorized).toHaveLength(1);
			expect(world.sandbox.ledger.transactions).toHaveLength(1);
		},
	);

	test('is no repeat where this execution has used it itself', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		refuseSecond();
		const run = await world.run([charge(RETRY)], orders);
		expect(run.items('Charge').map(({ json }) => json.duplicate)).toEqual([false, false, false]);
	});

	test('is no repeat where it is automatic: n8n was killed, and the item shows its own charge', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const automatic = charge({}, { reference: '' });
		const killed: Retriable[] = [];
		const first = await world.run([automatic], orders, { onProgress: (saved) => killed.push(saved) });
		const retried = await world.run([automatic], orders, { retryOf: killed[0] });
		expect(retried.items('Charge').map(({ json }) => [json.transactionReference, json.duplicate])).toEqual(
			first.items('Charge').map(({ json }) => [json.transactionReference, false]),
		);
		expect(retried.items('Charge').map(({ json }) => [json.answerLost, json.message])).toEqual(
			orders.map(() => [true, expect.not.stringContaining('used before')]),
		);
		expect(world.sandbox.ledger.duplicatesRefused).toBe(3);
		expect(world.sandbox.ledger.transactions).toHaveLength(3);
	});

	test('shows the first charge where that is wanted, and charges nothing', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'A-1' }));
		const again = chargeFields({ ...CARDS.frictionless, reference: 'A-1', ...SHOW });
		const [item] = await world.one('card', 'charge', again);
		expect(item!.json).toMatchObject({
			outcome: 'authorized',
			duplicate: true,
			reference: 'A-1',
			message: expect.stringContaining('nothing was charged now'),
		});
		expect(world.sandbox.ledger.chargesOf('A-1')).toBe(1);
	});

	test('is not said to be uncharged where verify does not find it', async () => {
		await world.run([charge()], [orders[0]!]);
		const run = await world.run([charge()], [orders[0]!]);
		expect(run.error!.message).toBe('Reference A-1 has already been used; the card was not charged again.');
		expect(run.error!.description).toContain('could not be looked up: find out what became of it');
	});

	test.each([
		[2, { outcome: 'authorized', duplicate: true }],
		[3, { error: expect.objectContaining({ code: 'reference_used', reference: 'A-1' }) as unknown }],
	])('is looked for again when verify fails %i times', async (times, expected) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'A-1' }));
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times });
		const again = charge({ onError: 'continueRegularOutput' }, { ...CARDS.frictionless, reference: 'A-1', ...SHOW });
		expect((await world.run([again])).items('Charge')).toMatchObject([{ json: expected }]);
	});

	test.each([
		['with another amount', { amount: '99' }],
		['with another currency', { currency: { __rl: true, mode: 'list', value: 'USD' } }],
	])('%s is an error that says that a payment exists, not the first charge', async (_, changes) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'A-1' }));
		const run = await world.run([charge({}, { ...CARDS.frictionless, reference: 'A-1', ...changes, ...SHOW })]);
		expect(run.error!.message).toBe('Reference A-1 has already been used; the card was not charged again.');
		expect(run.error!.description).toMatch(
			/^The first one is different: outcome authorized \(2 AUTHORIZED\), amount 10.5 NGN, /,
		);
	});
});

test('charges go one after another, in order', async () => {
	const many = Array.from({ length: 12 }, (_, index) => ({ ...orders[0]!, reference: `M-${index}` }));
	world.sandbox.fail({ on: 'charge', kind: 'delay', ms: 30, skip: 3 });
	const run = await world.run([charge()], many);
	expect(world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference)).toEqual(
		many.map(({ reference }) => reference),
	);
	expect(run.items('Charge').map(({ json }) => json.reference)).toEqual(many.map(({ reference }) => reference));
});

test('with several charges at once, a failure waits for those under way and tells their fate', async () => {
	const many = Array.from({ length: 9 }, (_, index) => ({ ...orders[0]!, reference: `P-${index}` }));
	world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
	world.sandbox.fail({ on: 'charge', kind: 'delay', ms: 50, times: 9 });
	const run = await world.run([charge({}, { options: { requestsAtOnce: 3 } })], many);
	const fates = run.error!.description!.match(/Item \d, P-\d: (waits for an OTP|not charged|not sent)\./g)!;
	expect(fates).toHaveLength(9);
	const told = fates.filter((fate) => fate.includes('waits for an OTP')).length;
	expect(world.sandbox.ledger.transactions).toHaveLength(told);
	expect(fates.filter((fate) => fate.includes('not charged'))).toHaveLength(1);
});

test('a stopped execution sends no further charge', async () => {
	const many = Array.from({ length: 50 }, (_, index) => ({ ...orders[0]!, reference: `S-${index}` }));
	world.sandbox.fail({ on: 'charge', kind: 'hang', skip: 2 });
	let cancel = () => {};
	const running = world.run([charge()], many, { onStart: (stop) => (cancel = stop) });
	while (world.requestsTo('/transaction/charge').length < 3) await new Promise(setImmediate);
	cancel();
	const stopped = await running;
	expect(world.requestsTo('/transaction/charge')).toHaveLength(3);
	expect(stopped.run.data.executionData!.contextData['node:Charge']!.sentRequests).toMatchObject({
		kinds: { charge: { 2: { sent: { reference: 'S-2' } } } },
	});
});
