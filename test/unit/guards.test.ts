/** What ESLint has to refuse. The files named here exist, but their text is not read. */
import { runInThisContext } from 'node:vm';

// Jest's own `require` cannot load ESLint's configuration, an ES module.
const host = runInThisContext('process') as NodeJS.Process;
const { ESLint } = host.getBuiltinModule('node:module').createRequire(__filename)('eslint') as typeof import('eslint');

const eslint = new ESLint();

async function rulesBroken(filePath: string, code: string): Promise<Array<string | null>> {
	const [result] = await eslint.lintText(code, { filePath });
	return result!.messages.map(({ ruleId }) => ruleId);
}

const GATEWAY = 'gateway/values/brand.ts';
const NODE = 'nodes/shared/fields/options.ts';
const SANDBOX = 'dev/sandbox/money.ts';

test.each([
	['n8n-workflow in gateway/', GATEWAY, "export { UserError } from 'n8n-workflow';"],
	['n8n-core in gateway/', GATEWAY, "export { Credentials } from 'n8n-core';"],
	['a type of n8n in gateway/', GATEWAY, "export type { INode } from 'n8n-workflow';"],
	['a node in gateway/', GATEWAY, "export * from '../../nodes/shared/fields/options';"],
	['a test in gateway/', GATEWAY, "export * from '../../test/publishedStatuses';"],
	['a test in a node', NODE, "export * from '../../../test/publishedStatuses';"],
	[
		'a test in the credential',
		'credentials/CardPaymentApi.credentials.ts',
		"export * from '../test/publishedStatuses';",
	],
	['dev/ in a node', NODE, "export * from '../../../dev/sandbox/money';"],
	['gateway/ in the sandbox', SANDBOX, "export * from '../../gateway/values/brand';"],
	['a node in the sandbox', SANDBOX, "export * from '../../nodes/shared/fields/options';"],
])('an import of %s is refused', async (_name, filePath, code) => {
	expect(await rulesBroken(filePath, code)).toContain('no-restricted-imports');
});

test.each([GATEWAY, NODE, SANDBOX])('a floating promise is refused in %s', async (path) => {
	expect(await rulesBroken(path, "Promise.resolve('lost');")).toContain('@typescript-eslint/no-floating-promises');
});

test.each(['Object.groupBy([1], String)', 'Array.fromAsync([])', 'new Set([1]).union(new Set([2]))'])(
	'%s, which Node 20 has not, is refused in shipped code',
	async (code) => {
		expect(await rulesBroken(GATEWAY, `export const value = ${code};`)).toContain('@typescript-eslint/no-unsafe-call');
	},
);

test('what Node 20 has is allowed', async () => {
	const code = "export const value = [[3, 1].toSorted(), 'a'.toWellFormed(), URL.canParse('a')];";
	expect(await rulesBroken(GATEWAY, code)).toEqual([]);
});

test.each([GATEWAY, NODE])('an unused directive and the console are refused in %s', async (path) => {
	const code = "// eslint-disable-next-line no-undef\nconsole.log('here');";
	expect(await rulesBroken(path, code)).toEqual([null, 'no-console']);
});
