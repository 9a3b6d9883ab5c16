import type { IDataObject } from 'n8n-workflow';

import type { INodeJson } from '../../dev/engine';
import { ACCOUNTS, CARDS, chargeFields, transferFields, World } from './support/world';

/* A default is for a field that is literally empty, and not for an expression that gives nothing. */

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	await world.one('bank', 'getMany', { limit: 1 });
	world.sandbox.requests.length = 0;
});

const NEW_NODES: Record<string, (reference: unknown) => INodeJson> = {
	Charge: (reference) => world.node('Node', 'card', 'charge', chargeFields({ reference } as IDataObject)),
	Transfer: (requestId) => world.node('Node', 'transfer', 'create', transferFields({ requestId } as IDataObject)),
	'Payment Link': (reference) =>
		world.node('Node', 'paymentLink', 'create', {
			checkoutUrl: 'https://n8n.example/webhook/1/checkout',
			amount: '10.50',
			currency: { __rl: true, mode: 'list', value: 'NGN' },
			reference,
		}),
};

describe.each(Object.entries(NEW_NODES))('%s: the reference', (name, nodeWith) => {
	const label = name === 'Transfer' ? 'Request ID' : 'Reference';

	test.each(['={{ null }}', '={{ undefined }}', '={{ "" }}', '={{ "  " }}', '=', '={{ $json.missing }}', '  '])(
		'that gives nothing is refused by its name: %j',
		async (reference) => {
			const run = await world.run([nodeWith(reference)]);
			expect(run.error!.message).toMatch(new RegExp(`^(The .* was not .*: )?${label} has no value for this item\\.$`));
			expect(run.error!.description).toBe('Give it one in every item, or leave the field empty for all of them.');
			expect(world.sandbox.requests).toEqual([]);
		},
	);

	test('that is missing in one row of a list keeps all back, or fails that row', async () => {
		const rows = [{ id: 'A-1' }, {}, { id: 'A-3' }];
		expect((await world.run([nodeWith('={{ $json.id }}')], rows)).error!.description).toMatch(/<br>Item 1\.$/);
		const node = { ...nodeWith('={{ $json.id }}'), onError: 'continueRegularOutput' };
		const run = await world.run([node], rows);
		expect(run.items('Node').map(({ json }) => json.reference ?? json.error)).toEqual([
			'A-1',
			expect.objectContaining({ code: 'invalid_input', field: label, charged: 'no' }),
			'A-3',
		]);
	});

	test.each([
		['={{ 0 }}', '0'],
		[0, '0'],
		['0', '0'],
		['={{ 1001 }}', '1001'],
	])('%j is the reference %j', async (reference, expected) => {
		expect((await world.run([nodeWith(reference)])).items('Node')[0]!.json.reference).toBe(expected);
	});

	// n8n takes a null in a workflow's file for an empty field.
	test.each([[''], [undefined], [null]])('that is literally empty is automatic: %j', async (reference) => {
		const run = await world.run([nodeWith(reference)]);
		expect(run.items('Node')[0]!.json.reference).toMatch(/^n8n-[0-9a-f]{24}$/);
	});
});

