import type { IDataObject } from 'n8n-workflow';

import { attemptReference } from '../../gateway/values/attempt';
import type { INodeJson, RetriableExecution } from '../../dev/engine';
import { ActiveTrigger } from './support/trigger';
import { CARDS, chain, chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* One order, several attempts, of which one is paid: at a service that takes used references. */

setUpWorld({ acceptsUsedReferences: true });
beforeEach(() => world.editCredential({ checkReferences: true, findPaymentsWith: 'both' }));

const ORDER = 'ORD-7';
const [, SECOND, THIRD] = [1, 2, 3].map((attempt) => attemptReference({ order: ORDER, attempt })) as [
	string,
	string,
	string,
];
const WRONG = { cvv: '999' };
const AGAIN = { options: { afterDecline: 'chargeAgain' } };
const GOES_ON = { onError: 'continueRegularOutput' };
const MONEY_AND_SHOP = { currency: chargeFields().currency, returnUrl: 'https://shop.example/thanks' };

const charge = (changes: IDataObject = {}, more: Partial<INodeJson> = {}) =>
	world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference: ORDER, ...changes }), more);
const pay = async (changes?: IDataObject) => (await world.run([charge(changes, GOES_ON)])).items('Pay')[0]!.json;
const errorOf = ({ error }: IDataObject) => error as IDataObject;
const references = () => world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference);
const paid = () => world.sandbox.ledger.transactions.filter(({ status }) => status === 2);
const told = ({ outcome, reference, attempt }: IDataObject) => [outcome, reference, attempt];

describe('after a decline, a charge', () => {
	test('fails by default, and says what to do', async () => {
		await pay(WRONG);
		const error = errorOf(await pay());
		expect(error).toMatchObject({ code: 'reference_used', outcome: 'declined', reference: ORDER, charged: 'no' });
		expect(error.message).toBe(
			`Nothing was charged now: Reference ${ORDER} was used before, and its payment is declined.`,
		);
		expect(error.description).toMatch(
			/^To charge another card for this order, start a new execution with 'After a Decline' set to 'Charge Again' \(under More Details\)\. The service has /,
		);
		expect(references()).toEqual([ORDER]);
	});

	test('is made as the next attempt where the user wants it, and shows the order', async () => {
		expect(told(await pay({ ...WRONG, ...AGAIN }))).toEqual(['declined', ORDER, 1]);
		expect(told(await pay({ ...WRONG, ...AGAIN }))).toEqual(['declined', ORDER, 2]);
		expect(told(await pay(AGAIN))).toEqual(['authorized', ORDER, 3]);
		expect(references()).toEqual([ORDER, SECOND, THIRD]);
		expect(errorOf(await pay(AGAIN))).toMatchObject({ code: 'reference_used', outcome: 'authorized' });
		expect(references()).toHaveLength(3);
	});

	test('is made of another amount, because no money is in a decline', async () => {
		await pay({ ...WRONG, amount: '99.00' });
		expect(told(await pay(AGAIN))).toEqual(['authorized', ORDER, 2]);
		expect(errorOf(await pay({ ...AGAIN, amount: '99.00' })).message).toMatch(/ belongs to another payment\.$/);
		expect(references()).toEqual([ORDER, SECOND]);
	});

	test('ends with the tenth attempt', async () => {
		for (let number = 1; number <= 10; number++) await pay({ ...WRONG, ...AGAIN });
		expect(errorOf(await pay(AGAIN)).description).toMatch(
			/^All 10 attempts of this order were declined\. Agree with the customer on another way to pay\. The service has /,
		);
		expect(new Set(references()).size).toBe(10);
	});

	test.each<[string, () => void]>([
		['while an attempt is open', () => undefined],
		[
			'while the service does not say what the next attempt is',
			() => {
				for (const on of ['verify', 'history'] as const) {
					world.sandbox.fail({ on, kind: 'status', status: 503, skip: 1, times: 50 });
				}
			},
		],
	])('is not made %s', async (when, fail) => {
		await pay(WRONG);
		if (when.includes('open')) await pay({ ...AGAIN, ...CARDS.otp });
		const before = references();
		fail();
		expect(errorOf(await pay(AGAIN)).code).toBe(when.includes('open') ? 'reference_used' : 'reference_unchecked');
		expect(references()).toEqual(before);
	});

	test('is refused where the service is not asked, which alone knows the next attempt', async () => {
		world.editCredential({ checkReferences: false });
		const error = errorOf(await pay(AGAIN));
		expect(error).toMatchObject({ code: 'invalid_input', field: 'After a Decline', charged: 'no' });
		expect(error.message).toContain("'After a Decline' is 'Charge Again', for which the service has to be asked first");
		expect(world.sandbox.requests).toEqual([]);
	});

	test('has addresses that are signed for its own reference, and its item is the order', async () => {
		const trigger = await ActiveTrigger.activate(world, {
			outcomes: ['authorized', 'declined'],
			options: { requireSignedUrl: true },
		});
		const notify = { notify: 'trigger', triggerUrl: trigger.notificationUrl };
		world.sandbox.configure({ webhooksEnabled: true });
		for (const changes of [WRONG, {}]) {
			await pay({ ...notify, ...AGAIN, ...changes });
			await world.sandbox.waitForDeliveries();
		}
		expect(world.sandbox.deliveries.map(({ status }) => status)).toEqual([200, 200]);
		expect((await trigger.started()).map(told)).toEqual([
			['declined', ORDER, 1],
			['authorized', ORDER, 2],
		]);
		await trigger.deactivate();
	});
});

