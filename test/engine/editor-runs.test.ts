import type { IDataObject } from 'n8n-workflow';

import type { EngineRun } from '../../dev/engine';
import { CARDS, chain, chargeFields, transferFields, World } from './support/world';

/* "Execute step" in the editor, pressed again: each press is a new execution, and none may pay a second time in silence. */

let world: World;
beforeAll(async () => {
	world = await World.start({ verifyKnowsMerchantReference: true, webhooksEnabled: false });
});
afterAll(async () => await world.stop());
let card: IDataObject;
let cards = 0;
beforeEach(async () => {
	await world.sandbox.reset();
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	await world.one('bank', 'getMany', { limit: 1 });
	// Another customer in each test, because this process remembers those of the others.
	card = { ...CARDS.frictionless, options: { customer: { email: `customer-${++cards}@shop.example` } } };
});

const press = async (
	operation: string,
	parameters: object,
	input: IDataObject[] = [{}],
	onError?: 'continueErrorOutput',
) =>
	await world.run(
		[world.node('Node', operation === 'charge' ? 'card' : 'transfer', operation, parameters, { onError })],
		input,
		{ mode: 'manual' },
	);
const execute = async (changes: IDataObject = {}, input?: IDataObject[]) =>
	await press('charge', chargeFields({ ...card, ...changes }), input);
const shown = (run: EngineRun) => run.items('Node').map(({ json }) => json);
const hintsOf = ({ run }: EngineRun) =>
	(run.data.resultData.runData.Node![0]!.hints ?? []).map(({ message }) => String(message));
const charges = () => world.requestsTo('/transaction/charge').length;

/** Loses the answer to the next charge, and makes the service find nothing under our references. */
function loseIt(): void {
	world.sandbox.configure({ verifyKnowsMerchantReference: false });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
}

test('an unknown outcome is told above the table, with the reference and what not to do', async () => {
	loseIt();
	const run = await execute();
	const [item] = shown(run);
	expect(item).toMatchObject({ outcome: 'unknown' });
	expect(hintsOf(run)).toEqual([
		`The outcome is unknown (${String(item!.reference)}). The card may have been charged. Do not charge it again: verify the payment later, or ask your provider about it. If you execute this step again, what is unknown is looked up and not sent again; other items are. After a restart of n8n, enter its reference in this node first.`,
	]);
});

test('pressed again, it is looked up under its reference and not charged a second time', async () => {
	loseIt();
	const first = shown(await execute())[0]!;
	const again = await execute();
	expect(shown(again)[0]).toMatchObject({ outcome: 'unknown', reference: first.reference });
	expect(hintsOf(again)[1]).toBe(
		`An earlier run of this step sent ${String(first.reference)}, and the outcome was still open. So it was not charged again: the item shows what the service says now. To send another one anyway, enter a Reference of your own.`,
	);
	expect(charges()).toBe(1);

	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	const third = await execute();
	expect(shown(third)[0]).toMatchObject({ outcome: 'authorized', reference: first.reference, amount: 10.5 });
	expect(hintsOf(third)).toHaveLength(1);
	expect(charges()).toBe(1);
});

test('with another amount it may be another payment, so neither is shown for the other, and nothing is sent', async () => {
	loseIt();
	const reference = String(shown(await execute())[0]!.reference);
	const again = await execute({ amount: '99' });
	expect(again.error).toMatchObject({
		message: `Nothing was sent by this try: an earlier run in the editor has sent NGN 10.50 (${reference}) for the same card and e-mail address, and its outcome is still open.`,
	});
	expect(again.error!.description).toContain('execute the step with an item of NGN 10.50');
	expect(charges()).toBe(1);
	expect(shown(await execute({ amount: '99', reference: `OWN-${cards}` }))[0]).toMatchObject({ amount: 99 });
	expect(shown(await execute())[0]).toMatchObject({ outcome: 'unknown', reference });
	expect(charges()).toBe(2);
});

