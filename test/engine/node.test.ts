import { Engine } from '../../dev/engine';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type AnySchemaObject } from 'ajv';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ACCOUNTS, CARDS, chargeFields, transferFields, World } from './support/world';

const NODE = 'n8n-nodes-card-payment.cardPayment';

let world: World;
beforeAll(async () => {
	world = await World.start({ verifyKnowsMerchantReference: true }, {}, await Engine.start());
});
afterAll(async () => await world.stop());

const description = () => world.engine.nodeType(NODE).description;
const optionsOf = ({ options }: INodeProperties) => options as INodePropertyOptions[];

/** Every resource and operation that the editor offers. */
function offered(): Array<[string, string]> {
	const { properties } = description();
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((operation) =>
			optionsOf(operation).map(
				({ value }) => [String(operation.displayOptions!.show!.resource![0]), String(value)] as [string, string],
			),
		);
}

/** What an operation puts out with Simplify on. */
const one = async (
	resource: string,
	operation: string,
	{ options, ...parameters }: IDataObject = {},
	input?: IDataObject[],
) =>
	await world.one(
		resource,
		operation,
		{ ...parameters, options: { ...(options as IDataObject), simplify: true } },
		input,
	);

describe('the output schemas', () => {
	const schemaOf = (resource: string, operation: string): AnySchemaObject =>
		JSON.parse(
			readFileSync(
				join(__dirname, '../../dist/nodes/CardPayment/__schema__/v1.0.0', resource, `${operation}.json`),
				'utf8',
			),
		) as AnySchemaObject;

	async function charged(changes: IDataObject = {}): Promise<string> {
		const [item] = await world.one('card', 'charge', chargeFields(changes));
		return item!.json.transactionReference as string;
	}

	/** What an operation says of a transfer. */
	async function transferred(operation: string) {
		const [item] = await one('transfer', 'create', transferFields());
		return await one('transfer', operation, { transferReference: item!.json.transactionReference });
	}

	/** Outputs of an operation in each of its forms. */
	const outputs: Record<string, () => Promise<IDataObject[]>> = {
		'card.charge': async () => {
			const forms = [
				CARDS.otp,
				CARDS.threeDSecure,
				CARDS.frictionless,
				{ ...CARDS.frictionless, cvv: '999' },
				{ reference: 'S-1' },
				{ reference: 'S-1', options: { ifUsed: 'show' } },
			];
			const lost = async (form: IDataObject) => await one('card', 'charge', form);
			const items = [];
			for (const form of forms) items.push(...(await lost(chargeFields(form))));
			world.sandbox.fail({ on: 'charge', kind: 'reset' });
			return [...items, ...(await lost(chargeFields()))].map(({ json }) => json);
		},
		'card.authorize': async () => {
			const transactionReference = await charged();
			const items = [];
			for (const otp of ['000000', '123456'])
				items.push(...(await one('card', 'authorize', { transactionReference, otp })));
			return items.map(({ json }) => json);
		},
		'card.collectOtp': async () => {
			const items = [];
			// One waits, the other one is settled already.
			for (const transactionReference of [await charged(), await charged(CARDS.frictionless)])
				items.push(...(await one('card', 'collectOtp', { transactionReference })));
			return items.map(({ json }) => json);
		},
		'paymentLink.create': async () => {
			const checkoutUrl = 'https://n8n.example/webhook/1/checkout';
			const { amount, currency } = chargeFields();
			return (await one('paymentLink', 'create', { checkoutUrl, amount, currency, reference: 'ORD-1' })).map(
				({ json }) => json,
			);
		},
		'transaction.verify': async () => {
			const items = await one('transaction', 'verify', { transactionReference: await charged() });
			world.sandbox.configure({ verifyShape: 'table' });
			return [...items, ...(await one('transaction', 'verify', { transactionReference: await charged() }))].map(
				({ json }) => json,
			);
		},
		'transaction.waitForOutcome': async () => {
			const items = await one('transaction', 'waitForOutcome', {
				transactionReference: await charged(),
				timeLimit: 0,
			});
			return items.map(({ json }) => json);
		},
		'transaction.refund': async () => {
			const transactionReference = await charged(CARDS.frictionless);
			const items = await one('transaction', 'refund', { transactionReference, reason: 'Returned' });
			return items.map(({ json }) => json);
		},
		'payment.createHostedCheckout': async () => {
			const { amount, currency } = chargeFields();
			const form = { amount, currency, email: 'ada@shop.example' };
			const make = async (reference: string) => await one('payment', 'createHostedCheckout', { ...form, reference });
			const items = await make('S-H1');
			world.sandbox.fail({ on: 'hostedCheckout', kind: 'reset' });
			return [...items, ...(await make('S-H2'))].map(({ json }) => json);
		},
		'transaction.getMany': async () => (await one('transaction', 'getMany')).map(({ json }) => json),
		'bank.getMany': async () => (await one('bank', 'getMany', { returnAll: true })).map(({ json }) => json),
		'bankAccount.resolveName': async () => {
			const numbers = [ACCOUNTS.completes, ACCOUNTS.none].map((accountNumber) => ({ accountNumber }));
			const fields = { bank: transferFields().bank, accountNumber: '={{ $json.accountNumber }}' };
			return (await one('bankAccount', 'resolveName', fields, numbers)).map(({ json }) => json);
		},
		'transfer.create': async () => {
			const forms: IDataObject[] = [
				...Object.values(ACCOUNTS).map((accountNumber) => ({ accountNumber })),
				{ checkName: true, expectedName: 'Somebody Else' },
				{ requestId: 'S-1' },
				{ requestId: 'S-1', options: { ifUsed: 'show' } },
			];
			const items = [];
			for (const form of forms) items.push(...(await one('transfer', 'create', transferFields(form))));
			world.sandbox.fail({ on: 'transfer', kind: 'reset' });
			return [...items, ...(await one('transfer', 'create', transferFields()))].map(({ json }) => json);
		},
		'transfer.getStatus': async () => (await transferred('getStatus')).map(({ json }) => json),
		'transfer.waitForOutcome': async () => (await transferred('waitForOutcome')).map(({ json }) => json),
		'account.checkSetup': async () => (await one('account', 'checkSetup')).map(({ json }) => json),
		'account.get': async () => (await one('account', 'get')).map(({ json }) => json),
	};

	test('are there for every operation', () => {
		expect(
			offered()
				.map((operation) => operation.join('.'))
				.sort(),
		).toEqual(Object.keys(outputs).sort());
	});

	test.each(Object.keys(outputs))('describe what %s puts out, field by field', async (operation) => {
		const [resource, name] = operation.split('.') as [string, string];
		const { version, ...schema } = schemaOf(resource, name);
		expect(version).toBe(1);
		const fields = Object.keys(schema.properties as object);
		const validate = new Ajv({ allowUnionTypes: true }).compile({
			...schema,
			// Those of an operation's own come where they have a value.
			required: fields.includes('outcome') ? fields.slice(0, 7) : fields,
			additionalProperties: false,
		});
		const items = await outputs[operation]!();
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect([validate(item), validate.errors]).toEqual([true, null]);
	});
});

