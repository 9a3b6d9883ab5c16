import type { IDataObject } from 'n8n-workflow';

import type { INodeJson } from '../../dev/engine';
import { failure, only, sentTo } from './spec/helpers';
import { skipWaits } from './support/clock';
import { LOSSES } from './support/losses';
import { logIn, setUpWorld, world } from './support/worldTests';

/* Payments by bank transfer to an account that the service makes for one payment, in the form that providers publish. */

setUpWorld({}, { defaultCurrency: 'NGN' });
skipWaits();
beforeEach(logIn);
beforeEach(() =>
	world.editCredential({
		defaultCurrency: 'NGN',
		bankPaymentPath: '',
		bankPaymentStatuses: '{}',
		checkReferences: true,
	}),
);

const POST = '/virtual-account/requests';
let invoices = 0;
const fields = (changes: IDataObject = {}) => ({ amount: '500', requestId: `INV-${++invoices}`, ...changes });
const SIMPLE = { simplify: true };
const create = async ({ options, ...changes }: IDataObject = {}) =>
	await only(world, 'bankPayment', 'create', { ...fields(changes), options: { ...SIMPLE, ...(options as object) } });
const get = async (requestId: unknown, operation = 'get', more: IDataObject = {}) =>
	await only(world, 'bankPayment', operation, { requestId, ...more, options: SIMPLE });
const made = () => world.sandbox.bankPayments.list;

test('gets an account for one payment, with the access token, and returns nine fields', async () => {
	const item = await create({ amount: '500.50', requestId: 'INV-A' });
	const { body, headers } = sentTo(world, POST);
	expect(body).toEqual({ amount: '500.5', requestId: 'INV-A' });
	expect(headers.authorization).toMatch(/^Bearer /);
	const [account] = made();
	expect(item).toEqual({
		outcome: 'pending',
		authorized: false,
		message: 'Nothing is paid yet. Wait for the outcome, or get it later.',
		amount: 500.5,
		currency: 'NGN',
		reference: 'INV-A',
		transactionReference: account!.paymentRequestId,
		account: {
			number: account!.accountNumber,
			name: 'Sandbox Merchant',
			bankName: 'Amber Bank',
			bankCode: '011',
			validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/) as unknown,
		},
	});
});

test.each<[number | undefined, string, number, RegExp]>([
	[undefined, 'authorized', 500, /^The amount was paid\.$/],
	[40_000, 'unknown', 400, /^It is not known whether this was paid as asked\. Compare amountPaid with amount\.$/],
	[60_000, 'unknown', 600, /^It is not known whether this was paid as asked/],
])('what was paid is compared with what was asked for: %p is %s', async (amountMinor, outcome, amountPaid, message) => {
	const { reference } = await create();
	expect(await get(reference)).toMatchObject({ outcome: 'pending', amount: 500, authorized: false });
	world.sandbox.payIn(String(reference), amountMinor);
	const item = await get(reference);
	expect(item).toMatchObject({ outcome, amount: 500, amountPaid, currency: 'NGN', reference });
	expect(item.message).toMatch(message);
	expect(item.authorized).toBe(outcome === 'authorized');
	expect(await get(reference, 'waitForOutcome', { timeLimit: 0 })).toMatchObject({ outcome, amountPaid });
});

test('is waited for, until it is paid', async () => {
	const { reference } = await create();
	const running = get(reference, 'waitForOutcome', { timeLimit: 60 });
	const asked = () => world.requestsTo('/payment-status').length;
	while (asked() < 4) await new Promise(setImmediate);
	world.sandbox.payIn(String(reference));
	expect(await running).toMatchObject({ outcome: 'authorized', amountPaid: 500, timedOut: false });
});

test('that is not paid in time is open, and the item says that the time is up', async () => {
	const { reference } = await create();
	expect(await get(reference, 'waitForOutcome', { timeLimit: 0 })).toMatchObject({
		outcome: 'pending',
		timedOut: true,
		message: expect.stringMatching(/^Still open after /) as unknown,
	});
});

test('is authorized or not, where the workflow goes on only then', async () => {
	const { reference } = await create();
	const parameters = { requestId: reference, options: { failUnlessAuthorized: true } };
	const error = await failure(world, 'bankPayment', 'get', parameters);
	expect(error.message).toBe(`The bank payment ${String(reference)} is not authorized yet (status PENDING).`);
	world.sandbox.payIn(String(reference));
	expect(await only(world, 'bankPayment', 'get', parameters)).toMatchObject({ authorized: true });
	const { reference: other } = await create();
	world.sandbox.payIn(String(other), 40_000);
	const { description } = await failure(world, 'bankPayment', 'get', { ...parameters, requestId: other });
	expect(description).toBe(
		"400.00 NGN was paid, but 500.00 NGN was requested. Do not deliver. The item failed because the option 'Fail Unless Authorized' is on.",
	);
});

test('a status of the provider that nobody has documented is a setting', async () => {
	const { reference } = await create();
	Object.assign(made()[0]!, { status: 'EXPIRED' });
	expect(await get(reference)).toMatchObject({ outcome: 'unknown' });
	world.editCredential({ bankPaymentStatuses: '{"EXPIRED": "declined"}' });
	expect(await get(reference)).toMatchObject({ outcome: 'declined' });
});