describe('a list in which rows have the same card and e-mail', () => {
	const each = { amount: '={{ $json.amount }}' };
	const rows = (...amounts: number[]) => amounts.map((amount) => ({ amount }));

	test('a row that was paid is taken out: the other one is found, and not charged again', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.sandbox.fail({ on: 'charge', kind: 'reset', skip: 1 });
		const first = shown(await execute(each, rows(10, 20)));
		expect(first.map(({ outcome }) => outcome)).toEqual(['authorized', 'unknown']);
		const second = shown(await execute(each, rows(20)));
		expect(second).toMatchObject([{ outcome: 'unknown', reference: first[1]!.reference, amount: 20 }]);
		expect(charges()).toBe(2);
	});

	test('of two open rows the one that stays shows its own payment, and a new row waits for the other', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.sandbox.fail({ on: 'charge', kind: 'reset', times: 2 });
		const first = shown(await execute(each, rows(10, 20)));
		expect(shown(await execute(each, rows(20)))).toMatchObject([{ reference: first[1]!.reference, amount: 20 }]);
		const third = await press('charge', chargeFields({ ...card, ...each }), rows(20, 30), 'continueErrorOutput');
		expect(third.items('Node').map(({ json }) => json)).toMatchObject([{ reference: first[1]!.reference }]);
		expect(third.items('Node', 1).map(({ json }) => json)).toMatchObject([
			{ error: { charged: 'unknown', reference: first[0]!.reference, code: 'settings' } },
		]);
		expect(charges()).toBe(2);
	});
});

describe('a node that runs in several rounds, as in a loop', () => {
	const isFirst = {
		combinator: 'and',
		conditions: [{ leftValue: '={{ $json.round }}', operator: { type: 'number', operation: 'equals' }, rightValue: 1 }],
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
	};

	/** One press: the node runs once for the rows of each round. */
	async function rounds(...rows: Array<{ round: number; amount: number }>) {
		const split = { name: 'Split', type: 'n8n-nodes-base.if', typeVersion: 2.3, parameters: { conditions: isFirst } };
		const fields = chargeFields({ ...card, amount: '={{ $json.amount }}' });
		const { connections, ...workflow } = chain([split, world.node('Node', 'card', 'charge', fields)]);
		const toNode = [{ node: 'Node', type: 'main' as const, index: 0 }];
		const both = { ...connections, Split: { main: [toNode, toNode] } };
		return await world.engine.run({ ...workflow, connections: both }, { mode: 'manual', input: rows });
	}

	test('what is sent in one round is not taken for the same in the next', async () => {
		loseIt();
		const run = await rounds({ round: 1, amount: 10 }, { round: 2, amount: 10 });
		expect(run.error).toBeUndefined();
		expect(charges()).toBe(2);
	});

	test('a row that was paid is taken out: the other one is found in another round, and not charged again', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.sandbox.fail({ on: 'charge', kind: 'reset', skip: 1 });
		await rounds({ round: 1, amount: 10 }, { round: 2, amount: 20 });
		expect(charges()).toBe(2);
		await rounds({ round: 1, amount: 20 });
		expect(charges()).toBe(2);
	});

	test('of rows that are alike, each is found in its round', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.sandbox.fail({ on: 'charge', kind: 'reset', times: 2 });
		await rounds({ round: 1, amount: 10 }, { round: 2, amount: 10 });
		const again = await rounds({ round: 1, amount: 10 }, { round: 2, amount: 10 });
		const references = [0, 1].map((round) => again.items('Node', 0, round)[0]!.json.reference);
		expect([charges(), new Set(references).size]).toEqual([2, 2]);
	});
});

describe('a press that n8n tries again (Retry On Fail)', () => {
	const each = { options: { customer: { email: '={{ $json.email }}' } } };
	const rows = (...names: string[]) => names.map((name) => ({ email: `${name}-${cards}@shop.example` }));
	const retrying = async (input: IDataObject[]) => {
		const more = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const node = world.node('Node', 'card', 'charge', chargeFields({ ...card, ...each }), more);
		return await world.run([node], input, { mode: 'manual' });
	};

	test('an open row that the first try did not come to is looked up by the next, and not charged', async () => {
		loseIt();
		const { reference } = shown(await execute(each, rows('open')))[0]!;
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 429, when: 'before' });
		const run = await retrying(rows('new', 'open'));
		expect(run.error).toBeUndefined();
		expect(shown(run)).toMatchObject([{ outcome: 'authorized' }, { outcome: 'unknown', reference }]);
		expect(charges()).toBe(3);
	});

	test('of open rows that are alike, one that the first try has settled does not take the place of the next', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.sandbox.fail({ on: 'charge', kind: 'reset', times: 2 });
		const first = shown(await execute(each, rows('open', 'open')));
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 429, when: 'before' });
		const run = await retrying(rows('open', 'new', 'open'));
		expect(shown(run).map(({ reference }) => reference)).toEqual([
			first[0]!.reference,
			expect.not.stringMatching(String(first[1]!.reference)),
			first[1]!.reference,
		]);
		expect(charges()).toBe(4);
	});
});

