import type { IDataObject } from 'n8n-workflow';

import type { INodeJson } from '../../dev/engine';
import { CARDS, chargeFields, transferFields, World } from './support/world';
import { setUpWorld, world as lagos } from './support/worldTests';

/* A credential with expressions names a merchant for each item. */

setUpWorld();
let accra: World;
beforeAll(async () => {
	const keys = {
		apiKey: 'accra-api-key-3f7a',
		privateKey: 'sk_test_accra-private-81c2',
		publicKey: 'pk_test_accra-8d',
	};
	accra = await World.start({ webhooksEnabled: false, ...keys }, {}, lagos.engine);
});
afterAll(async () => await accra.sandbox.stop());
beforeEach(async () => {
	await accra.sandbox.reset();
	lagos.editCredential({
		...{ baseUrl: '={{ $json.host }}', apiKey: '={{ $json.keys.api }}', privateKey: '={{ $json.keys.private }}' },
		...{ publicApiKey: '={{ $json.keys.public }}', environment: 'live' },
	});
});

/** A row of a list, with what the credential needs of its merchant. */
const rowOf = ({ sandbox: { url: host, options } }: World, more: IDataObject = {}): IDataObject => ({
	host,
	keys: { api: options.apiKey, private: options.privateKey, public: options.publicKey },
	...more,
});
const rows = (...more: IDataObject[]) => [lagos, accra].map((merchant, index) => rowOf(merchant, more[index]));
const both = <T>(of: (merchant: World) => T) => [of(lagos), of(accra)];
const NAME = { reference: 'ORD-1' };
const GOES_ON = { onError: 'continueRegularOutput' };

const charge = (more: Partial<INodeJson> = {}) =>
	lagos.node('Node', 'card', 'charge', chargeFields({ ...CARDS.frictionless, ...NAME }), more);
const checkout = {
	amount: '10.50',
	currency: { __rl: true, mode: 'list', value: 'NGN' },
	email: 'ada@shop.example',
	returnUrl: 'https://shop.example/thanks',
};

const requestsOf = ({ sandbox }: World, endpoint: string) =>
	sandbox.requests.filter((request) => request.endpoint === endpoint).length;
const chargesOf = ({ sandbox }: World) => sandbox.ledger.chargesOf('ORD-1');

describe('an order of each of two merchants, under the same reference,', () => {
	test.each<[string, string, () => INodeJson]>([
		['charged', 'charge', () => charge()],
		['transferred', 'transfer', () => lagos.node('Node', 'transfer', 'create', transferFields({ requestId: 'ORD-1' }))],
		[
			'given a hosted checkout',
			'hostedCheckout',
			() => lagos.node('Node', 'payment', 'createHostedCheckout', { ...checkout, ...NAME }),
		],
	])('is %s at its own merchant', async (_, endpoint, node) => {
		const run = await lagos.run([node()], rows());
		expect(run.error).toBeUndefined();
		expect(both((merchant) => requestsOf(merchant, endpoint))).toEqual([1, 1]);
		const outcome = endpoint === 'hostedCheckout' ? 'redirect_required' : 'authorized';
		expect(run.items('Node').map(({ json }) => json.outcome)).toEqual([outcome, outcome]);
	});

	test('is verified, listed and refunded at its own merchant', async () => {
		// So that the merchants have different payments under the same references.
		const amounts = [{ amount: '10.50' }, { amount: '7.25' }];
		const fields = chargeFields({ ...CARDS.frictionless, ...NAME, amount: '={{ $json.amount }}' });
		await lagos.one('card', 'charge', fields, rows(...amounts));
		const transactions = both(({ sandbox }) => sandbox.ledger.byReference('ORD-1')!);
		const verified = await lagos.one('transaction', 'verify', { transactionReference: 'ORD-1' }, rows());
		expect(verified.map(({ json }) => json.amount)).toEqual([10.5, 7.25]);
		const listed = await lagos.one('transaction', 'getMany', { returnAll: true }, rows());
		expect(listed.map(({ json, pairedItem }) => [json.amount, pairedItem])).toEqual([
			[10.5, { item: 0 }],
			[7.25, { item: 1 }],
		]);
		const names = transactions.map(({ transactionReference }) => ({ transactionReference }));
		const refunded = await lagos.one('transaction', 'refund', {}, rows(...names));
		expect(refunded.map(({ json }) => [json.outcome, json.amount])).toEqual([
			['refunded', 10.5],
			['refunded', 7.25],
		]);
		expect(transactions.map(({ refunds }) => refunds.length)).toEqual([1, 1]);
	});
});

test('the keys may stay in the credential, chosen by the name of the merchant', async () => {
	const chosen = (of: (merchant: World) => string) =>
		`={{ { lagos: '${of(lagos)}', accra: '${of(accra)}' }[$json.merchant] }}`;
	lagos.editCredential({
		baseUrl: chosen(({ sandbox }) => sandbox.url),
		apiKey: chosen(({ sandbox }) => sandbox.options.apiKey),
		privateKey: chosen(({ sandbox }) => sandbox.options.privateKey),
		publicApiKey: '',
	});
	const input = ['accra', 'lagos', 'abuja'].map((merchant) => ({ merchant }));
	const items = (await lagos.run([charge(GOES_ON)], input)).items('Node');
	expect(items.map(({ json }) => json.outcome ?? (json.error as IDataObject).message)).toEqual([
		'authorized',
		'authorized',
		expect.stringContaining("has an expression in 'Base URL' that gives nothing for this item"),
	]);
	expect(both(chargesOf)).toEqual([1, 1]);
});