describe('the searchable lists', () => {
	const node = () => world.node('Node', 'card', 'charge');

	test('currencies are found by code and by name', async () => {
		expect((await world.engine.listSearch(node(), 'searchCurrencies', 'ngn')).results).toEqual([
			{ name: 'NGN - Nigerian Naira', value: 'NGN' },
		]);
		expect((await world.engine.listSearch(node(), 'searchCurrencies', 'japan')).results).toContainEqual({
			name: 'JPY - Japanese Yen',
			value: 'JPY',
		});
		expect((await world.engine.listSearch(node(), 'searchCurrencies')).results.length).toBeGreaterThan(150);
	});

	test('banks are found by name and by code, over all pages', async () => {
		world.sandbox.configure({ bankPageSize: 50 });
		expect((await world.engine.listSearch(node(), 'searchBanks')).results).toHaveLength(237);
		const [first] = (await world.engine.listSearch(node(), 'searchBanks', 'amber bank')).results;
		expect(first).toEqual({
			name: expect.stringMatching(/^Amber Bank.* \(\d+\)$/),
			value: expect.stringMatching(/^\d+$/),
		});
	});

	test('a bank list that cannot be had says why', async () => {
		world.sandbox.fail({ on: 'banks', kind: 'status', status: 503 });
		await expect(world.engine.listSearch(node(), 'searchBanks')).rejects.toMatchObject({
			message: expect.stringContaining('n8n could not list banks'),
		});
	});
});

test.each([
	['__CUSTOM_API_CALL__', 'card'],
	['refund', 'card'],
	['charge', 'bank'],
	['constructor', 'card'],
])('the operation "%s" of "%s" is refused with a clear error', async (operation, resource) => {
	const run = await world.run([world.node('Node', resource, operation)]);
	expect(run.error).toMatchObject({
		message: 'This node has no such operation.',
		description: expect.stringContaining("use n8n's HTTP Request node with this credential"),
	});
});

test('a credential that is gone is said to be so', async () => {
	const run = await world.run([
		{ ...world.node('Node', 'bank', 'getMany'), credentials: { cardPaymentApi: { id: 'gone', name: 'gone' } } },
	]);
	expect(run.error).toMatchObject({
		message: 'There is no credential that this node can use.',
		description: expect.stringContaining('Choose a "Card Payment API" credential'),
	});
});

test('an unknown operation passes no input on', async () => {
	const run = await world.run(
		[world.node('Node', 'card', 'refund', {}, { onError: 'continueRegularOutput' })],
		[{ secret: 1 }],
	);
	expect(run.items('Node').map(({ json }) => Object.keys(json))).toEqual([['error']]);
});

test('secrets are typed as passwords', () => {
	const inCollections = description().properties.flatMap((property) => [
		property,
		...((property.options ?? []) as INodeProperties[]),
	]);
	const secret = inCollections.filter(
		({ name, type }) => type === 'string' && ['cardNumber', 'cvv', 'cardPin', 'otp'].includes(name),
	);
	expect(secret.map(({ name }) => name).sort()).toEqual(['cardNumber', 'cardPin', 'cvv', 'otp']);
	expect(secret.every(({ typeOptions }) => typeOptions?.password)).toBe(true);
});

test.each([
	['of its item', [{ minutes: 10 }]],
	['of the first item that waits', [{ minutes: 'many' }, { minutes: 10 }]],
])('a customer is waited for until the time limit %s', async (_, input) => {
	const [charged] = await world.one('card', 'charge', chargeFields());
	const { transactionReference } = charged!.json;
	const collect = { transactionReference, timeLimit: '={{ $json.minutes }}' };
	const node = world.node('Node', 'card', 'collectOtp', collect, { onError: 'continueRegularOutput' });
	const { run, status } = await world.run([node], input);
	const minutes = (run.waitTill!.getTime() - Date.now()) / 60_000;
	expect([status, Math.round(minutes)]).toEqual(['waiting', 10]);
});
