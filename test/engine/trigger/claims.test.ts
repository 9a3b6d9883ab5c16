import type { IDataObject } from 'n8n-workflow';

import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { resetClock, setClock } from '../support/clock';
import { claimOf } from '../support/trigger';
import { activate, payment, setUpTriggers, signedCallback, trigger, world } from '../support/triggerTests';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVERY_OUTCOME = ['authorized', 'declined', 'pending', 'refunded', 'unknown'];

setUpTriggers();
afterEach(resetClock);

const outcomes = async () => (await trigger.started()).map(({ outcome }) => outcome);
/** Lists the lines that the log has of a reference since a test began. */
const logged = (reference: string) => world.engine.logs.filter((line) => line.includes(reference));
beforeEach(() => (world.engine.logs.length = 0));

/** The notification URL, as Card: Charge signs it for a payment. */
const signedFor = (reference: string) =>
	signUrl(trigger.notificationUrl, { reference, amount: '10.5', currency: 'NGN' }, world.sandbox.options.privateKey);

describe('an event of which the service notifies before its record shows it', () => {
	test.each([
		['a refund', 2, 6, 'refunded'],
		['the rest of a refund', 11, 6, 'refunded'],
		['a chargeback of what is left', 11, 7, 'refunded'],
		['a chargeback after a refund', 6, 7, 'refunded'],
		['a chargeback', 2, 7, 'refunded'],
		['a part of it that was refunded', 3, 11, 'refunded'],
		['a refund of what was not captured', 13, 6, 'refunded'],
		['an authorization after a decline', 4, 2, 'authorized'],
		['an authorization after an expiry', 14, 2, 'authorized'],
		['a void', 2, 9, 'declined'],
		['a decline', 1, 4, 'declined'],
	])('comes again, and starts the workflow once: %s', async (_, before, status, outcome) => {
		await activate({ outcomes: [outcome] });
		const known = await payment(before);
		const claim = claimOf(known, { status });
		expect(await trigger.result(trigger.notify(claim))).toEqual([503, 0]);
		world.sandbox.setStatus(known.transactionReference, status);
		expect(await trigger.result(trigger.notify(claim))).toEqual([200, 1]);
		expect(await trigger.result(trigger.notify(claim))).toEqual([200, 1]);
		expect(await outcomes()).toEqual([outcome]);
	});
});