test('each merchant logs in once, whatever the order of the rows is', async () => {
	// n8n has no token of the tests before.
	lagos.editCredential({ accessToken: '' });
	await lagos.engine.newProcess();
	const mixed = Array.from({ length: 12 }, (_, at) => rowOf(at % 3 === 0 ? lagos : accra, { id: `ORD-${at}` }));
	const node = lagos.node('Node', 'transfer', 'create', transferFields({ requestId: '={{ $json.id }}' }));
	expect((await lagos.run([node], mixed)).error).toBeUndefined();
	expect(both(({ sandbox }) => sandbox.transfers.list.length)).toEqual([4, 8]);
	expect(both(({ sandbox }) => sandbox.tokenCalls)).toEqual([1, 1]);
});

test('the account of each merchant is read once, and linked to its rows', async () => {
	const items = await lagos.one('account', 'get', {}, [...rows(), ...rows()]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 2 }],
		[{ item: 1 }, { item: 3 }],
	]);
	expect(both(({ sandbox }) => sandbox.tokenCalls)).toEqual([1, 1]);
	const failing = lagos.node('Node', 'account', 'get', {}, { onError: 'continueErrorOutput' });
	const run = await lagos.run([failing], [...rows(), {}]);
	expect(run.items('Node')).toHaveLength(2);
	expect(run.items('Node', 1)).toMatchObject([{ json: { error: { code: 'settings' } }, pairedItem: 2 }]);
});

test('two rows of one merchant with the same reference are one order, and keep all back', async () => {
	const { error } = await lagos.run([charge()], [...rows(), rowOf(accra)]);
	expect(error!.message).toBe("No card was charged: 'Reference' is the same as that of item 1.");
	expect(both(chargesOf)).toEqual([0, 0]);
});

test('a retry sends to each merchant only what it has not sent', async () => {
	accra.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
	const failed = await lagos.run([charge()], rows());
	expect(failed.error!.message).toBe('1 of 2 charged, stopped at ORD-1.');
	const retried = await lagos.run([charge()], rows(), { retryOf: failed });
	expect(retried.items('Node').map(({ json }) => json.outcome)).toEqual(['authorized', 'authorized']);
	expect(both(chargesOf)).toEqual([1, 1]);
});

describe('an expression of the credential that', () => {
	const NAMED = 'The credential "Card Payment Sandbox" has an expression';
	const cannot = `${NAMED} that cannot be evaluated for this item.`;
	const CASES: Array<[string, IDataObject, string]> = [
		['needs what is blocked', { baseUrl: '={{ $env.HOST }}' }, cannot],
		['names a node that is not there', { privateKey: '={{ $("Keys").item.json.key }}' }, cannot],
		['is not finished', { apiKey: '={{ $json.keys. }}' }, cannot],
		['finds no field', { apiKey: '={{ $json.key }}' }, `${NAMED} in 'API Key' that gives nothing for this item.`],
	];

	test.each(CASES)('%s is told in words, and nothing is sent', async (_, changes, message) => {
		lagos.editCredential(changes);
		const { error } = await lagos.run([charge()], rows());
		expect(error!.message).toBe(`No card was charged: ${message.replace('The', 'the')}`);
		expect(error!.description).toMatch(/^Give the item what the expression needs/);
		const verify = lagos.node('Node', 'transaction', 'verify', { transactionReference: 'ORD-1' });
		expect((await lagos.run([verify], rows())).error!.message).toBe(message);
		expect(both(({ sandbox }) => sandbox.requests)).toEqual([[], []]);
	});

	test('fails for one row keeps all back, or fails that row alone where the node continues', async () => {
		const input = [...rows(), { host: accra.sandbox.url }];
		const { error } = await lagos.run([charge()], input);
		expect(error!.message).toBe(
			`No card was charged: ${NAMED.replace('The', 'the')} in 'API Key' that gives nothing for this item.`,
		);
		expect(error!.description).toContain('Item 2');
		expect(both(chargesOf)).toEqual([0, 0]);
		const items = (await lagos.run([charge(GOES_ON)], input)).items('Node');
		expect(items.map(({ json }) => json.outcome ?? (json.error as IDataObject).code)).toEqual([
			'authorized',
			'authorized',
			'settings',
		]);
		expect(both(chargesOf)).toEqual([1, 1]);
	});

	test.each([...CASES, ['needs an item', {}, '']])('%s cannot be used where there is no item', async (_, changes) => {
		lagos.editCredential(changes);
		for (const list of ['searchBanks', 'searchPayments', 'searchRefundablePayments']) {
			const { message, description } = await lagos.engine
				.listSearch(lagos.node('Node', 'bankAccount', 'resolveName'), list)
				.then(
					() => Promise.reject(new Error('It did not fail')),
					(error: Error & { description: string }) => error,
				);
			expect(message).toMatch(
				new RegExp(`^${NAMED}( in '.*')? that cannot be evaluated here, because there is no item\\.$`),
			);
			expect(description).toMatch(/^Choose a credential without expressions/);
		}
	});
});
