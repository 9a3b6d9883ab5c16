import type { IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { ENDPOINTS, type Endpoint } from '../../gateway/protocol/endpoints';
import {
	CARD_AUTHENTICATION_NAMES,
	FORM_NAMES,
	RENEWAL_STYLE_NAMES,
	USUAL_CARD_HEADER,
} from '../../gateway/protocol/formNames';
import { resources } from '../../nodes/CardPayment/resources';
import type { AutomaticReference } from '../../nodes/shared/execution/automaticReference';
import type { Run } from '../../nodes/shared/execution/operation';
import { Parameters } from '../../nodes/shared/execution/parameters';
import { Secrets } from '../../gateway/protocol/secrets';
import { GOOD } from './badInput';
import { settingsWith } from './gateway/examples';

/* What somebody could forget who adds an operation, an endpoint or a setting, and nothing else would say. */

const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource].flatMap(([name, operation]) =>
		'perform' in operation ? [{ name: `${option.name}: ${String(name)}`, operation }] : [],
	),
);

/** The endpoints that an operation calls for an item, up to the first call that moves money. */
async function endpointsOf({ operation }: (typeof operations)[number]): Promise<Endpoint[]> {
	const called: Endpoint[] = [];
	const given: Record<string, unknown> = { ...GOOD, timeLimit: 1, amountUnit: 'major', notify: 'trigger' };
	const context = {
		getNodeParameter: (name: string, _: number, fallback: unknown) =>
			given[name] ?? fallback ?? operation.fields.find((field) => field.name === name)?.default,
		getInputData: () => [{ json: {} }],
	};
	const transport = {
		settings: settingsWith(),
		secrets: () => new Secrets([]),
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
	const parameters = new Parameters(context as unknown as IExecuteFunctions, 0, operation.fields);
	const automaticReference = { forItem: () => 'n8n-1' } as unknown as AutomaticReference;
	const request = operation.prepare(parameters, automaticReference, settingsWith());
	await Promise.resolve(operation.perform(run, request)).catch(() => undefined);
	return called;
}

describe('an operation that moves money has the rules of money, so that nothing is sent twice', () => {
	test.each(operations)('$name', async (entry) => {
		const called = await endpointsOf(entry);
		// Making a link calls nothing.
		expect(called.length > 0).toBe(entry.name !== 'Payment Link: create');
		expect(called.some(({ movesMoney }) => movesMoney)).toBe(entry.operation.money !== undefined);
	});
});

test('what is posted moves money, but for the login', () => {
	const posted = Object.values<Endpoint>(ENDPOINTS).filter(({ method }) => method === 'POST');
	expect(posted.filter(({ movesMoney }) => !movesMoney)).toEqual([ENDPOINTS.token]);
});

test('each field that is automatic when it is left empty says what that means in a sub-workflow', () => {
	const fields = operations.flatMap(({ operation }) => operation.fields);
	const automatic = fields.filter(({ description }) => description?.includes('this node creates one'));
	expect(automatic.map(({ displayName }) => displayName).sort()).toEqual(['Reference', 'Reference', 'Request ID']);
	for (const { description } of automatic) expect(description).toContain('In a sub-workflow, pass a reference in');
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
			['Previous Private Key', false],
			['My Provider Differs', false],
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
		const named = Object.entries(FORM_NAMES).map(([name, displayName]) => [name, displayName]);
		expect(named).toEqual(named.map(([name]) => [name, properties.get(name!)?.displayName]));
		const choices = (name: string) =>
			Object.fromEntries(
				(properties.get(name)?.options as INodePropertyOptions[]).map((option) => [option.value, option.name]),
			);
		expect(choices('cardAuthentication')).toEqual(CARD_AUTHENTICATION_NAMES);
		expect(choices('renewalStyle')).toEqual(RENEWAL_STYLE_NAMES);
		expect(properties.get('cardHeader')?.default).toBe(USUAL_CARD_HEADER);
	});

	const paths = Object.keys(settingsWith()).filter((name) => /Path$/.test(name) && name !== 'renewalPath');

	test.each(paths)('%s is the path of one endpoint, whose published path is its default', (name) => {
		const readers = Object.values<Endpoint>(ENDPOINTS).filter(({ pathSetting }) => pathSetting === name);
		expect(readers.map(({ path }) => path)).toEqual([properties.get(name)?.default]);
	});
});
