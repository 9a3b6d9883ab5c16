import type { IDataObject } from 'n8n-workflow';

import type { Engine } from '../../../dev/engine';
import type { SandboxOptions } from '../../../dev/sandbox';
import { CHECKS } from '../../../gateway/setup/probes';
import { adviceOf, checkSetup, failedChecks, follow, type SetupItem } from '../support/setup';
import { chargeFields, World } from '../support/world';

/*
 * Account: Check Setup in front of every kind of provider that the sandbox can be. The credential begins as the form does: five fields, the
 * switch off. The items must name what differs, and when somebody has done what they say, all checks are good. What the card calls
 * need and what the login gives do not depend on each other, so each has its own product.
 */

const NAMES = {
	apiKey: 'API Key and Client ID',
	bearer: 'Access Token',
	privateKey: 'Private Key',
	privateKeyHeader: 'Private Key in a Named Header',
	none: 'None',
};
const SCHEMES = Object.keys(NAMES) as Array<keyof typeof NAMES>;

let engine: Engine;
let world: World;
let combination = 1;

/** A world whose credential has the five fields that the form shows. */
async function begin(options: SandboxOptions): Promise<void> {
	world = await World.start(options, {}, engine);
	engine = world.engine;
}

async function configure(options: SandboxOptions, credential: IDataObject = {}): Promise<void> {
	await world.sandbox.reset();
	// With keys of its own, so that no token of an earlier combination is used, which the sandbox has forgotten.
	world.sandbox.configure({ apiKey: `sandbox-api-key-${combination++}`, ...options });
	const { apiKey, clientId, privateKey } = world.sandbox.options;
	world.engine.store.write(world.credentialId, {
		...{ environment: 'test', baseUrl: world.sandbox.url, apiKey, clientId, privateKey },
		...{ providerDiffers: false, accessToken: '', ...credential },
	});
}

/** No charge was sent, and nothing came of the checks. */
function expectNoCharge(): void {
	const { ledger, transfers, requests } = world.sandbox;
	expect([ledger.transactions, transfers.list]).toEqual([[], []]);
	expect(requests.filter(({ endpoint }) => endpoint === 'charge' || endpoint === 'transfer')).toEqual([]);
}

/** Nothing of the credential or a token is in the items. */
function expectNoSecret(items: SetupItem[]): void {
	const { apiKey, clientId, privateKey, accessToken } = world.engine.store.read(world.credentialId);
	const tokens = world.sandbox.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
	const shown = JSON.stringify(items);
	for (const secret of [apiKey, clientId, privateKey, accessToken, ...tokens]) {
		if (secret) expect(shown).not.toContain(secret as string);
	}
}

afterAll(async () => await engine.stop());

describe.each([
	['', ''],
	['/api/business', '"api/business"'],
])('card calls under "%s"', (transactionPrefix, base) => {
	beforeAll(async () => await begin({ transactionPrefix }));
	afterAll(async () => await world.sandbox.stop());

	// Which base it is changes nothing else, so the whole product is tried under one of them.
	const firsts = base ? [true] : [false, true];
	const combinations = SCHEMES.flatMap((cardAuth) =>
		firsts.flatMap((checksFieldsFirst) =>
			[false, true].flatMap((ipNotWhitelisted) =>
				firsts.map((echo) => ({ cardAuth, checksFieldsFirst, ipNotWhitelisted, echo })),
			),
		),
	);

	test.each(combinations)(
		'$cardAuth, fields first: $checksFieldsFirst, IP refused: $ipNotWhitelisted, echo: $echo',
		async (options) => {
			await configure(options);
			const { cardAuth, ipNotWhitelisted } = options;
			const items = await checkSetup(world);
			expect(items.map(({ check }) => check)).toEqual(CHECKS);
			expectNoCharge();
			expectNoSecret(items);

			const turnOn = 'In the credential, turn on My Provider Needs Other Settings, and set';
			expect(failedChecks(items)).toEqual(
				base
					? ['Transaction Base', 'Private Key', 'Find Payments', 'Card Authentication', 'Hosted Checkout']
					: [
							...(ipNotWhitelisted ? ['Private Key', 'Find Payments'] : []),
							...(['apiKey', 'none'].includes(cardAuth) ? [] : ['Card Authentication']),
						],
			);
			if (base) expect(adviceOf(items, 'Transaction Base')).toBe(`${turnOn} Transaction Base to ${base}.`);

			// One finding may hide the next.
			follow(world, items);
			const second = await checkSetup(world);
			if (!['apiKey', 'none'].includes(cardAuth)) {
				const said = adviceOf(base ? second : items, 'Card Authentication');
				const header = cardAuth === 'privateKeyHeader' ? ', and set Header Name to "x-private-key"' : '';
				const start = base ? 'In the credential, set' : turnOn;
				expect(said).toBe(`${start} Card Authentication to ${NAMES[cardAuth]}${header}.`);
			}
			if (ipNotWhitelisted) {
				expect(adviceOf(second, 'Private Key')).toContain('add the IP address of this n8n server');
				world.sandbox.configure({ ipNotWhitelisted: false });
			}
			follow(world, second);
			expect(failedChecks(await checkSetup(world))).toEqual([]);
			expectNoCharge();
			// With what was found, a real charge is let in.
			expect(await charge()).toBe('otp_required');
		},
	);

	async function charge(): Promise<unknown> {
		const [item] = await world.one('card', 'charge', chargeFields({ reference: 'ORDER-1' }));
		return item!.json.outcome;
	}
});

