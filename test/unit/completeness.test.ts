import type { IExecuteFunctions, INodePropertyOptions, WorkflowExecuteMode } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { ENDPOINTS, type Endpoint } from '../../gateway/client/endpoints';
import {
	CARD_AUTHENTICATION_NAMES,
	CREDENTIAL_LABELS,
	PUBLIC_KEY_NAMES,
	RENEWAL_STYLE_NAMES,
	USUAL_CARD_HEADER,
} from '../../gateway/client/credentialLabels';
import { resources } from '../../nodes/CardPayment/resources';
import type { Operation, Run } from '../../nodes/shared/execution/operation';
import { Parameters } from '../../nodes/shared/execution/parameters';
import { payment } from '../../gateway/payment';
import { GOOD } from './badInput';
import { attempt, settingsWith } from './gateway/examples';

/* What somebody could forget who adds an operation, an endpoint or a setting, and nothing else would say. */

const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource].flatMap(([name, operation]) =>
		'perform' in operation ? [{ name: `${option.name}: ${String(name)}`, operation }] : [],
	),
);

/** What the service has, for operations on a payment that exists. */
const PAID = payment({ outcome: 'authorized', amount: 10, currency: 'NGN', transactionReference: 'SBX-1' });

/** The endpoints that an operation calls for an item, up to the first call that moves money. */
async function endpointsOf({ operation }: (typeof operations)[number]): Promise<Endpoint[]> {
	const called: Endpoint[] = [];
	const given: Record<string, unknown> = { ...GOOD, timeLimit: 1, amountUnit: 'major', notify: 'trigger' };
	const transport = {
		settings: settingsWith(),
		send(endpoint: Endpoint) {
			called.push(endpoint);
			throw new Error('The test answers nothing');
		},
	};
	const run = {
		transport,
		signal: AbortSignal.abort(),
		limit: (call: (...parts: unknown[]) => unknown, ...parts: unknown[]) => call(...parts),
	} as unknown as Run;
	const request = operation.prepare(parametersOf(operation, given, 'trigger'), settingsWith());
	await Promise.resolve(operation.perform(run, request, { kind: 'record', record: PAID })).catch(() => undefined);
	return called;
}

function parametersOf({ fields }: Operation, given: Record<string, unknown>, mode: WorkflowExecuteMode): Parameters {
	const context = {
		getNodeParameter: (name: string, _: number, fallback: unknown) =>
			given[name] ?? fallback ?? fields.find((field) => field.name === name)?.default,
		getInputData: () => [{ json: {} }],
		getMode: () => mode,
		getTimezone: () => 'Africa/Lagos',
		getNode: () => ({ type: 'cardPayment' }),
	};
	return new Parameters(context as unknown as IExecuteFunctions, 0, fields);
}

describe('an operation that moves money has the rules of money, so that nothing is sent twice', () => {
	test.each(operations)('$name', async (entry) => {
		const called = await endpointsOf(entry);
		// Making a link calls nothing.
		expect(called.length > 0).toBe(entry.name !== 'Payment Link: create');
		expect(called.some(({ movesMoney }) => movesMoney)).toBe(entry.operation.moneyRules !== undefined);
	});
});

test('what is posted moves money, but for the login', () => {
	const posted = Object.values<Endpoint>(ENDPOINTS).filter(({ method }) => method === 'POST');
	expect(posted.filter(({ movesMoney }) => !movesMoney)).toEqual([ENDPOINTS.token]);
});

describe('a payment needs a reference of the merchant, but for tests in the editor', () => {
	const payments = operations.filter(
		({ name, operation: { moneyRules } }) => moneyRules?.paymentRules ?? name === 'Payment Link: create',
	);

	test.each(payments)('$name', ({ operation }) => {
		const prepare = (mode: WorkflowExecuteMode, environment: unknown, given: object) =>
			attempt(() =>
				operation.prepare(
					parametersOf(operation, { ...GOOD, amountUnit: 'major', notify: 'trigger', ...given }, mode),
					settingsWith({ environment }),
				),
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
				const missing = expect.objectContaining({ path: [name], rule: 'is missing. Give it a value.' }) as object;
				if (isTest) expect(JSON.stringify(result)).toMatch(/"test-[0-9a-f-]{36}"/);
				else expect(result).toMatchObject({ problems: [missing] });
				expect(JSON.stringify(prepare(mode, environment, { [name]: 'ORD-77' }))).toContain('"ORD-77"');
			}
	});

	test('are charges, transfers, payment links and hosted checkouts', () => {
		expect(payments.map(({ name }) => name).sort()).toEqual([
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
			['API Key', true],
			['Client ID', true],
			['Private Key', true],
			['Public Key', false],
			['Default Currency', false],
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