describe('a notification that was answered with 503 for three days is answered with 200:', () => {
	/** The answers to a notification that comes every ten hours for five days, and how many of them started the workflow. */
	async function deliver(claim: IDataObject, url?: string): Promise<[statuses: number[], executions: number]> {
		const begin = Date.now();
		const statuses: number[] = [];
		for (let hours = 0; hours <= 120; hours += 10) {
			setClock(begin + hours * HOUR);
			statuses.push((await trigger.notify(claim, {}, url)).status);
		}
		return [statuses, (await trigger.executions()).length];
	}
	/** The answers at 0, 10, 20 … 120 hours. */
	const ANSWERS = [...Array<number>(8).fill(503), ...Array<number>(5).fill(200)];
	const LIES = { requestedAmount: 987654, customerId: 'Mallory', metadata: { lie: true }, errorMessage: 'Lie' };

	test('it claims a refund that the record never shows', async () => {
		await activate({ outcomes: EVERY_OUTCOME });
		const known = await payment(2);
		const claim = { ...claimOf(known), ...LIES, status: 6 };
		expect(await deliver(claim)).toEqual([ANSWERS, 1]);
		expect(await trigger.started()).toMatchObject([
			{
				...known,
				outcome: 'unknown',
				authorized: false,
				verified: false,
				status: 2,
				amount: 10.5,
				customerId: 'Guest',
			},
		]);
		expect(JSON.stringify(await trigger.started())).not.toMatch(/Mallory|Lie|lie|987654/);
		expect(logged('could not be confirmed')).toContainEqual(expect.stringContaining(known.reference));
		// An outcome that the record shows later starts the workflow all the same.
		world.sandbox.setStatus(known.transactionReference, 6);
		expect(await trigger.result(trigger.notify(claim))).toEqual([200, 2]);
		expect(await outcomes()).toEqual(['unknown', 'refunded']);
	});

	test('the service has no record of what its URL was signed for', async () => {
		await activate({ outcomes: ['unknown'] });
		const claim = { transactionReference: 'T-404', merchantRef: 'ORDER-404', status: 2, ...LIES };
		expect(await deliver(claim, signedFor('ORDER-404'))).toEqual([ANSWERS, 1]);
		expect(await trigger.started()).toMatchObject([
			{
				...{ reference: 'ORDER-404', transactionReference: 'T-404', outcome: 'unknown', verified: false },
				...{ amount: 10.5, currency: 'NGN', response: null },
			},
		]);
		expect(JSON.stringify(await trigger.started())).not.toMatch(/Mallory|Lie|lie|987654/);
	});

	const busy = (times: number) => world.sandbox.fail({ on: 'verify', kind: 'status', status: 500, times });

	test('the service does not answer, and its URL is signed', async () => {
		await activate({ outcomes: EVERY_OUTCOME });
		const known = await payment(2);
		busy(13);
		expect(await deliver(claimOf(known, LIES), signedFor(known.reference))).toEqual([ANSWERS, 1]);
		expect(await trigger.started()).toMatchObject([{ ...known, outcome: 'unknown', verified: false, amount: 10.5 }]);
		// The service is back, and tells what became of it.
		expect(await trigger.result(trigger.notify(claimOf(known)))).toEqual([200, 2]);
		expect(await outcomes()).toEqual(['unknown', 'authorized']);
	});

	test.each([500, 401, 403, 429])(
		'the service does not answer, but %i, and its URL is not signed: then it starts nothing, because anybody may have invented it',
		async (status) => {
			await activate({ outcomes: EVERY_OUTCOME });
			const known = await payment(2);
			world.sandbox.fail({ on: 'verify', kind: 'status', status, times: 13 });
			expect(await deliver(claimOf(known))).toEqual([ANSWERS, 0]);
			for (const name of Object.values(known))
				expect(logged('not signed')).toContainEqual(expect.stringContaining(name));
			expect(await trigger.result(trigger.notify(claimOf(known)))).toEqual([200, 1]);
		},
	);

	test.each([
		['on', true],
		['off', false],
	])('the service does not answer, but an outage has ended once it has; with Start Once %s', async (_, startOnce) => {
		await activate({ options: { startOnce } });
		const [known, other] = [await payment(2), await payment(2)];
		const begin = Date.now();
		const statuses: number[] = [];
		for (const days of [0, 2, 3, 4, 6]) {
			setClock(begin + days * DAY);
			// Between the second and the third, another payment is looked up.
			if (days === 3) expect((await trigger.notify(claimOf(other))).status).toBe(200);
			busy(1);
			statuses.push((await trigger.notify(claimOf(known))).status);
		}
		expect(statuses).toEqual([503, 503, 503, 503, 200]);
	});

	test('and starts nothing where Unknown is not chosen', async () => {
		await activate({ outcomes: ['authorized', 'refunded'] });
		const known = await payment(2);
		expect(await deliver(claimOf(known, { status: 6 }))).toEqual([ANSWERS, 0]);
		expect(logged('could not be confirmed')).toContainEqual(expect.stringContaining(known.reference));
	});

	test('in whatever process it comes', async () => {
		await activate();
		const claim = claimOf(await payment(1));
		const begin = Date.now();
		const statuses: number[] = [];
		for (const days of [0, 1, 2, 3, 4]) {
			setClock(begin + days * DAY);
			statuses.push((await trigger.notify(claim)).status);
			const { staticData } = trigger;
			await trigger.deactivate();
			await activate({}, { staticData });
		}
		expect(statuses).toEqual([503, 503, 503, 200, 200]);
	});

	test('and where each delivery starts the workflow, every further one starts it', async () => {
		await activate({ outcomes: ['unknown'], options: { startOnce: false } });
		expect(await deliver(claimOf(await payment(2), { status: 6 }))).toEqual([ANSWERS, 5]);
	});

	test.each([
		['on', true],
		['off', false],
	])('but what comes further meanwhile has three days again; with Start Once %s', async (_, startOnce) => {
		await activate({ outcomes: ['refunded'], options: { startOnce } });
		world.sandbox.configure({ verifyTellsRefunds: true });
		const known = await payment(2);
		const { ledger } = world.sandbox;
		const refund = () => ledger.refund(ledger.byTransactionReference(known.transactionReference)!, 300);
		const notify = async (refundedAmount: number) =>
			(await trigger.notify(claimOf(known, { status: 11, refundedAmount }))).status;
		setClock(Date.now());
		expect(await notify(3)).toBe(503);
		refund();
		expect(await notify(3)).toBe(200);
		setClock(Date.now() + 2 * DAY);
		expect(await notify(6)).toBe(503);
		setClock(Date.now() + 2 * DAY);
		expect(await notify(6)).toBe(503);
		setClock(Date.now() + DAY);
		expect(await notify(6)).toBe(200);
	});

	test('but another claim, such as one of a stranger, ages no genuine one', async () => {
		await activate({ outcomes: ['authorized', 'refunded'] });
		const known = await payment(2);
		const begin = Date.now();
		const statuses: number[] = [];
		for (const [days, status] of [
			[0, 6],
			[2, 6],
			[4, 6],
			[4, 7],
		] as const) {
			setClock(begin + days * DAY);
			statuses.push((await trigger.notify(claimOf(known, { status }))).status);
		}
		expect(statuses).toEqual([503, 503, 200, 503]);
	});

	test.each([404, 400, 405])(
		'but an unsigned one of which the service has no record (%i) is refused',
		async (status) => {
			await activate({ outcomes: EVERY_OUTCOME });
			for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, kind: 'status', status, times: 99 });
			const claim = { transactionReference: 'INVENTED-1', merchantRef: 'INVENTED', status: 2 };
			expect(await deliver(claim)).toEqual([Array(13).fill(401), 0]);
			expect(trigger.staticData).toEqual({});
		},
	);

	test('a browser that comes back as often is not counted, and is told that nothing is confirmed', async () => {
		await activate({ outcomes: ['unknown'] });
		const open = await payment(1);
		const url = signedCallback(open);
		const visit = async () =>
			(await trigger.callback({ transactionReference: open.transactionReference, status: '2' }, url)).status;
		const begin = Date.now();
		const statuses: number[] = [];
		for (const days of [0, 2, 4]) {
			setClock(begin + days * DAY);
			statuses.push(await visit());
		}
		expect(statuses).toEqual([503, 503, 503]);
		expect(await trigger.result(trigger.notify(claimOf(open)))).toEqual([503, 0]);
	});
});
