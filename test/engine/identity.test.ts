import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, RunOptions } from '../../dev/engine';
import { CARDS, chargeFields, transferFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* A payment is identified by its reference, which the merchant chooses. */

setUpWorld();
beforeEach(() => {
	world.editCredential({ environment: 'live', baseUrl: world.sandbox.url });
});

const NODES: Record<string, (reference: unknown) => INodeJson> = {
	Charge: (reference) =>
		world.node('Node', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference } as IDataObject)),
	Transfer: (requestId) => world.node('Node', 'transfer', 'create', transferFields({ requestId } as IDataObject)),
	'Payment Link': (reference) =>
		world.node('Node', 'paymentLink', 'create', {
			checkoutUrl: 'https://n8n.example/webhook/1/checkout',
			amount: '10.50',
			currency: { __rl: true, mode: 'list', value: 'NGN' },
			reference,
		}),
};

const EDITOR: RunOptions = { mode: 'manual' };
const PRODUCTION: RunOptions = { mode: 'trigger' };

describe.each(Object.entries(NODES))('%s: the reference', (name, nodeWith) => {
	const label = name === 'Transfer' ? 'Request ID' : 'Reference';

	// n8n takes a null in a workflow's file for an empty field.
	test.each(
		['', null, undefined].flatMap((empty) => [
			['in production', 'live', PRODUCTION, empty] as const,
			['in production, with a Test credential', 'test', PRODUCTION, empty] as const,
			['in the editor, with a Live credential', 'live', EDITOR, empty] as const,
			['in the editor, where Environment is not set', '', EDITOR, empty] as const,
		]),
	)('is required %s (%j)', async (_, environment, options, empty) => {
		world.editCredential({ environment });
		const run = await world.run([nodeWith(empty)], [{}], options);
		expect(run.error!.message).toMatch(new RegExp(`^(The .* was not .*: )?'${label}' is missing\\.$`));
		expect(world.sandbox.requests).toEqual([]);
	});

	test('is made at random in the editor with a Test credential, and nobody is asked about it', async () => {
		world.editCredential({ environment: 'test' });
		const runs = [await world.run([nodeWith('')], [{}, {}], EDITOR), await world.run([nodeWith('')], [{}], EDITOR)];
		const references = runs.flatMap((run) => run.items('Node').map(({ json }) => String(json.reference)));
		expect(references).toEqual(Array(3).fill(expect.stringMatching(/^test-[0-9a-f-]{36}$/)));
		expect(new Set(references).size).toBe(3);
		expect(world.sandbox.requests.filter(({ method }) => method === 'GET')).toEqual([]);
	});

	test.each(['={{ null }}', '={{ undefined }}', '={{ "" }}', '={{ "  " }}', '=', '={{ $json.missing }}', '  '])(
		'that gives nothing is refused by its name, whatever the environment: %j',
		async (reference) => {
			for (const [environment, options] of [['live', PRODUCTION] as const, ['test', EDITOR] as const]) {
				world.editCredential({ environment });
				const run = await world.run([nodeWith(reference)], [{}], options);
				expect(run.error!.message).toMatch(
					new RegExp(`^(The .* was not .*: )?'${label}' has no value for this item\\.$`),
				);
			}
			expect(world.sandbox.requests).toEqual([]);
		},
	);

	test('that one row of a list does not have keeps all back', async () => {
		const run = await world.run([nodeWith('={{ $json.id }}')], [{ id: 'A-1' }, {}, { id: 'A-3' }]);
		expect(run.error!.message).toMatch(/has no value for this item/);
		expect(run.error!.description).toMatch(/Item 1[.:]/);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('with an invisible character is refused, because it would be another payment', async () => {
		const run = await world.run([nodeWith('={{ $json.id }}')], [{ id: 'ORD-1001' }, { id: 'ORD-1001\u200b' }]);
		expect(run.error!.message).toContain(`'${label}' has an invisible character (U+200B, a zero-width space) in it.`);
		expect(run.error!.description).toMatch(/Item 1[.:]/);
		expect(run.error!.description).toContain('Write the reference without it, or clean the data it comes from');
		expect(world.sandbox.requests).toEqual([]);
	});

	test('in two forms of Unicode is one', async () => {
		const run = await world.run([nodeWith('={{ $json.id }}')], [{ id: 'Ad\u00e9-1' }, { id: 'Ade\u0301-1' }]);
		expect(`${run.error!.message} ${run.error!.description}`).toContain('is the same as that of item 0');
		expect(world.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('of which a template has no part in one row keeps all back', async () => {
		const run = await world.run([nodeWith('=ORD-{{ $json.id }}')], [{ id: 1 }, {}, { id: 3 }]);
		expect(run.error!.message).toContain(`'${label}' has an expression that gives nothing for this item`);
		expect(run.error!.description).toMatch(/Item 1[.:]/);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('where the node continues, only the row without a reference fails', async () => {
		const node = { ...nodeWith('={{ $json.id }}'), onError: 'continueRegularOutput' };
		const run = await world.run([node], [{ id: 'A-1' }, {}, { id: 'A-3' }]);
		expect(run.items('Node').map(({ json }) => json.reference ?? json.error)).toEqual([
			'A-1',
			expect.objectContaining({ code: 'invalid_input', field: label, charged: 'no' }),
			'A-3',
		]);
	});
});

test.each([
	['card', 'authorize', 'transactionReference', { otp: '123456' }],
	['card', 'collectOtp', 'transactionReference', {}],
	[
		'payment',
		'createHostedCheckout',
		'reference',
		{
			...{ email: 'ada@shop.example', amount: '1', returnUrl: 'https://shop.example' },
			currency: { __rl: true, mode: 'list', value: 'NGN' },
		},
	],
	['transaction', 'verify', 'transactionReference', {}],
	['transaction', 'waitForOutcome', 'transactionReference', {}],
	['transaction', 'refund', 'transactionReference', {}],
	['transaction', 'getMany', 'filters', {}],
	['transfer', 'getStatus', 'transferReference', {}],
	['transfer', 'waitForOutcome', 'transferReference', {}],
])(
	'%s %s: a template without a part is refused, and so is an invisible character',
	async (resource, operation, name, more) => {
		for (const [template, rule] of [
			['=ORD-{{ $json.missing }}', / has an expression that gives nothing for this item/],
			['={{ "ORD-" + $json.missing }}', / has an expression that gives "undefined" for this item/],
			['ORD-1\u200b', / has an invisible character \(U\+200B, a zero-width space\) in it/],
			['={{ "ORD-\u00a01" }}', / has a no-break space \(U\+00A0\) in it/],
		] as const) {
			const fields = name === 'filters' ? { filters: { reference: template } } : { [name]: template };
			const run = await world.run([world.node('Node', resource, operation, { ...more, ...fields })]);
			expect(`${run.error!.message} ${run.error!.description}`).toMatch(rule);
		}
		expect(world.sandbox.requests).toEqual([]);
	},
);

describe.each(['Charge', 'Transfer'])('%s: a reference that two rows of a list have', (name) => {
	const rows = [{ id: 'A-1' }, { id: 'A-2' }, { id: 'A-1' }];

	test('keeps all back', async () => {
		const run = await world.run([NODES[name]!('={{ $json.id }}')], rows);
		expect(run.error!.message).toMatch(/ is the same as that of item 0\.$/);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('is paid once where the node continues', async () => {
		const node = { ...NODES[name]!('={{ $json.id }}'), onError: 'continueRegularOutput' };
		const run = await world.run([node], rows);
		expect(run.items('Node').map(({ json }) => json.outcome ?? json.error)).toEqual([
			'authorized',
			'authorized',
			expect.objectContaining({ code: 'invalid_input', reference: 'A-1', charged: 'no' }),
		]);
		const { ledger, transfers } = world.sandbox;
		expect(ledger.transactions.length + transfers.list.length).toBe(2);
	});
});

describe('the address of a Live credential', () => {
	/** The address of the sandbox by another name of this machine than those that are allowed. */
	const byAnotherName = () => world.sandbox.url.replace('127.0.0.1', '0.0.0.0');

	test.each(
		Object.entries(NODES)
			.filter(([name]) => name !== 'Payment Link')
			.flatMap(([name, nodeWith]) => ['live', ''].map((environment) => [name, environment, nodeWith] as const)),
	)('is https, or nothing is sent: %s, Environment %j', async (_, environment, nodeWith) => {
		world.editCredential({ environment, baseUrl: byAnotherName() });
		const run = await world.run([nodeWith('ORD-1')]);
		expect(run.error!.message).toMatch(/was not .*: the credential is for live payments, but its address /);
		expect(world.sandbox.requests).toEqual([]);
		// The address is in order but for that.
		world.editCredential({ environment: 'test' });
		expect((await world.run([nodeWith('ORD-1')])).items('Node')).toMatchObject([{ json: { authorized: true } }]);
	});
});
