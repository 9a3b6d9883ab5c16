import { isObject } from '../../gateway/values/input';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { IExecuteFunctions, INodeProperties, INodePropertyOptions, WorkflowExecuteMode } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import type { Endpoint } from '../../gateway/client/endpoint';
import { ENDPOINTS } from '../../gateway/client/endpoints';
import {
	CARD_AUTHENTICATION_NAMES,
	CREDENTIAL_LABELS,
	PUBLIC_KEY_NAMES,
	RENEWAL_STYLE_NAMES,
	USUAL_CARD_HEADER,
} from '../../gateway/client/credentialLabels';
import type { Fields } from '../../gateway/fields';
import { accountFields } from '../../gateway/calls/nameEnquiry';
import type { MoneyCall } from '../../gateway/sending/call';
import { decideSending, sendOnce } from '../../gateway/sending/pay';
import type { Service } from '../../gateway/sending/service';
import { CardPayment } from '../../nodes/CardPayment/CardPayment.node';
import { resources } from '../../nodes/CardPayment/resources';
import type { Run } from '../../nodes/shared/execution/operation';
import { Parameters } from '../../nodes/shared/execution/parameters';
import { payment } from '../../gateway/payment';
import { GOOD } from './badInput';
import { attempt, settingsWith } from './gateway/examples';

/* Checks for what somebody could forget who adds an operation, a call, a field, an endpoint or a setting, and nothing else would say. */

const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource].flatMap(([name, operation]) =>
		operation.kind === 'once'
			? []
			: [{ name: `${option.name}: ${String(name)}`, resource: option.value, value: name, operation }],
	),
);
type Listed = (typeof operations)[number];
const paying = operations.flatMap(({ name, operation }) => (operation.kind === 'pay' ? [{ name, operation }] : []));

/** The exports of gateway/calls, by name. */
const exported = Object.fromEntries(
	readdirSync(join(__dirname, '../../gateway/calls')).flatMap((file) =>
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- it is found by its name
		Object.entries(require(join(__dirname, '../../gateway/calls', file)) as Record<string, unknown>),
	),
);

/** The service's record, for operations on a payment that exists. */
const PAID = payment({ outcome: 'authorized', amount: 10, currency: 'NGN', transactionReference: 'SBX-1' });

const USUAL: Readonly<Record<string, unknown>> = { ...GOOD, timeLimit: 1, amountUnit: 'major', notify: 'trigger' };

/** The endpoints that an operation calls for an item, up to the first call that moves money. */
async function endpointsOf({ operation }: Listed): Promise<Endpoint[]> {
	const called: Endpoint[] = [];
	const service: Service = {
		settings: settingsWith(),
		send(endpoint: Endpoint) {
			called.push(endpoint);
			throw new Error('The test answers nothing');
		},
		pause: async () => undefined,
	};
	const run = { service, signal: AbortSignal.abort() } as unknown as Run;
	const parameters = parametersOf(operation, USUAL, 'trigger');
	if (operation.kind === 'read') {
		await operation.perform(run, operation.prepare(parameters, service.settings)).catch(() => undefined);
		return called;
	}
	const { call } = operation;
	const lookUp =
		call.earlier.kind === 'changesPayment'
			? ({ kind: 'record', record: PAID } as const)
			: ({ kind: 'nothing' } as const);
	const before = decideSending(call, operation.prepare(parameters, service.settings), lookUp, service.settings);
	if ('request' in before) await sendOnce(service, call, before.request).catch(() => undefined);
	const sent = called.findIndex(({ movesMoney }) => movesMoney);
	return called.slice(0, sent + 1);
}