describe('the login and what it gives', () => {
	beforeAll(async () => await begin({}));
	afterAll(async () => await world.sandbox.stop());

	const forms = ['page', 'array', 'data', 'slice', 'unnumbered'] as const;
	const paged = ['page', 'slice'] as const;
	const pages = [
		{ bankPageSize: 1000, bankPageParameter: 'page' },
		{ bankPageSize: 100, bankPageParameter: 'page' },
		{ bankPageSize: 100, bankPageParameter: 'pageNumber' },
	];
	const renewals = [
		{ refreshPath: '', set: '' },
		{ refreshPath: '/renew', set: '/renew' },
		{ refreshPath: '/renew', set: '/renew', refreshTokenIn: 'header' as const },
		{ refreshPath: '/renew', set: '/elsewhere' },
	];
	// Banks and renewals do not depend on each other: each page of each form, with one renewal after the other.
	const combinations = forms.flatMap((bankAnswer, form) =>
		pages.map((page, at) => {
			const { set, ...renewal } = renewals[(form * pages.length + at) % renewals.length]!;
			return { set, options: { bankAnswer, ...page, ...renewal } };
		}),
	);

	test.each(combinations)('$options, renewed at "$set"', async ({ set, options }) => {
		await configure(options, { providerDiffers: true, renewalPath: set });
		const items = await checkSetup(world);
		const isPaged = options.bankPageSize < 237 && (paged as readonly string[]).includes(options.bankAnswer);
		const failing = [
			...(set !== options.refreshPath || options.refreshTokenIn ? ['Renewal'] : []),
			...(isPaged && options.bankPageParameter !== 'page' ? ['Banks List'] : []),
		];
		expect(failedChecks(items)).toEqual(failing);
		if (failing.includes('Renewal')) {
			expect(adviceOf(items, 'Renewal')).toBe(
				options.refreshTokenIn
					? 'In the credential, set Refresh Token Sent As to Authorization Header.'
					: 'In the credential, clear Renewal Path. n8n then logs in again instead.',
			);
		}
		if (failing.includes('Banks List')) {
			expect(adviceOf(items, 'Banks List')).toContain('Ask your provider for the name of the query parameter');
		}
		follow(world, items);
		world.editCredential({ pageParameter: options.bankPageParameter });
		expect(failedChecks(await checkSetup(world))).toEqual([]);
		expectNoCharge();
		expectNoSecret(items);
	});
});

describe.each(['/api', '/api/paas'])('everything under "%s", and the form has the host alone', (basePrefix) => {
	beforeAll(async () => await begin({ basePrefix, transactionPrefix: `${basePrefix}/api` }));
	afterAll(async () => await world.sandbox.stop());

	test.each(SCHEMES)('%s', async (cardAuth) => {
		await configure({ cardAuth });
		const items = await checkSetup(world);
		expect(adviceOf(items, 'Base URL')).toBe(`In the credential, set Base URL to "${world.sandbox.url}${basePrefix}".`);
		const checks = [items];
		while (failedChecks(checks.at(-1)!).length > 0 && checks.length < 5) {
			follow(world, checks.at(-1)!);
			checks.push(await checkSetup(world));
		}
		expect(failedChecks(checks.at(-1)!)).toEqual([]);
		expectNoCharge();
	});
});
