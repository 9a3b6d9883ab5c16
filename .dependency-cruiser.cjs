// Imports run one way: credentials and nodes -> nodes/shared -> checkout -> gateway. What is shipped never needs what is not.

/** Libraries that shipped code imports. The build puts them into the bundle, except for what n8n has itself. */
const LIBRARIES = [
	'n8n-workflow',
	'zod',
	'async-mutex',
	'big.js',
	'fast-luhn',
	'hono',
	'jwt-decode',
	'lean-qr',
	'luxon',
];

/** Which other groups a group of nodes/shared may import from. */
const SHARED = {
	transport: [],
	signing: [],
	webhooks: ['execution', 'signing', 'transport'],
	fields: [],
	orders: [],
	execution: ['fields', 'orders', 'transport'],
};

const either = (names) => `(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;

const sharedGroups = Object.entries(SHARED).map(([group, imports]) => ({
	name: `shared-${group}`,
	comment: `nodes/shared/${group} may import from ${imports.join(' and ') || 'no other group of nodes/shared'}.`,
	severity: 'error',
	from: { path: `^nodes/shared/${group}/` },
	to: { path: '^nodes/shared/', pathNot: `^nodes/shared/${either([group, ...imports])}/` },
}));

/** The layers of gateway/, the highest first. Each may import from itself and from those below it. */
const GATEWAY = {
	setup: '^gateway/setup/',
	calls: '^gateway/calls/',
	sending: '^gateway/sending/',
	client: '^gateway/client/',
	outcome: '^gateway/[^/]+\\.ts$',
	values: '^gateway/values/',
};

const gatewayLayers = Object.entries(GATEWAY).map(([layer, path], at, layers) => ({
	name: `gateway-${layer}`,
	comment: 'In gateway/: setup -> calls -> sending -> client -> outcome.ts and the files beside it -> values.',
	severity: 'error',
	from: { path },
	to: { path: '^gateway/', pathNot: layers.slice(at).map(([, below]) => below) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no-circles',
			comment: 'Files that need each other, be it for a type only, are one file or lack a third.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{ name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
		{
			name: 'gateway-stands-below',
			comment: 'gateway/ is the protocol of the service. It knows nothing of n8n.',
			severity: 'error',
			from: { path: '^gateway/' },
			to: { path: ['^(checkout|credentials|nodes)/', 'node_modules/(n8n-|@n8n/)'] },
		},
		{
			name: 'checkout-knows-no-n8n',
			comment: 'checkout/ is what the payment page decides. It knows nothing of n8n.',
			severity: 'error',
			from: { path: '^checkout/' },
			to: { path: ['^(credentials|nodes)/', 'node_modules/(n8n-|@n8n/)'] },
		},
		{
			name: 'no-circles-of-folders',
			comment: 'Folders that need each other are one folder, or lack a third.',
			severity: 'error',
			scope: 'folder',
			from: { path: '^(checkout|credentials|gateway|nodes)' },
			to: { circular: true },
		},
		...gatewayLayers,
		{
			name: 'shared-knows-no-node',
			severity: 'error',
			from: { path: '^nodes/shared/' },
			to: { path: ['^nodes/', '^credentials/'], pathNot: '^nodes/shared/' },
		},
		...sharedGroups,
		{
			name: 'nodes-stand-alone',
			comment: 'Nodes share code through nodes/shared.',
			severity: 'error',
			from: { path: '^nodes/([^/]+)/', pathNot: '^nodes/shared/' },
			to: { path: ['^nodes/', '^credentials/'], pathNot: ['^nodes/$1/', '^nodes/shared/'] },
		},
		{
			name: 'credentials-use-shared-code-only',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^nodes/', pathNot: '^nodes/shared/' },
		},
		{
			name: 'shipped-code-needs-only-shipped-code',
			severity: 'error',
			from: { path: '^(checkout|credentials|gateway|nodes)/' },
			to: {
				pathNot: ['^(checkout|credentials|gateway|nodes)/', 'node_modules/', '^package\\.json$', '^(node:)?crypto$'],
			},
		},
		{
			name: 'shipped-libraries',
			comment: 'A library in the package is a decision. It is listed here, and its licence is passed on by the build.',
			severity: 'error',
			from: { path: '^(checkout|credentials|gateway|nodes)/' },
			to: { path: 'node_modules/', pathNot: `node_modules/(@types/)?${either(LIBRARIES)}/` },
		},
		{
			name: 'sandbox-stands-alone',
			comment: 'It is written from the specification a second time, so that a misreading shows as a failing test.',
			severity: 'error',
			from: { path: '^dev/sandbox/' },
			to: { pathNot: ['^dev/sandbox/', 'node_modules/', '^node:'], dependencyTypesNot: ['core'] },
		},
		{
			name: 'engine-runs-the-built-package',
			comment: 'The engine loads dist/, as n8n does, and never the sources.',
			severity: 'error',
			from: { path: '^dev/(engine|playground)/' },
			to: { path: '^(checkout|credentials|gateway|nodes)/' },
		},
		{
			name: 'system-needs-no-e2e',
			comment: 'test/system/support starts n8n and holds the shop; end-to-end tests build on it.',
			severity: 'error',
			from: { path: '^test/system/' },
			to: { path: '^test/e2e/' },
		},
		{
			name: 'dev-needs-no-test',
			severity: 'error',
			from: { path: '^dev/' },
			to: { path: '^test/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: ['^dist/', '^dev/playground/data/', '^dev/n8n/[^/]+/node_modules/'] },
		// Types are imports as well.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};
