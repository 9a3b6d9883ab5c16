import * as fc from 'fast-check';
import { listBanks } from '../../../gateway/calls/banks';
import { GatewayError, ReadFailedError } from '../../../gateway/values/errors';
import { settingsWith } from '../gateway/examples';
import { anyAnswer, anyData } from '../gateway/property';
import { serviceThat } from '../sending/service';

const bank = { id: '1', code: '058', name: 'First Bank', logoUrl: 'https://bank.example/logo.png' };
const second = { ...bank, id: '2', code: '011', name: 'Second Bank' };

/** Lists banks where the service gives the same answer to whatever it is asked. */
const list = async (body: unknown) => await listBanks(serviceThat(() => body));

describe('Banks answer (4.2; its body is not shown, so this is what providers publish)', () => {
	test.each([
		['a page', { content: [bank], number: 0, totalPages: 1, last: true }],
		['a page in an envelope', { status: 200, data: { content: [bank], number: 0, totalPages: 1, last: true } }],
		['a bare array', [bank]],
		['an array in an envelope', { status: 200, data: [bank] }],
	])('%s gives the banks', async (_, body) => {
		expect(await list(body)).toEqual({ items: [{ bank, row: bank }], isIncomplete: false });
	});

	test('a bank keeps its leading zeros, and a code given as a number becomes text', async () => {
		const { items } = await list([{ code: '058' }, { code: 58 }]);
		expect(items.map(({ bank: { code } }) => code)).toEqual(['058', '58']);
	});

	test("a bank has the four documented fields, and the service's own row beside them", async () => {
		const row = { ...bank, country: 'NG' };
		expect((await list([row])).items).toEqual([{ bank, row }]);
		expect((await list([{ name: 'Bare' }])).items).toMatchObject([
			{ bank: { id: null, code: null, name: 'Bare', logoUrl: null } },
		]);
	});

	test.each([
		['page', {}],
		['seite', { pageParameter: ' seite ' }],
	])('the first page is asked for as the specification has it, and further ones by %s', async (name, stored) => {
		const queries: unknown[] = [];
		const pages = [
			{ content: [bank], number: 0, totalPages: 2, last: false },
			{ content: [second], number: 1, totalPages: 2, last: true },
		];
		const service = serviceThat(({ query }) => pages[queries.push(query) - 1], settingsWith(stored));
		const { items } = await listBanks(service);
		expect(items.map(({ row }) => row)).toEqual([bank, second]);
		expect(queries).toEqual([{}, { [name]: 1 }]);
	});

	test.each([
		['first', Infinity, ['058']],
		[' SECOND ', Infinity, ['011']],
		['05', Infinity, ['058']],
		['bank', 1, ['058']],
		['', Infinity, ['058', '011']],
		['another', Infinity, []],
	])('those whose name or code contains %j, %d at most', async (nameFilter, limit, codes) => {
		const { items } = await listBanks(
			serviceThat(() => [bank, second]),
			{ nameFilter, limit },
		);
		expect(items.map(({ bank: { code } }) => code)).toEqual(codes);
	});

	test.each([
		['nothing of others', {}],
		['only its number', { number: 0 }],
		['only how many there are', { totalPages: 3 }],
		['that there are more, and not which one it is', { last: false }],
		['that there are more entries, and not which page it is', { totalElements: 570 }],
	])('a page that says %s may not be all', async (_, page) => {
		expect(await list({ content: [bank], ...page })).toMatchObject({ items: [{ bank }], isIncomplete: true });
	});

	test('nothing comes after an empty page, whatever it says, so that reading ends', async () => {
		const page = { content: [], number: 5, totalPages: 100, last: false };
		expect(await list(page)).toEqual({ items: [], isIncomplete: true });
	});

	test('a page that was not asked for is an error, which names the parameter', async () => {
		const page = { content: [bank], number: 0, totalPages: 2 };
		await expect(listBanks(serviceThat(() => page, settingsWith({ pageParameter: 'seite' })))).rejects.toMatchObject({
			message: 'The service does not answer further pages of the banks list.',
			description: expect.stringContaining('the query parameter "seite". Turn on My Provider Needs Other Settings'),
		});
	});

	test.each([
		...[null, undefined, '', '<html>', 5, {}, { data: {} }, [1], ['x']],
		...[{ content: 'x' }, { content: [1] }],
	])('%j is no list of banks', async (body) => {
		await expect(list(body)).rejects.toBeInstanceOf(ReadFailedError);
	});

	test('any answer gives banks or a GatewayError', async () => {
		const page = anyData('content', 'number', 'totalPages', 'last', 'data');
		const banks = fc.array(anyData('id', 'code', 'name', 'logoUrl'));
		const body = fc.oneof(
			page,
			banks,
			fc.tuple(page, banks).map(([fields, content]) => ({ ...fields, content })),
		);
		const property = fc.asyncProperty(anyAnswer(body), async (answer) => {
			const service = { ...serviceThat(() => undefined), send: async () => answer };
			const result = await listBanks(service).catch((error: unknown) => error);
			if (result instanceof GatewayError) return;
			for (const { bank: listed } of (result as Awaited<ReturnType<typeof listBanks>>).items) {
				expect(Object.keys(listed)).toEqual(['id', 'code', 'name', 'logoUrl']);
				for (const value of Object.values(listed)) expect(value === null || typeof value === 'string').toBe(true);
			}
		});
		await fc.assert(property, { seed: 20_260_115 });
	});
});