describe('a press that fails while an earlier one is open', () => {
	const mistakes: Array<[string, IDataObject]> = [
		['a CVV', { cvv: '1' }],
		['a card number', { cardNumber: '5060990580000217490' }],
		['an expression', { amount: '={{ null.amount }}' }],
		['a time limit', { options: { timeout: 0 } }],
	];

	test.each(mistakes)(
		'with a mistake in %s: says that it is not known whether the card was charged',
		async (_, mistake) => {
			loseIt();
			const reference = String(shown(await execute())[0]!.reference);
			const { email } = (card.options as { customer: IDataObject }).customer;
			const options = { customer: { email }, ...(mistake.options as IDataObject) };
			const fields = chargeFields({ ...card, ...mistake, options });
			const failed = await press('charge', fields, [{}], 'continueErrorOutput');
			expect(failed.items('Node', 1)).toMatchObject([{ json: { error: { charged: 'unknown', reference } } }]);
			const { error } = await press('charge', fields);
			expect(error!.message).toMatch(/^Nothing was sent by this try: /);
			expect(error!.description).toContain(`${reference}: sent by an earlier try; outcome not known: verify it`);
			expect(charges()).toBe(1);
		},
	);

	test('without an open one, nothing was charged', async () => {
		const other = world.node('Other', 'card', 'charge', chargeFields({ ...card, cvv: '1' }), {
			onError: 'continueErrorOutput',
		});
		const failed = await world.run([other], [{}], { mode: 'manual' });
		expect(failed.items('Other', 1)).toMatchObject([{ json: { error: { charged: 'no', reference: null } } }]);
	});
});

test('two presses at the same time send a row once, and both name its reference', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: false });
	world.sandbox.fail({ on: 'charge', kind: 'reset', times: 2 });
	const rows = ['a', 'b'].map((name) => ({ email: `${name}-${cards}@shop.example` }));
	const fields = chargeFields({ ...card, options: { customer: { email: '={{ $json.email }}' } } });
	const both = [1, 2].map(async () => await press('charge', fields, rows, 'continueErrorOutput'));
	// Which of them comes first to a row is left to chance; the other one looks it up, or stops there.
	const named = (await Promise.all(both)).map((run) => {
		const items = [...run.items('Node'), ...run.items('Node', 1)];
		return items.map(({ json }) => (json.error as IDataObject | undefined)?.reference ?? json.reference).toSorted();
	});
	expect(named[0]).toEqual(named[1]);
	expect(new Set(named[0]).size).toBe(2);
	expect(charges()).toBe(2);
});

describe('a press that failed and is retried from the list of executions', () => {
	const node = (fields: IDataObject = {}) => world.node('Node', 'card', 'charge', chargeFields({ ...card, ...fields }));

	test('looks up what an earlier press has sent, and does not charge it again', async () => {
		loseIt();
		const { reference } = shown(await execute())[0]!;
		const failed = await execute({ cvv: '1' });
		const retried = await world.run([node()], [{}], { retryOf: failed });
		expect(shown(retried)).toMatchObject([{ outcome: 'unknown', reference }]);
		expect(charges()).toBe(1);
	});

	test('looks it up as well where the press did not come to the charge', async () => {
		const nodes = [world.node('Before', 'bank', 'getMany', { returnAll: false, limit: 1 }), node()];
		loseIt();
		const { reference } = shown(await world.run(nodes, [{}], { mode: 'manual' }))[0]!;
		world.sandbox.fail({ on: 'banks', kind: 'status', status: 403 });
		const failed = await world.run(nodes, [{}], { mode: 'manual' });
		expect(failed.run.data.resultData.lastNodeExecuted).toBe('Before');
		expect(shown(await world.run(nodes, [{}], { retryOf: failed }))).toMatchObject([{ reference }]);
		expect(charges()).toBe(1);
	});

	test('sends again what the service has refused without saying why, under its reference', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 400, when: 'before' });
		const failed = await execute();
		const [{ reference }] = shown(await world.run([node()], [{}], { retryOf: failed })) as [IDataObject];
		expect(failed.error!.description).toContain(reference);
		expect(world.sandbox.ledger.transactions).toMatchObject([{ merchantReference: reference }]);
	});

	test('leaves what it has sent itself to the next press', async () => {
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 429, when: 'before' });
		const failed = await execute();
		loseIt();
		const { reference } = shown(await world.run([node()], [{}], { retryOf: failed }))[0]!;
		expect(shown(await execute())).toMatchObject([{ outcome: 'unknown', reference }]);
		expect(charges()).toBe(2);
	});
});

