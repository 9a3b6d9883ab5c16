import type { EngineRun } from '../../../dev/engine';
import type { SandboxOptions } from '../../../dev/sandbox';
import { CARDS, chargeFields } from '../support/world';
import { logIn, setUpWorld, world } from '../support/worldTests';

/* Every list ends, and shows a row once, in whatever form its pages come. */

type Forms = NonNullable<SandboxOptions['writes']>;

setUpWorld();
beforeEach(logIn);

const write = (writes: Partial<Forms>) =>
	world.sandbox.configure({ writes: { ...world.sandbox.options.writes, ...writes } });
/** The hints of a run, as one text. */
const hintsOf = ({ run }: EngineRun) =>
	(run.data.resultData.runData.List![0]!.hints ?? []).map(({ message }) => message).join(' ');
const list = async (more = {}) =>
	await world.run([
		world.node('List', 'transaction', 'getMany', {
			returnAll: true,
			from: '2026-01-01',
			until: '={{ $now }}',
			...more,
		}),
	]);

describe('payments', () => {
	beforeEach(async () => {
		const rows = ['A-1', 'A-2', 'A-3'].map((reference) => ({ reference }));
		const fields = chargeFields({ ...CARDS.frictionless, reference: '={{ $json.reference }}' });
		await world.run([world.node('Pay', 'card', 'charge', fields)], rows);
		world.sandbox.requests.length = 0;
	});

	test.each<[Partial<Forms>, isIncomplete: boolean]>([
		[{}, false],
		[{ numbers: 'text', rows: 'withNull', amounts: 'float' }, false],
		[{ pages: 'unnumbered' }, false],
		[{ pages: 'repeated' }, true],
		[{ amounts: 'calculated', charset: 'iso-8859-1' }, false],
	])('written as %j', async (writes, isIncomplete) => {
		write(writes);
		const run = await list();
		const items = run.items('List').map(({ json }) => json);
		expect(items.map(({ reference }) => reference).sort()).toEqual(['A-1', 'A-2', 'A-3']);
		for (const item of items) expect(item).toMatchObject({ outcome: 'authorized', amount: 10.5 });
		expect(world.requestsTo('/transaction/history').length).toBeLessThanOrEqual(2);
		expect(hintsOf(run).includes('The list may be incomplete')).toBe(isIncomplete);
	});

	test('that go on for ever are an error, because half a list would look like all of it', async () => {
		write({ pages: 'stuck' });
		const run = await list();
		expect(run.error?.message).toContain('does not answer further pages of the transaction history');
		expect(world.requestsTo('/transaction/history')).toHaveLength(2);
	});

	test('with a limit, whatever the pages say', async () => {
		write({ pages: 'stuck' });
		const run = await list({ returnAll: false, limit: 2 });
		expect(run.items('List')).toHaveLength(2);
		expect(world.requestsTo('/transaction/history')).toHaveLength(1);
	});
});

test.each<[Partial<Forms>, hint: string]>([
	[{}, ''],
	[{ pages: 'null' }, ''],
	[{ pages: 'noData' }, ''],
	[{ pages: 'notFound' }, 'it has no payment in this period, or no transaction history'],
])('no payment at all, written as %j, is an empty list', async (writes, hint) => {
	write(writes);
	const run = await list();
	expect(run.error).toBeUndefined();
	expect(run.items('List')).toEqual([]);
	expect(hintsOf(run)).toContain(hint);
});

test.each<Partial<Forms>>([{}, { pages: 'unnumbered' }, { pages: 'repeated' }, { rows: 'withNull' }])(
	'banks written as %j are listed once',
	async (writes) => {
		write(writes);
		const run = await world.run([world.node('List', 'bank', 'getMany', { returnAll: true })]);
		const codes = run.items('List').map(({ json }) => json.code);
		expect(codes).toHaveLength(world.sandbox.options.banks);
		expect(new Set(codes).size).toBe(codes.length);
		expect(world.requestsTo('/banks').length).toBeLessThanOrEqual(2);
	},
);
