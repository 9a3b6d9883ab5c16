import type { SandboxOptions } from '../../../dev/sandbox';
import { CARDS, chargeFields, transferFields } from '../support/world';
import { logIn, setUpWorld, world } from '../support/worldTests';

/*
 * One reference, one payment: at a service that takes a used reference, and whose answers and records do not say letter by letter, or
 * cent by cent, what was sent.
 */

setUpWorld({ webhooksEnabled: false, acceptsUsedReferences: true });
beforeEach(logIn);

type Forms = NonNullable<SandboxOptions['writes']>;

const CALLS = {
	charge: {
		node: (reference: string, amount: string) =>
			world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference, amount })),
		path: '/transaction/charge',
		field: 'Reference',
	},
	transfer: {
		node: (requestId: string, amount: string) =>
			world.node('Pay', 'transfer', 'create', transferFields({ requestId, amount })),
		path: '/transfer-funds',
		field: 'Request ID',
	},
} as const;
const NAMES = Object.keys(CALLS) as Array<keyof typeof CALLS>;

/** Pays an order, twice; and what each run gives. */
async function payTwice(
	name: keyof typeof CALLS,
	writes: Partial<Forms>,
	[first = '1010.50', second = first]: string[] = [],
) {
	world.sandbox.configure({ writes: { ...world.sandbox.options.writes, ...writes } });
	const { node, path } = CALLS[name];
	const paid = await world.run([node('ORD-1-1', first)]);
	const again = await world.run([node('ORD-1-1', second)]);
	const words = `${again.error?.message} ${again.error?.description}`;
	return { item: paid.items('Pay')[0]?.json, error: paid.error, words, sent: world.requestsTo(path).length };
}

const PAID = { outcome: 'authorized', authorized: true, amount: 1010.5, currency: 'NGN', reference: 'ORD-1-1' };
const SPELLING = 'At this provider, use references of capital letters and digits alone.';

describe.each(NAMES)('a %s', (name) => {
	test.each(['plain', 'null', 'upper'] as const)(
		'is made where the service repeats references as %s, and its repeat is refused',
		async (references) => {
			const { item, words, sent } = await payTwice(name, { references });
			expect(item).toMatchObject(PAID);
			expect(sent).toBe(1);
			if (references === 'upper') return;
			expect(words).toContain(`does not say what it has under ${CALLS[name].field} ORD-1-1`);
			expect(words).toContain(`do not pay it under another reference.${references === 'null' ? '' : ` ${SPELLING}`}`);
		},
	);

	test('whose reference the service cuts has an outcome that nobody knows, and its repeat is refused', async () => {
		world.sandbox.configure({ writes: { ...world.sandbox.options.writes, references: 'cut' } });
		const { node, path } = CALLS[name];
		const runs = [await world.run([node('ORDER-1001', '10.50')]), await world.run([node('ORDER-1001', '10.50')])];
		expect(runs[0]!.items('Pay')[0]!.json).toMatchObject({ outcome: 'unknown', reference: 'ORDER-1001' });
		expect(runs[1]!.error?.message).toContain('does not say what it has');
		expect(world.requestsTo(path)).toHaveLength(1);
	});

	test.each(['calculated', 'float', 'text'] as const)('is its own where amounts are %s', async (amounts) => {
		const { item, words, sent } = await payTwice(name, { amounts });
		expect(item).toMatchObject(PAID);
		expect(sent).toBe(1);
		expect(words).toContain(
			`${CALLS[name].field} ORD-1-1 was used before, and its ${name === 'charge' ? 'payment' : name} is authorized`,
		);
		expect(words).not.toMatch(/cannot be read|of its own/);
	});

	test.each(['separated', 'missing'] as const)(
		'may be the one before where amounts are %s, and nobody is told to pay under another reference',
		async (amounts) => {
			const { item, words, sent } = await payTwice(name, { amounts });
			expect(item).toMatchObject(PAID);
			expect(sent).toBe(1);
			expect(words).toContain('Its amount or currency cannot be read, so it may be this');
			expect(words).not.toMatch(/of its own|a new/);
		},
	);

	test('of another amount is another one, by a cent as well', async () => {
		const { words, sent } = await payTwice(name, { amounts: 'calculated' }, ['19.99', '19.98']);
		expect(sent).toBe(1);
		expect(words).toContain(`ORD-1-1 belongs to another ${name === 'charge' ? 'payment' : name}`);
		expect(words).toMatch(/The service has 19\.99.*; this item asks for 19\.98 NGN\. Give this/);
	});
});

/** Forms of the history that say nothing of what is in it, each beside the paid order. */
test.each<Partial<Forms>>([
	{ numbers: 'text' },
	{ rows: 'withNull' },
	{ numbers: 'text', rows: 'withNull', amounts: 'float' },
	{ pages: 'unnumbered' },
	{ pages: 'repeated' },
	{ pages: 'null' },
	{ pages: 'noData' },
	{ pages: 'notFound' },
	{ charset: 'iso-8859-1' },
])('an order that is paid is not charged again where the service writes %j', async (writes) => {
	const { item, words, sent } = await payTwice('charge', writes);
	expect(item).toMatchObject(PAID);
	expect(sent).toBe(1);
	expect(words).toContain('Reference ORD-1-1 was used before, and its payment is authorized');
});

test('an empty history that says that it has more does not say what is under a reference, so nothing is charged', async () => {
	const { error, sent } = await payTwice('charge', { pages: 'stuck' });
	expect(sent).toBe(0);
	expect(error?.message).toContain('does not say what it has under Reference ORD-1-1');
	expect(error?.description).toContain('Run Account: Check Setup');
});

test.each([{ status: false }, { success: false }, { status: 'error' }, { statusCode: 400 }])(
	'what an envelope with %j denies is not paid, and is not charged again',
	async (moreInAnswers) => {
		world.sandbox.configure({ moreInAnswers });
		const { node, path } = CALLS.charge;
		const run = await world.run([node('ORD-1-1', '10.50')]);
		expect(run.items('Pay').map(({ json }) => json.outcome)).not.toContain('authorized');
		expect(world.requestsTo(path).length).toBeLessThanOrEqual(1);
		world.sandbox.configure({ moreInAnswers: {} });
		const paid = await world.run([node('ORD-2', '10.50')]);
		expect(paid.items('Pay')[0]!.json).toMatchObject({ outcome: 'authorized' });
		world.sandbox.configure({ moreInAnswers });
		const again = await world.run([node('ORD-2', '10.50')]);
		expect(again.error?.message).toContain('The card was not charged');
		expect(world.sandbox.ledger.chargesOf('ORD-2')).toBe(1);
	},
);

test.each(['plain', 'escaped', 'withKey'] as const)(
	'the address of a page is returned as it is where it is %s',
	async (addresses) => {
		world.sandbox.configure({ writes: { ...world.sandbox.options.writes, addresses } });
		const run = await world.run([world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.threeDSecure }))]);
		const { outcome, acsUrl } = run.items('Pay')[0]!.json as Record<string, string>;
		expect(outcome).toBe('redirect_required');
		expect(acsUrl).not.toMatch(/hidden|&amp;/);
		if (addresses === 'withKey') expect(new URL(acsUrl!).searchParams.get('key')).toBe(world.sandbox.options.publicKey);
		// It leads to the bank's page.
		expect((await fetch(acsUrl!)).status).toBe(200);
	},
);