test('once its outcome is known, the next press is a new charge', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	const first = await execute();
	expect(shown(first)[0]).toMatchObject({ outcome: 'authorized', answerLost: true });
	expect(hintsOf(first)).toEqual([]);
	const second = await execute();
	expect(shown(second)[0]!.reference).not.toBe(shown(first)[0]!.reference);
	expect([hintsOf(second), charges()]).toEqual([[], 2]);
});

test('a payment that is still open is not charged again either', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { data: { status: 1 } } });
	const first = await execute();
	expect(shown(first)[0]).toMatchObject({ outcome: 'pending' });
	const second = await execute();
	expect(shown(second)[0]).toMatchObject({ outcome: 'authorized', reference: shown(first)[0]!.reference });
	expect(charges()).toBe(1);
});

test('an OTP that the customer has is no reason not to charge again', async () => {
	const [one, other] = [await execute(CARDS.otp), await execute(CARDS.otp)];
	expect(shown(other)[0]).toMatchObject({ outcome: 'otp_required' });
	expect(shown(other)[0]!.reference).not.toBe(shown(one)[0]!.reference);
});

test.each<[string, IDataObject]>([
	['card authentication', { cardAuthentication: 'bearer' }],
	['API key', { apiKey: 'replaced' }],
])('with another %s in the credential it is still the same payment', async (_, changes) => {
	loseIt();
	const { reference } = shown(await execute())[0]!;
	const stored = world.engine.store.read(world.credentialId);
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	world.editCredential(changes);
	const again = shown(await execute());
	world.engine.store.write(world.credentialId, stored);
	expect(again).toMatchObject([{ outcome: 'authorized', reference }]);
	expect(charges()).toBe(1);
});

test('of another merchant it is another payment', async () => {
	loseIt();
	await execute();
	const stored = world.engine.store.read(world.credentialId);
	world.editCredential({ clientId: 'another-merchant' });
	await execute();
	world.engine.store.write(world.credentialId, stored);
	expect(charges()).toBe(2);
});

test('a refused charge is sent again under a new reference', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
	expect((await execute()).error).toBeDefined();
	const again = await execute();
	expect(shown(again)[0]).toMatchObject({ outcome: 'authorized', answerLost: false });
	expect(hintsOf(again)).toEqual([]);
});

test('a reference of your own is sent, whatever was sent before', async () => {
	loseIt();
	await execute();
	expect(shown(await execute({ reference: `OWN-${cards}` }))[0]).toMatchObject({ outcome: 'authorized' });
	expect(charges()).toBe(2);
});

test('of several items, only the open one is looked up, and the hint counts', async () => {
	const list = [1, 2, 3].map((number) => ({ email: `${number}-${cards}@shop.example` }));
	const each = { options: { customer: { email: '={{ $json.email }}' } } };
	world.sandbox.configure({ verifyKnowsMerchantReference: false });
	world.sandbox.fail({ on: 'charge', kind: 'reset', skip: 1 });
	const first = await execute(each, list);
	expect(shown(first).map(({ outcome }) => outcome)).toEqual(['authorized', 'unknown', 'authorized']);
	const lost = String(shown(first)[1]!.reference);
	expect(hintsOf(first)[0]).toMatch(new RegExp(`^1 of 3 items has an unknown outcome \\(${lost}\\)\\. `));

	const second = await execute(each, list);
	expect(shown(second)[1]).toMatchObject({ outcome: 'unknown', reference: lost });
	expect(charges()).toBe(5);
});

test('other customers, nodes and executions in production are charged', async () => {
	loseIt();
	await execute();
	await execute({ options: { customer: { email: `other-${cards}@shop.example` } } });
	await world.run([world.node('Other', 'card', 'charge', chargeFields(card))], [{}], { mode: 'manual' });
	await world.one('card', 'charge', chargeFields(card));
	expect(charges()).toBe(4);
});

