import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../dev/sandbox';
import { CARDS, chargeFields, World } from './support/world';

/* The usual chain is Charge, Authorize, Verify, for all cards and without an IF. */

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
	await world.engine.listen();
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

const ROWS: IDataObject[] = [
	{ order: 'OTP', ...CARDS.otp },
	{ order: 'AT-ONCE', ...CARDS.frictionless },
	{ order: 'DECLINED', ...CARDS.frictionless, cvv: '999' },
	{ order: 'BANK', ...CARDS.threeDSecure },
];

const charge = (options: IDataObject = {}) => {
	const card = { cardNumber: '={{ $json.cardNumber }}', expiry: '={{ $json.expiry }}', cvv: '={{ $json.cvv }}' };
	return world.node('Charge', 'card', 'charge', chargeFields({ ...card, reference: '={{ $json.order }}', options }));
};
const transactionReference = '={{ $json.transactionReference }}';
const authorize = () => world.node('Authorize', 'card', 'authorize', { transactionReference, otp: OTP });
const verify = () =>
	world.node('Verify', 'transaction', 'verify', {
		transactionReference: '={{ $json.transactionReference || $json.reference }}',
	});

test('Authorize takes what waits for an OTP, and passes the rest on as it came', async () => {
	const run = await world.run([charge({ simplify: true }), authorize(), verify()], ROWS);
	expect(run.error).toBeUndefined();
	const [charged, authorized] = [run.items('Charge'), run.items('Authorize')];
	expect(charged.map(({ json }) => json.outcome)).toEqual([
		'otp_required',
		'authorized',
		'declined',
		'redirect_required',
	]);
	expect(authorized[0]!.json).toMatchObject({ outcome: 'authorized', reference: 'OTP' });
	expect(authorized.slice(1).map(({ json }) => json)).toEqual(charged.slice(1).map(({ json }) => json));
	expect(authorized.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	expect(run.items('Verify').map(({ json }) => [json.reference, json.outcome])).toEqual([
		['OTP', 'authorized'],
		['AT-ONCE', 'authorized'],
		['DECLINED', 'declined'],
		['BANK', 'pending'],
	]);
	expect(world.requestsTo('/authorize')).toHaveLength(1);
});

test('a charge whose answer was lost reaches Verify, which looks it up by its own reference', async () => {
	// The record comes too late for the charge, and in time for Verify.
	world.sandbox.configure({ historyLagMs: 3_600_000 });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	const run = await world.run([charge(), authorize()], ROWS.slice(1, 2));
	expect(run.items('Authorize').map(({ json }) => json)).toMatchObject([
		{ outcome: 'unknown', reference: 'AT-ONCE', transactionReference: null },
	]);
	world.sandbox.configure({ historyLagMs: 0 });
	const input = run.items('Authorize').map(({ json }) => json);
	const verified = await world.run([verify()], input);
	expect(verified.items('Verify').map(({ json }) => json)).toMatchObject([{ outcome: 'authorized' }]);
	expect(world.requestsTo('/authorize')).toHaveLength(0);
});

test('an item that names another payment than the field is none of this one', async () => {
	const [open] = await world.one('card', 'charge', chargeFields(CARDS.otp));
	const node = world.node('Authorize', 'card', 'authorize', {
		transactionReference: '={{ $json.of }}',
		otp: OTP,
	});
	const run = await world.run(
		[node],
		[{ outcome: 'authorized', transactionReference: 'T-1', of: open!.json.transactionReference }],
	);
	expect(run.items('Authorize').map(({ json }) => json)).toMatchObject([{ outcome: 'authorized' }]);
	expect(world.requestsTo('/authorize')).toHaveLength(1);
});

test('Collect OTP says that nobody knows what became of those who have not come, whoever else has paid', async () => {
	const collect = world.node('Collect', 'card', 'collectOtp', { transactionReference, timeLimit: 15 });
	const two = [ROWS[0]!, { ...ROWS[0], order: 'OTP-2' }, ROWS[1]!];
	const run = await world.run([charge({ simplify: true }), collect], two);
	expect(run.status).toBe('waiting');
	const [collected] = run.run.data.resultData.runData.Collect!;
	expect(collected!.hints).toMatchObject([
		{ message: expect.stringMatching(/^No customer can have the link: /) as unknown },
	]);
	const otpUrl = String(run.items('Charge')[0]!.json.otpUrl);
	const form = await (await fetch(otpUrl)).text();
	expect(form).toMatch(/<input id="otp"[^>]* autofocus/);
	const state = /name="state" value="([^"]*)"/.exec(form)![1]!;
	const wrong = await (
		await fetch(otpUrl, { method: 'POST', body: new URLSearchParams({ state, otp: '000000' }) })
	).text();
	expect(wrong.match(/ autofocus/g)).toHaveLength(1);
	expect(wrong).toMatch(/<input id="otp"[^>]* autofocus/);
	await fetch(otpUrl, { method: 'POST', body: new URLSearchParams({ state, otp: OTP }) });
	// When the time is up, n8n goes on with the items that the node had returned before it waited.
	expect(run.items('Collect').map(({ json }) => json)).toMatchObject([
		{
			outcome: 'unknown',
			authorized: false,
			timedOut: true,
			message: 'It is not known yet whether this was paid. Verify the payment before you deliver.',
		},
		{ outcome: 'unknown', authorized: false, timedOut: true },
		{ outcome: 'authorized', authorized: true, reference: 'AT-ONCE' },
	]);
	const verified = await world.run(
		[verify()],
		run.items('Collect').map(({ json }) => json),
	);
	expect(verified.items('Verify').map(({ json }) => json.outcome)).toEqual(['authorized', 'pending', 'authorized']);
});

test('a stopped execution has an item for every row', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'delay', ms: 100, times: 9 });
	let cancel = () => {};
	const rows = Array.from({ length: 5 }, (_, index) => ({ ...CARDS.frictionless, order: `S-${index}` }));
	const running = world.run([charge()], rows, { onStart: (stop) => (cancel = stop) });
	while (world.requestsTo('/transaction/charge').length < 3) await new Promise(setImmediate);
	cancel();
	const run = await running;
	const items = run.items('Charge').map(({ json }) => json);
	expect(items).toHaveLength(5);
	expect(items.slice(3)).toMatchObject(
		['S-3', 'S-4'].map((reference) => ({
			error: {
				message: "The card was not charged: the execution was stopped before it was this item's turn.",
				code: 'stopped',
				charged: 'no',
				reference,
			},
		})),
	);
	expect(world.requestsTo('/transaction/charge')).toHaveLength(3);
	expect(run.run.data.resultData.runData.Charge![0]!.hints).toMatchObject([
		{ message: '2 of 5 items were not reached, because the execution was stopped.' },
		// The charge that was under way then.
		{ message: expect.stringMatching(/^1 of 5 items has an unknown outcome\./) as unknown },
	]);
});