describe('a request ID has one account', () => {
	const list = (changes: IDataObject = {}, more: Partial<INodeJson> = { onError: 'continueRegularOutput' }) =>
		world.node('Bank', 'bankPayment', 'create', { amount: '500', requestId: '={{ $json.id }}', ...changes }, more);
	const rows = [{ id: 'INV-L1' }, { id: 'INV-L2' }];
	const told = async (node: INodeJson) =>
		(await world.run([node], rows)).items('Bank').map(({ json: { outcome, error, duplicate } }) => {
			const { code, charged } = (error ?? {}) as IDataObject;
			return error === undefined ? [outcome, duplicate] : [code, charged];
		});

	test('and a list that is run again makes none', async () => {
		expect(await told(list())).toEqual([
			['pending', undefined],
			['pending', undefined],
		]);
		world.sandbox.payIn('INV-L2');
		expect(await told(list())).toEqual([
			['reference_used', 'no'],
			['reference_used', 'no'],
		]);
		expect(await told(list({ options: { ifUsed: 'show' } }))).toEqual([
			['pending', true],
			['authorized', true],
		]);
		expect([made().length, world.requestsTo(POST).length]).toEqual([2, 2]);
	});

	test('also where the status shows nothing until somebody pays, which the node notes', async () => {
		world.sandbox.configure({ hidesUnpaidBankPayments: true });
		await told(list());
		expect(await told(list())).toEqual([
			['reference_used', 'unknown'],
			['reference_used', 'unknown'],
		]);
		expect([made().length, world.requestsTo(POST).length]).toEqual([2, 2]);
	});

	test('also at a service that makes several under one request ID', async () => {
		world.sandbox.configure({ hidesUnpaidBankPayments: true, acceptsUsedReferences: true });
		await told(list());
		expect(await told(list({ amount: '600' }))).toEqual([
			['pending', undefined],
			['pending', undefined],
		]);
		expect(await told(list())).toEqual([
			['reference_used', 'unknown'],
			['reference_used', 'unknown'],
		]);
		expect(await told(list({ options: { sendAgain: true } }))).toEqual([
			['pending', undefined],
			['pending', undefined],
		]);
		expect(made()).toHaveLength(6);
	});

	test('and two rows with the same one are a mistake', async () => {
		const run = await world.run([list({ requestId: 'INV-L9' }, {})], rows);
		expect(run.error!.message).toContain('No account was created');
		expect(made()).toEqual([]);
	});
});

test.each([...LOSSES, ['resets the connection before it acts', { kind: 'reset', when: 'before' }] as const])(
	'a lost answer costs nothing: the service %s',
	async (_, fault) => {
		world.sandbox.fail({ on: 'bankPayment', when: 'after', ...fault });
		expect(await create({ options: { timeout: 3 } })).toMatchObject({
			outcome: 'unknown',
			message: 'Its account number is lost, so nobody can pay it. A new Request ID is safe.',
		});
		expect(world.requestsTo(POST)).toHaveLength(1);
	},
);

test.each<[string, () => void, object]>([
	['an earlier execution has sent it', () => {}, { sendAgain: true }],
	['nobody has asked before', () => world.editCredential({ checkReferences: false }), {}],
])('after a lost answer nobody is told that another Request ID is safe where %s', async (_, prepare, options) => {
	world.sandbox.configure({ hidesUnpaidBankPayments: true, acceptsUsedReferences: true });
	const requestId = `INV-${++invoices}`;
	const again = async (more: object) =>
		(
			await world.run([
				world.node('Bank', 'bankPayment', 'create', { amount: '500', requestId, options: { timeout: 3, ...more } }),
			])
		).items('Bank')[0]!.json;
	if ('sendAgain' in options) expect(await again({})).toMatchObject({ outcome: 'pending' });
	else prepare();
	world.sandbox.fail({ on: 'bankPayment', kind: 'reset', when: 'after' });
	const item = await again(options);
	expect(item).toMatchObject({ outcome: 'unknown', account: null });
	expect(item.message).toBe('It is not known whether an account was created. Get it later by this Request ID.');
	expect(JSON.stringify(item)).not.toMatch(/safe/);
});

describe('nothing is sent', () => {
	test('where the credential has no currency', async () => {
		world.editCredential({ defaultCurrency: '' });
		const error = await failure(world, 'bankPayment', 'create', fields());
		expect(error.message).toContain("the credential has no 'Default Currency'");
		expect(world.requestsTo(POST)).toEqual([]);
	});

	test.each([
		[{ amount: '1,000' }, "'Amount' is not a plain number"],
		[{ amount: '0' }, "'Amount' is zero"],
		[{ requestId: '' }, "'Request ID' is missing"],
	])('for %j', async (changes, message) => {
		expect((await failure(world, 'bankPayment', 'create', fields(changes))).message).toContain(message);
		expect(world.sandbox.requests).toEqual([]);
	});
});

describe('a provider without bank payments', () => {
	beforeEach(() => world.sandbox.configure({ hasBankPayments: false }));

	test('is told so in words', async () => {
		const error = await failure(world, 'bankPayment', 'create', fields());
		expect(error.message).toContain('this provider does not offer payments by bank transfer here');
		expect(error.description).toMatch(/check the Bank Payment Path\./);
		const unread = await failure(world, 'bankPayment', 'get', { requestId: 'INV-1' });
		expect(unread.message).toBe('The service has no bank payment under this request ID.');
	});

	test('may have them at another path', async () => {
		world.editCredential({ bankPaymentPath: '/v3/accounts' });
		await failure(world, 'bankPayment', 'create', fields());
		expect(world.requestsTo('/v3/accounts')).toHaveLength(1);
	});
});