describe.each([SECOND, THIRD])('%s, the reference of an attempt, means its order', (reference) => {
	const page = async (changes: IDataObject) => {
		const fields = { amount: '10.50', email: 'ada@shop.example', ...MONEY_AND_SHOP, ...changes };
		return (await world.run([world.node('Pay', 'payment', 'createHostedCheckout', fields, GOES_ON)])).items('Pay')[0]!
			.json;
	};

	test.each([
		['Charge', pay],
		['Create Hosted Checkout', page],
	])('for %s', async (_, make) => {
		for (const [card, outcome] of [
			[CARDS.frictionless, 'authorized'],
			[CARDS.otp, 'pending'],
		] as const) {
			await pay(card);
			const error = errorOf(await make({ reference }));
			expect(error).toMatchObject({ code: 'reference_used', reference: ORDER, outcome, charged: 'no' });
			expect(references()).toEqual([ORDER]);
			await world.sandbox.reset();
		}
		expect(told(await make({ reference })).slice(1)).toEqual([ORDER, 1]);
		expect(references()).toEqual([ORDER]);
	});
});

test.each(['upper', 'plain', 'asSent'] as const)(
	'the attempts of an order in capitals and digits are found where the service writes references so: %s',
	async (references) => {
		world.sandbox.configure({ writes: { references } });
		const order = { reference: 'ORD7', ...AGAIN };
		for (const [number, changes] of [WRONG, WRONG, {}].entries()) {
			const outcome = changes === WRONG ? 'declined' : 'authorized';
			expect(told(await pay({ ...order, ...changes }))).toEqual([outcome, 'ORD7', number + 1]);
		}
		const [verified] = await world.one('transaction', 'verify', { transactionReference: 'ORD7' });
		expect(told(verified!.json)).toEqual(['authorized', 'ORD7', 3]);
	},
);

