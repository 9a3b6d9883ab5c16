import type { IExecuteFunctions } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { ENDPOINTS, type Endpoint } from '../../gateway/protocol/endpoints';
import { resources } from '../../nodes/CardPayment/resources';
import type { AutomaticReference } from '../../nodes/shared/execution/automaticReference';
import type { Run } from '../../nodes/shared/execution/operation';
import { Parameters } from '../../nodes/shared/execution/parameters';
import { Secrets } from '../../gateway/protocol/secrets';
import { GOOD } from './badInput';
import { settingsWith } from './gateway/examples';

/* What somebody could forget who adds an operation, an endpoint or a setting, and nothing else would say. */

const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource].map(([name, operation]) => ({ name: `${option.name}: ${String(name)}`, operation })),
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
	const automatic = fields.filter(({ description }) => description?.includes('Left empty, one is made'));
	expect(automatic.map(({ displayName }) => displayName).sort()).toEqual(['Reference', 'Reference', 'Request ID']);
	for (const { description } of automatic) expect(description).toContain('In a sub-workflow, pass a reference in');
});

describe('settings', () => {
	const properties = new Map(new CardPaymentApi().properties.map((property) => [property.name, property]));

	test('can all be entered in the credential, and all that is entered there is read', () => {
		const read = Object.keys(settingsWith()).filter((name) => name !== 'transactionUrl' && name !== 'statusTable');
		expect([...read, 'transactionBase', 'statusCodes'].sort()).toEqual([...properties.keys()].sort());
	});

	const paths = Object.keys(settingsWith()).filter((name) => /Path$/.test(name) && name !== 'renewalPath');

	test.each(paths)('%s is the path of one endpoint, whose published path is its default', (name) => {
		const readers = Object.values<Endpoint>(ENDPOINTS).filter(({ pathSetting }) => pathSetting === name);
		expect(readers.map(({ path }) => path)).toEqual([properties.get(name)?.default]);
	});
});
