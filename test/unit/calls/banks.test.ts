import * as fc from 'fast-check';
import { readBanks } from '../../../gateway/calls/banksCall';
import { ReadFailedError } from '../../../gateway/values/errors';
import { attempt, failureOf } from '../gateway/examples';
import { always, anyAnswer, anyData } from '../gateway/property';

const bank = { id: '1', code: '058', name: 'First Bank', logoUrl: 'https://bank.example/logo.png' };

function read(body: unknown, httpStatus = 200) {
	return readBanks({ httpStatus, body });
}

describe('Banks answer (4.2; its body is not shown, so this is what providers publish)', () => {
	test.each([
		['a page', { content: [bank], number: 0, totalPages: 1, last: true }],
		['a page in an envelope', { status: 200, data: { content: [bank], number: 0, totalPages: 1, last: true } }],
		['a bare array', [bank]],
		['an array in an envelope', { status: 200, data: [bank] }],
	])('%s gives the banks', (_, body) => {
		expect(read(body)).toMatchObject({ banks: [bank], raw: [bank], next: null });
	});

	test('a bank keeps its leading zeros, and a code given as a number becomes text', () => {
		expect(read([{ code: '058' }, { code: 58 }]).banks.map(({ code }) => code)).toEqual(['058', '58']);
	});

	test.each([
		[{ number: 0, totalPages: 3, last: false }, 1],
		[{ number: 1, totalPages: 3 }, 2],
		[{ number: 2, totalPages: 3 }, null],
		[{ number: 2, totalPages: 3, last: true }, null],
		[{ number: 0, last: false }, 1],
		[{ number: 0 }, null],
		[{ totalPages: 3 }, null],
		[{ last: false }, null],
		[{}, null],
	])('after the page %p comes page %p', (page, next) => {
		expect(read({ content: [bank], ...page }).next).toBe(next);
	});

	test.each([
		['nothing of others', {}],
		['only its number', { number: 0 }],
		['only how many there are', { totalPages: 3 }],
		['that there are more, and not which one it is', { last: false }],
		['that there are more entries, and not which page it is', { totalElements: 570 }],
		['that there are more, after an empty one', { content: [], number: 5, totalPages: 100 }],
	])('a page that says %s may not be all', (_, page) => {
		expect(read({ content: [bank], ...page })).toMatchObject({ next: null, isIncomplete: true });
	});

	test('nothing comes after an empty page, whatever it says, so that reading ends', () => {
		expect(read({ content: [], number: 5, totalPages: 100, last: false }).next).toBeNull();
	});

	test.each([
		null,
		undefined,
		'',
		'<html>',
		5,
		{},
		{ data: {} },
		{ content: 'x' },
		{ content: [1] },
		{ content: [bank, null] },
		[1],
		['x'],
		{ data: [null] },
	])('%j is no list of banks', (body) => {
		expect(failureOf(() => read(body))).toBeInstanceOf(ReadFailedError);
	});

	test('any answer gives banks or a GatewayError', () => {
		const page = anyData('content', 'number', 'totalPages', 'last', 'data');
		const banks = fc.array(anyData('id', 'code', 'name', 'logoUrl'));
		const body = fc.oneof(
			page,
			banks,
			fc.tuple(page, banks).map(([fields, content]) => ({ ...fields, content })),
		);
		always(
			fc.property(anyAnswer(body), (answer) => {
				const result = attempt(() => readBanks(answer));
				if (result instanceof Error) return;
				expect(result.raw).toHaveLength(result.banks.length);
				for (const { id, code, name, logoUrl } of result.banks) {
					for (const value of [id, code, name, logoUrl]) expect(value === null || typeof value === 'string').toBe(true);
				}
				if (result.next !== null) expect(result.next).toBe(result.page! + 1);
			}),
		);
	});
});