describe('an order whose second attempt was sent', () => {
	test('is not sent again where n8n was killed meanwhile and the execution is retried', async () => {
		await pay(WRONG);
		const saved: RetriableExecution[] = [];
		let kill = () => {};
		world.sandbox.fail({ on: 'charge', kind: 'hang' });
		const running = world.engine.run(chain([charge(AGAIN)]), {
			mode: 'trigger',
			onProgress: (progress) => saved.push(progress),
			onStart: (stop) => (kill = stop),
		});
		while (references().length < 2) await new Promise(setImmediate);
		const last = saved.at(-1)!;
		kill();
		await running;
		const retried = await world.engine.run(chain([charge(AGAIN)]), { retryOf: last });
		expect(retried.error!.message).toMatch(/ was used before, and its payment is authorized\.$/);
		expect(errorOf(await pay(AGAIN))).toMatchObject({ code: 'reference_used', outcome: 'authorized' });
		expect(references()).toEqual([ORDER, SECOND]);
	});

	test('is tried in a loop of one execution, each round once, until a card is taken', async () => {
		const cvv = `={{ $runIndex < 2 ? '999' : '${CARDS.frictionless.cvv}' }}`;
		const rounds = charge({ cvv, ...AGAIN });
		const loop = {
			...chain([{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 }, rounds]),
			connections: {
				'When clicking Execute': { main: [[{ node: 'Loop', type: 'main' as const, index: 0 }]] },
				Loop: { main: [[], [{ node: 'Pay', type: 'main' as const, index: 0 }]] },
				Pay: { main: [[{ node: 'Loop', type: 'main' as const, index: 0 }]] },
			},
		};
		const run = await world.engine.run(loop, { mode: 'trigger', input: Array(4).fill({}) as IDataObject[] });
		expect(run.error).toBeUndefined();
		expect([0, 1, 2, 3].map((round) => told(run.items('Pay', 0, round)[0]!.json))).toEqual([
			['declined', ORDER, 1],
			['declined', ORDER, 2],
			['authorized', ORDER, 3],
			['authorized', ORDER, 3],
		]);
		expect(run.items('Pay', 0, 3)[0]!.json.duplicate).toBe(true);
		expect([references(), paid()]).toEqual([[ORDER, SECOND, THIRD], [expect.anything()]]);
	});

	test('is one order in a list, whichever of its references is written', async () => {
		const rows = [{ reference: ORDER }, { reference: SECOND }];
		const run = await world.run([charge({ reference: '={{ $json.reference }}' })], rows);
		expect(run.error!.message).toContain("'Reference' is the same as that of item 0");
		expect(references()).toEqual([]);
	});
});

describe('an order whose second attempt was paid is found by its number', () => {
	beforeEach(async () => {
		await pay(WRONG);
		await pay(AGAIN);
	});
	const one = async (resource: string, operation: string, parameters: IDataObject) =>
		(await world.one(resource, operation, parameters)).map(({ json }) => json);

	test('by Verify and by Wait for Outcome, which return the order', async () => {
		for (const transactionReference of [ORDER, SECOND, paid()[0]!.transactionReference]) {
			const [verified] = await one('transaction', 'verify', { transactionReference });
			expect(told(verified!)).toEqual(['authorized', ORDER, 2]);
			const [waited] = await one('transaction', 'waitForOutcome', { transactionReference, timeLimit: 5 });
			expect(told(waited!)).toEqual(['authorized', ORDER, 2]);
		}
		const [first] = world.sandbox.ledger.transactions;
		const [declined] = await one('transaction', 'verify', { transactionReference: first!.transactionReference });
		expect(told(declined!)).toEqual(['declined', ORDER, 1]);
	});

	test.each<[IDataObject, unknown[]]>([
		[
			{ reference: ORDER },
			[
				['declined', ORDER, 1],
				['authorized', ORDER, 2],
			],
		],
		[{ reference: ORDER, outcomes: ['authorized'] }, [['authorized', ORDER, 2]]],
		[{ reference: ORDER, providerStatus: '2' }, [['authorized', ORDER, 2]]],
		[{ reference: SECOND }, [['authorized', ORDER, 2]]],
		[
			{},
			[
				['declined', ORDER, 1],
				['authorized', ORDER, 2],
			],
		],
	])('by Get Many with %j', async (filters, expected) => {
		const hour = 3_600_000;
		const [from, until] = [-24 * hour, 24 * hour].map((difference) => new Date(Date.now() + difference).toISOString());
		const listed = await one('transaction', 'getMany', { returnAll: true, from, until, filters });
		expect(listed.map(told).sort()).toEqual(expected.sort());
	});

	test('by Create Hosted Checkout, which makes no page', async () => {
		const fields = { amount: '10.50', email: 'ada@shop.example', reference: ORDER, ...MONEY_AND_SHOP };
		const run = await world.run([world.node('Page', 'payment', 'createHostedCheckout', fields)]);
		expect(run.error!.message).toMatch(/^Nothing was created now: .* is authorized\.$/);
		expect(references()).toEqual([ORDER, SECOND]);
	});
});