/** An operation's parameters, as n8n gives them: a field that the editor does not have has no value. */
function parametersOf(
	{ fields }: Pick<Listed['operation'], 'fields'>,
	given: Readonly<Record<string, unknown>>,
	mode: WorkflowExecuteMode,
): Parameters {
	const context = {
		getNodeParameter(path: string, _: number, fallback: unknown) {
			const [name = '', option] = path.split('.');
			const field = fields.find((one) => one.name === name);
			const value = field && (shownOf(field, given[name]) ?? field.default);
			if (option === undefined) return value ?? fallback;
			return (value as Record<string, unknown> | undefined)?.[option] ?? fallback;
		},
		getInputData: () => [{ json: {} }],
		getMode: () => mode,
		getTimezone: () => 'Africa/Lagos',
		getNode: () => ({ type: 'cardPayment' }),
		getWorkflowDataProxy: () => ({ $execution: { resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=x' } }),
	};
	return new Parameters(context as unknown as IExecuteFunctions, 0, fields);
}

/** A value without what the editor does not show of a collection. */
function shownOf({ type, options = [] }: INodeProperties, value: unknown): unknown {
	if (type !== 'collection' || !isObject(value)) return value;
	const shown = (options as INodeProperties[]).filter(({ name }) => name in value);
	return Object.fromEntries(shown.map((field) => [field.name, shownOf(field, value[field.name])]));
}

describe('an operation pays where its call moves money, so that nothing is sent twice', () => {
	test.each(operations)('$name', async (entry) => {
		const called = await endpointsOf(entry);
		// Making a link calls nothing.
		expect(called.length > 0).toBe(entry.name !== 'Payment Link: create');
		expect(called.some(({ movesMoney }) => movesMoney)).toBe(entry.operation.kind === 'pay');
	});
});

describe('a call that moves money', () => {
	const isCall = (value: unknown): value is MoneyCall => isObject(value) && 'endpoint' in value;
	const moneyCalls = Object.entries(exported).filter(
		(entry): entry is [string, MoneyCall] => isCall(entry[1]) && entry[1].endpoint.movesMoney,
	);

	test('is made for each endpoint that moves money, once', () => {
		const moving = Object.values(ENDPOINTS).filter(({ movesMoney }) => movesMoney);
		const called = moneyCalls.map(([, { endpoint }]) => endpoint.label);
		expect(called.sort()).toEqual(moving.map(({ label }) => label).sort());
	});

	test.each(moneyCalls)('is that of one operation: %s', (_, call) => {
		expect(paying.filter(({ operation }) => (operation.call as unknown) === call)).toHaveLength(1);
	});

	test.each(paying)('is stored without what was entered for it: $name', ({ operation }) => {
		const request = operation.prepare(parametersOf(operation, USUAL, 'trigger'), settingsWith());
		const secrets = request.secrets.filter((secret) => secret !== '');
		const stored = operation.call.partToStore(request);
		expect(stored).toMatchObject({ reference: request.reference, secrets: [] });
		for (const secret of secrets) expect(JSON.stringify({ ...stored, money: null })).not.toContain(`"${secret}"`);
	});

	test.each(paying)('is worded of its own: $name', ({ operation }) => {
		const { words } = operation.call;
		expect(operation.fields.map(({ displayName }) => displayName)).toContain(words.referenceField);
		const same = paying.filter(({ operation: { call } }) => call.words.item.name === words.item.name);
		// A request that was sent is found by this name.
		expect(same).toHaveLength(1);
	});
});

test('what is posted moves money, but for the login', () => {
	const posted = Object.values<Endpoint>(ENDPOINTS).filter(({ method }) => method === 'POST');
	expect(posted.filter(({ movesMoney }) => !movesMoney)).toEqual([ENDPOINTS.token]);
});

describe('a field of a call is shown in the editor, and what is entered there reaches the request', () => {
	/** The values to enter, where a text of its own will not do. */
	const ENTERED: Readonly<Record<string, unknown>> = {
		...{ cardNumber: '5123450000000008', expiry: '04/51', cvv: '737', cardPin: '4321', otp: '654321' },
		...{
			sourceUrl: 'https://other.example/page',
			email: 'other@shop.example',
			amountToRefund: '3.21',
			refundedBefore: '1.50',
		},
		...{ javaEnabled: true, javaScriptEnabled: false, colorDepth: 30, screenHeight: 1234, screenWidth: 4321 },
		...{ bearer: 'customer', channels: ['bank'], accountNumber: '9876543210' },
	};

	/** The form of a value in the request, where it is not as it was entered. */
	const SENT: Readonly<Record<string, string>> = {
		...{ expiry: 'expiryYear=51', bearer: 'bearer=2', channels: '0=bank', refundedBefore: 'expectedState=1.5' },
	};

	const properties = new CardPayment().description.properties;
	const within = (field: INodeProperties | undefined) => (field?.options ?? []) as INodeProperties[];
	/** The fields that the editor shows for an operation. */
	const shownFor = ({ resource, value }: Listed) =>
		properties.filter(({ displayOptions: { show: { resource: ofResource, operation } = {} } = {} }) => {
			return ofResource?.includes(resource) && operation?.includes(value as string);
		});

	const rowsOf = (fields: Fields, path: string[] = []): string[][] =>
		Object.entries(fields).flatMap(([name, row]) =>
			row.fields ? rowsOf(row.fields, [...path, name]) : [[...path, name]],
		);
	const rows = operations.flatMap((listed) => {
		const { name, operation } = listed;
		const reads = name === 'Bank Account: resolveName' ? accountFields : {};
		const fields = rowsOf(operation.kind === 'pay' ? operation.call.fields : reads);
		return fields.map((path) => ({ name, row: path.join(' > '), path, listed }));
	});

	test.each(rows)('$name: $row', ({ path, listed }) => {
		const fields = shownFor(listed);
		const isOption = !fields.some(({ name }) => name === path[0]);
		const place = isOption ? ['options', ...path] : path;
		const lists = place.map((_, depth) =>
			place.slice(0, depth).reduce((list, part) => within(list.find(({ name }) => name === part)), fields),
		);
		expect(lists.map((list, depth) => list.some(({ name }) => name === place[depth]))).toEqual(place.map(() => true));

		const last = path.at(-1)!;
		const entered = ENTERED[last] ?? `the ${last}`;
		const given = place.reduceRight<unknown>((inner, part) => ({ [part]: inner }), entered) as object;
		const sent = SENT[last] ?? `${last}=${String(entered)}`;
		const isSentWith = (more: object) =>
			entriesIn(prepared(listed, { ...USUAL, ...more })).some((entry) =>
				entry.toLowerCase().endsWith(sent.toLowerCase()),
			);
		expect([isSentWith({}), isSentWith(given)]).toEqual([false, true]);
	});

	function prepared({ operation }: Listed, given: Readonly<Record<string, unknown>>): unknown {
		return operation.prepare(parametersOf(operation, given, 'trigger'), settingsWith());
	}

	/** Every value in a request with its name, such as "city=Lagos". */
	function entriesIn(value: unknown, name = ''): string[] {
		if (!isObject(value) && !Array.isArray(value)) return [`${name}=${String(value)}`];
		return Object.entries(value).flatMap(([inner, part]) => entriesIn(part, inner));
	}
});

describe('a payment needs a reference of the merchant, but for tests in the editor', () => {
	const payments = operations.filter(
		({ name, operation }) =>
			name === 'Payment Link: create' || (operation.kind === 'pay' && operation.call.earlier.kind === 'makesPayment'),
	);

	const NUMBERS: Readonly<Record<string, string>> = { 'Transfer: create': 'payout', 'Bank Payment: create': 'invoice' };

	test.each(payments)('$name', ({ name: operationName, operation }) => {
		const prepare = (mode: WorkflowExecuteMode, environment: unknown, given: object) =>
			attempt((): unknown =>
				operation.prepare(parametersOf(operation, { ...USUAL, ...given }, mode), settingsWith({ environment })),
			);
		for (const name of ['reference', 'requestId'].filter((one) => operation.fields.some((field) => field.name === one)))
			for (const [mode, environment] of [
				['manual', 'live'],
				['manual', undefined],
				['trigger', 'test'],
				['webhook', 'test'],
				['retry', 'test'],
				['manual', 'test'],
			] as const) {
				const isTest = mode === 'manual' && environment === 'test';
				const result = prepare(mode, environment, { [name]: '' });
				const number = NUMBERS[operationName] ?? 'order';
				const rule = `is missing. Enter the number of the ${number}. With a Test credential, a manual run fills it in.`;
				const missing = expect.objectContaining({ path: [name], rule }) as object;
				if (isTest) expect(JSON.stringify(result)).toMatch(/"test-[0-9a-f-]{36}"/);
				else expect(result).toMatchObject({ problems: [missing] });
				expect(JSON.stringify(prepare(mode, environment, { [name]: 'ORD-77' }))).toContain('"ORD-77"');
			}
	});

	test.each(paying)('$name has its options where the text for a used reference says', ({ operation }) => {
		const { fields, call } = operation;
		const place = fields.find(({ options = [] }) => options.some(({ name }) => name === 'ifUsed'))?.displayName;
		expect(call.earlier.kind === 'makesPayment' ? call.earlier.options : undefined).toBe(place);
	});

	test.each(paying)('$name has Send Again, where it has it, under Options', ({ operation: { fields } }) => {
		const places = fields.filter(({ options = [] }) => options.some(({ name }) => name === 'sendAgain'));
		expect(places.filter(({ displayName }) => displayName !== 'Options')).toEqual([]);
	});

	test('are charges, transfers, bank payments, payment links and hosted checkouts', () => {
		expect(payments.map(({ name }) => name).sort()).toEqual([
			'Bank Payment: create',
			'Card: charge',
			'Payment Link: create',
			'Payment: createHostedCheckout',
			'Transfer: create',
		]);
	});
});

describe('settings', () => {
	const entered = new CardPaymentApi().properties.filter(({ type }) => type !== 'notice');
	const properties = new Map(entered.map((property) => [property.name, property]));

	test('can all be entered in the credential, and all that is entered there is read', () => {
		const read = Object.keys(settingsWith()).filter((name) => name !== 'transactionUrl' && name !== 'statusTable');
		expect([...read, 'transactionBase', 'statusCodes'].sort()).toEqual([...properties.keys()].sort());
	});

	test('that are not the same for every provider are shown only where the provider differs', () => {
		const isShown = (provider: boolean) =>
			entered.filter((property) => {
				const { show = {}, hide = {} } = property.displayOptions ?? {};
				const shown = (show.providerDiffers as boolean[] | undefined) ?? [provider];
				const hidden = (hide.providerDiffers as boolean[] | undefined) ?? [];
				return property.type !== 'hidden' && shown.includes(provider) && !hidden.includes(provider);
			});
		expect(isShown(false).map(({ displayName, required = false }) => [displayName, required])).toEqual([
			['Environment', false],
			['Base URL', true],
			['Default Currency', false],
			['API Key', true],
			['Client ID', true],
			['Private Key', true],
			['Public Key', false],
			['Shop Website', false],
			['Previous Private Key', false],
			['My Provider Needs Other Settings', false],
		]);
		const names = isShown(true).map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const ofOthers = isShown(false).map(({ name }) => name);
		const differing = Object.keys(settingsWith({ providerDiffers: false })).filter((name) => !ofOthers.includes(name));
		expect(names.filter((name) => !ofOthers.includes(name))).toHaveLength(
			differing.filter((name) => !['accessToken', 'refreshToken', 'tokenFor', 'obtainedAt'].includes(name)).length,
		);
	});

	test('have the names and choices in the form that advice gives them', () => {
		const named = Object.entries(CREDENTIAL_LABELS).map(([name, displayName]) => [name, displayName]);
		expect(named).toEqual(named.map(([name]) => [name, properties.get(name!)?.displayName]));
		const choices = (name: string) =>
			Object.fromEntries(
				(properties.get(name)?.options as INodePropertyOptions[]).map((option) => [option.value, option.name]),
			);
		expect(choices('cardAuthentication')).toEqual(CARD_AUTHENTICATION_NAMES);
		expect(choices('renewalStyle')).toEqual(RENEWAL_STYLE_NAMES);
		expect(choices('hostedCheckoutAuthentication')).toEqual(PUBLIC_KEY_NAMES);
		expect(properties.get('cardHeader')?.default).toBe(USUAL_CARD_HEADER);
	});

	const paths = Object.keys(settingsWith()).filter((name) => /Path$/.test(name) && name !== 'renewalPath');

	test.each(paths)('%s is the path of one endpoint, whose published path is its default', (name) => {
		const readers = Object.values<Endpoint>(ENDPOINTS).filter(({ pathSetting }) => pathSetting === name);
		expect(readers.map(({ path }) => path)).toEqual([properties.get(name)?.default]);
	});
});