test('a transfer is not sent a second time either', async () => {
	const narration = `Rent ${cards}`;
	world.sandbox.fail({ on: 'transfer', kind: 'reset' });
	world.sandbox.fail({ on: 'transferStatus', kind: 'status', status: 403 });
	const first = await press('create', transferFields({ narration }));
	expect(shown(first)[0]).toMatchObject({ outcome: 'unknown' });
	expect(hintsOf(first)[0]).toMatch(/^The outcome is unknown \(n8n-\w+\)\. The money may have been sent\. /);
	const second = await press('create', transferFields({ narration }));
	expect(shown(second)[0]).toMatchObject({ outcome: 'authorized', reference: shown(first)[0]!.reference });
	expect(hintsOf(second)[0]).toContain('So it was not transferred again');
	expect(hintsOf(second)[0]).toContain('enter a Request ID of your own');
	expect(world.sandbox.transfers.list).toHaveLength(1);
});

describe('in production', () => {
	test('the hint names what is unknown, and says nothing of the editor', async () => {
		loseIt();
		const run = await world.run([world.node('Node', 'card', 'charge', chargeFields(card))]);
		expect(hintsOf(run)).toEqual([
			`The outcome is unknown (${String(shown(run)[0]!.reference)}). The card may have been charged. Do not charge it again: verify the payment later, or ask your provider about it.`,
		]);
	});

	test('of an OTP it says that no other one is to be asked for', async () => {
		const { transactionReference } = (await world.one('card', 'charge', chargeFields()))[0]!.json;
		world.sandbox.fail({ on: 'authorize', kind: 'reset' });
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 403 });
		const fields = { transactionReference, otp: '123456', authorizationType: 'OTP' };
		const run = await world.run([world.node('Node', 'card', 'authorize', fields)]);
		expect(hintsOf(run)).toEqual([
			`The outcome is unknown (${String(transactionReference)}). The payment may have been authorized. Do not charge the card again or ask for another OTP: verify the payment first.`,
		]);
	});

	test('of a read it names the transaction', async () => {
		const { transactionReference } = (await world.one('card', 'charge', chargeFields()))[0]!.json;
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { status: 99 } } });
		const run = await world.run([world.node('Node', 'transaction', 'verify', { transactionReference })]);
		expect(hintsOf(run)[0]).toContain(`The outcome is unknown (${String(transactionReference)}). `);
	});

	test('known outcomes need no hint', async () => {
		expect(hintsOf(await world.run([world.node('Node', 'card', 'charge', chargeFields(card))]))).toEqual([]);
	});
});

describe('with a live credential', () => {
	beforeAll(() => world.editCredential({ environment: 'live' }));
	afterAll(() => world.editCredential({ environment: 'test' }));

	test.each([
		['charge', 'Reference', async (own: string) => await execute({ reference: own })],
		['create', 'Request ID', async (own: string) => await press('create', transferFields({ requestId: own }))],
	])(
		'%s needs a %s of its own in the editor',
		async (_operation, field: string, run: (own: string) => Promise<EngineRun>) => {
			const { error } = await run('');
			expect(error).toMatchObject({
				message: expect.stringContaining(`: ${field} is missing.`),
				description: expect.stringContaining('Runs in the editor need one for live payments'),
			});
			expect(world.sandbox.requests.filter(({ endpoint }) => /charge|transfer/.test(endpoint ?? ''))).toEqual([]);
			expect(shown(await run('ORDER-1001'))).toMatchObject([{ authorized: true }]);
		},
	);

	test('the retry of a press needs one as well', async () => {
		const failed = await execute();
		expect(failed.error?.message).toContain('Reference is missing.');
		const node = world.node('Node', 'card', 'charge', chargeFields(card));
		const retried = await world.run([node], [{}], { retryOf: failed });
		expect(retried.error?.message).toContain('Reference is missing.');
		expect(charges()).toBe(0);
	});

	test('it makes a reference in production', async () => {
		const node = world.node('Node', 'card', 'charge', chargeFields(card));
		expect(shown(await world.run([node], [{}]))).toMatchObject([{ reference: expect.stringMatching(/^n8n-/) }]);
	});
});
