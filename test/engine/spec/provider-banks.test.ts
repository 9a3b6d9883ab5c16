import type { IDataObject } from 'n8n-workflow';

import type { EngineRun } from '../../../dev/engine';
import { logIn, setUpWorld, world } from '../support/worldTests';
import { failure } from './helpers';

setUpWorld();
beforeEach(logIn);

const FIRST = {
	id: '00000000-0000-4000-8000-000000000001',
	code: '011',
	name: 'Amber Bank',
	logoUrl: 'https://files.sandbox.example/banks/011.png',
};

const banks = async (parameters: IDataObject = {}): Promise<IDataObject[]> =>
	(await world.one('bank', 'getMany', parameters)).map(({ json }) => json);
const hintsOf = ({ run }: EngineRun) => run.data.resultData.runData.Node![0]!.hints ?? [];
const queries = () => world.sandbox.requests.map(({ url }) => url.split('?')[1] ?? '');

describe.each(['page', 'array', 'data'] as const)('Provider, banks: answered as %s', (bankAnswer) => {
	beforeEach(() => world.sandbox.configure({ bankAnswer }));

	test('codes stay text, with their leading zeros', async () => {
		const codes = (await banks({ returnAll: true })).map(({ code }) => code);
		expect(codes).toEqual(expect.arrayContaining(['011', '050100', '032']));
		expect(new Set(codes.map((code) => typeof code))).toEqual(new Set(['string']));
	});

	test('Return All: every one of them, in one request', async () => {
		const all = await banks({ returnAll: true });
		expect(new Set(all.map(({ code }) => code)).size).toBe(237);
		expect(queries()).toEqual(['']);
	});

	test('Simplify off: the banks as they came, in addition', async () => {
		expect((await banks({ limit: 1, options: { simplify: false } }))[0]).toEqual({ ...FIRST, response: FIRST });
	});
});

describe('Provider, banks: Name Contains', () => {
	test.each([
		['part of a name', 'amber', 10],
		['in capitals', 'AMBER BANK', 1],
		['with spaces around it', '  amber bank ', 1],
		['part of a code', '050100', 1],
		['what no bank has', 'zzz', 0],
		['nothing', '', 237],
	])('%s', async (_, nameFilter, count) => {
		const found = await banks({ returnAll: true, nameFilter });
		expect(found).toHaveLength(count);
		const wanted = nameFilter.trim().toLowerCase();
		expect(found.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))).toHaveLength(count);
	});
});

describe('Provider, banks: further pages', () => {
	beforeEach(() => world.sandbox.configure({ bankPageSize: 50 }));

	test.each(['page', 'slice', 'unnumbered'] as const)('Return All: all pages, answered as %s', async (bankAnswer) => {
		world.sandbox.configure({ bankAnswer });
		const run = await world.run([world.node('Node', 'bank', 'getMany', { returnAll: true })]);
		expect(new Set(run.items('Node').map(({ json }) => json.code)).size).toBe(237);
		expect(hintsOf(run)).toEqual([]);
	});

	test('where the service repeats its only page, a hint says that there may be more, once', async () => {
		world.sandbox.configure({ bankAnswer: 'unnumbered', bankPageParameter: 'seite' });
		const run = await world.run([world.node('Node', 'bank', 'getMany', { returnAll: true })], [{}, {}]);
		expect(run.items('Node')).toHaveLength(100);
		expect(hintsOf(run)).toEqual([
			{
				message: expect.stringContaining('The list may be incomplete'),
				type: 'warning',
				location: 'outputPane',
			},
		]);
		const enough = await world.run([world.node('Node', 'bank', 'getMany', { limit: 50 })]);
		expect(hintsOf(enough)).toEqual([]);
	});

	test('a page parameter that the service does not know: an error, not half a list', async () => {
		world.editCredential({ pageParameter: 'pageNumber' });
		const error = await failure(world, 'bank', 'getMany', { returnAll: true });
		expect(error.message).toBe('The service does not answer further pages of the banks list.');
		expect(error.description).toBe(
			'It was asked with the query parameter "pageNumber". Turn on My Provider Needs Other Settings in the credential, and set Page Parameter to the name that your provider uses.',
		);
		expect(queries()).toEqual(['', 'pageNumber=1']);
		world.sandbox.configure({ bankPageParameter: 'pageNumber' });
		expect(await banks({ returnAll: true })).toHaveLength(237);
		world.editCredential({ pageParameter: '' });
	});
});

describe('Provider, banks: the list of banks in the editor', () => {
	const search = async (filter?: string) =>
		(await world.engine.listSearch(world.node('Node', 'bank', 'getMany'), 'searchBanks', filter)).results;

	test('is found by name and by code', async () => {
		expect(await search('amber bank')).toEqual([{ name: 'Amber Bank (011)', value: '011' }]);
		expect(await search('050100')).toHaveLength(1);
	});
});