describe('the reference in JSON', () => {
	const CHARGE = {
		...CARDS.otp,
		amount: 1050,
		currency: 'NGN',
		callbackUrl: 'https://shop.example/paid',
		webhookURL: 'https://shop.example/hook',
	};
	const charge = (value: unknown) => world.node('Node', 'card', 'chargeFromJson', { charge: value });

	test.each([{ reference: null }, { reference: '' }, { reference: ' ' }, { tid: null }, { tid: '' }])(
		'that is there and has no value is refused: %j',
		async (fields) => {
			const [name] = Object.keys(fields);
			const whole = { ...CHARGE, ...fields };
			for (const value of ['={{ $json }}', `=${JSON.stringify(whole)}`, JSON.stringify(whole)]) {
				const run = await world.run([charge(value)], [whole]);
				expect(run.error!.message).toBe(`The card was not charged: ${name} has no value for this item.`);
				expect(run.error!.description).toBe('Give it one in every item, or leave it out of the JSON for all of them.');
			}
			expect(world.sandbox.requests).toEqual([]);
		},
	);

	test('that is missing in an object is refused', async () => {
		const run = await world.run([charge('={{ ({ ...$json, reference: $json.missing }) }}')], [CHARGE]);
		expect(run.error!.message).toBe('The card was not charged: reference has no value for this item.');
		expect(world.sandbox.requests).toEqual([]);
	});

	test('that is 0 is "0"; without the key it is automatic', async () => {
		const referenceOf = async (input: object) =>
			(await world.run([charge('={{ $json }}')], [input as never])).items('Node')[0]!.json.reference;
		expect(await referenceOf({ ...CHARGE, reference: 0 })).toBe('0');
		expect(await referenceOf(CHARGE)).toMatch(/^n8n-/);
	});
});

describe('an expression that gives nothing is refused', () => {
	const missing = '={{ $json.missing }}';

	test.each([
		['Check Account Name First', { checkName: missing, expectedName: 'Somebody Else' }],
		['Account Number Digits', { options: { accountDigits: missing } }],
		['If the Request ID Was Used Before', { options: { ifUsed: missing } }],
	])('in Transfer: %s', async (label, fields) => {
		const run = await world.run([world.node('Node', 'transfer', 'create', transferFields(fields))]);
		expect(run.error!.message).toMatch(new RegExp(`: ${label} has no value for this item\\.$`));
		expect(world.sandbox.requests).toEqual([]);
	});

	test('as the Expected Account Name', async () => {
		const fields = transferFields({ checkName: true, expectedName: missing });
		const run = await world.run([world.node('Node', 'transfer', 'create', fields)]);
		expect(run.error!.message).toBe('The money was not transferred: Expected Account Name is missing.');
		expect(world.sandbox.requests).toEqual([]);
	});

	test.each([
		['Terminal ID', { options: { tid: missing } }],
		['Expiry Year Sent As', { options: { yearDigits: missing } }],
		['Send PIN As', { options: { pinFormat: missing } }],
		['If the Reference Was Used Before', { options: { ifUsed: missing } }],
	])('in Charge: %s', async (label, fields) => {
		const run = await world.run([world.node('Node', 'card', 'charge', chargeFields(fields))]);
		expect(run.error!.message).toMatch(new RegExp(`: ${label} has no value for this item\\.$`));
		expect(world.sandbox.requests).toEqual([]);
	});

	test.each([
		['transaction', 'verify', 'transactionReference'],
		['transaction', 'waitForOutcome', 'transactionReference'],
		['transfer', 'getStatus', 'transferReference'],
	])('in %s: %s: Fail Unless Authorized', async (resource, operation, field) => {
		const options = { failUnlessAuthorized: missing };
		const run = await world.run([world.node('Node', resource, operation, { [field]: 'X-1', options })]);
		expect(run.error!.message).toMatch(/^Fail Unless Authorized has no value for this item/);
		expect(world.sandbox.requests).toEqual([]);
	});
});

test('optional facts about the payer may be missing in a row', async () => {
	const customer = { email: '={{ $json.email }}', firstName: '={{ $json.name }}' };
	const fields = chargeFields({ options: { customer, sourceUrl: '', tid: '' } });
	expect(await world.one('card', 'charge', fields)).toHaveLength(1);
});

test('options that are set to a value are taken', async () => {
	const fields = transferFields({
		checkName: '={{ true }}',
		expectedName: 'Somebody Else',
		options: { ifUsed: '={{ "show" }}' },
	});
	const [item] = await world.one('transfer', 'create', { ...fields, accountNumber: ACCOUNTS.completes });
	expect(item!.json).toMatchObject({ outcome: 'declined', mismatch: expect.any(String) });
});
