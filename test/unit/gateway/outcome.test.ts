import * as fc from 'fast-check';
import { SettingError } from '../../../gateway/values/errors';
import {
	isFinal,
	meaningOf,
	OUTCOMES,
	outcomeOfWord,
	readBankPaymentStatuses,
	readStatus,
	readStatusTable,
	readTransferStatuses,
	type StatusTable,
} from '../../../gateway/outcome';
import { PUBLISHED } from '../../publishedStatuses';
import { attempt, failureOf } from './examples';
import { always, anyValue } from './property';

const published = readStatusTable('');
const codeNamed = (status: string, table: StatusTable) => readStatus({ status }, table);

describe('Transaction status codes (3, and the table that providers publish)', () => {
	test.each(PUBLISHED)('%i is %s and means %s', (code, name, outcome) => {
		expect(meaningOf(code, published)).toEqual({ name, outcome });
		expect(codeNamed(name, published)).toBe(code);
	});

	test.each([18, 99, 200, -1, 2.5, NaN, null])('%p is in no table, so the outcome is unknown', (code) => {
		expect(meaningOf(code, published)).toEqual({ name: null, outcome: 'unknown' });
	});

	test.each(['00', '02', '0002', '+2', '2.0', '0x2', '2 AUTHORIZED'])(
		'the text %p is no code, as codes are not written so',
		(status) => {
			expect(readStatus({ status }, published)).toBeNull();
			expect(readStatus({ status: 2, statusCode: status }, published)).toBeNull();
		},
	);

	test.each([
		['0', 0],
		[' 2 ', 2],
		['17', 17],
	])('the text %p is the code %i', (status, code) => {
		expect(readStatus({ status }, published)).toBe(code);
	});
});

describe('The status in an answer (2.5, 2.6: in one field or in two, each a code or its name)', () => {
	test.each([
		[{ status: 2, statusCode: 2 }],
		[{ status: 'authorized', statusCode: ' 2 ' }],
		[{ status: '2', statusCode: 'AUTHORIZED' }],
		[{ status: 2, statusCode: null }],
		[{ status: undefined, statusCode: 2 }],
		[{ status: '', statusCode: 2 }],
		[{ status: 2, statusCode: ' ' }],
	])('%j is 2: half of it is missing, or says the same', (fields) => {
		expect(readStatus(fields, published)).toBe(2);
	});

	test.each([
		[{}],
		[{ status: null, statusCode: '' }],
		[{ status: 2, statusCode: 4 }],
		[{ status: 'DECLINED', statusCode: 2 }],
		[{ status: 2, statusCode: 'PAID' }],
		[{ status: true, statusCode: 2 }],
		[{ status: 2, statusCode: { code: 2 } }],
	])('%j tells nothing: it is missing, cannot be read, or contradicts itself', (fields) => {
		expect(readStatus(fields, published)).toBeNull();
	});
});

describe('Status names (2.6 describes the status as text too)', () => {
	test.each(['AUTHORIZED', 'authorized', ' Authorized '])('%p is code 2', (name) => {
		expect(codeNamed(name, published)).toBe(2);
	});

	test.each(['', 'AUTHORISED', 'AUTHORIZED!', 'toString'])('%p names no code', (name) => {
		expect(codeNamed(name, published)).toBeNull();
	});
});

describe("A credential's own status codes", () => {
	test.each([
		[0, 'pending'],
		[7, 'authorized'],
		[18, 'declined'],
		[123, 'refunded'],
		[1000, 'unknown'],
	])("a provider's code, such as %i, can be given a meaning, such as %s", (code, outcome) => {
		const table = readStatusTable(JSON.stringify({ [code]: { name: 'NEW', outcome } }));
		expect(meaningOf(code, table)).toEqual({ name: 'NEW', outcome });
		expect(codeNamed('new', table)).toBe(code);
		if (code === 0) expect(codeNamed('COMPLETED', table)).toBeNull();
	});

	test('a name that two codes have is the name of neither', () => {
		const table = readStatusTable('{"18": {"name": "Declined", "outcome": "pending"}}');
		expect([codeNamed('DECLINED', table), readStatus({ status: 18 }, table)]).toEqual([null, 18]);
	});

	test('the meaning of code 2 stays, because it comes from the specification', () => {
		const table = attempt(() => readStatusTable('{"2": {"name": "LOST", "outcome": "declined"}}'));
		if (table instanceof Error) expect(table).toBeInstanceOf(SettingError);
		else expect(meaningOf(2, table)).toEqual({ name: 'AUTHORIZED', outcome: 'authorized' });
	});

	test.each([
		['no JSON', 'HELD'],
		['a list', '[]'],
		['a text', '"18"'],
		['null', 'null'],
		['a code that is no number', '{"HELD": {"name": "HELD", "outcome": "pending"}}'],
		['a negative code', '{"-1": {"name": "HELD", "outcome": "pending"}}'],
		['a code with a leading zero', '{"018": {"name": "HELD", "outcome": "pending"}}'],
		['a code with a letter', '{"18a": {"name": "HELD", "outcome": "pending"}}'],
		['a code with decimals', '{"1.5": {"name": "HELD", "outcome": "pending"}}'],
		['no name', '{"18": {"outcome": "pending"}}'],
		['an empty name', '{"18": {"name": "", "outcome": "pending"}}'],
		['an outcome that is no word of ours', '{"18": {"name": "HELD", "outcome": "paid"}}'],
		['an outcome that only a charge can have', '{"18": {"name": "HELD", "outcome": "otp_required"}}'],
	])('%s is refused with an explanation', (_, setting) => {
		const error = failureOf(() => readStatusTable(setting));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toBe("The credential's 'Status Codes' cannot be read.");
		expect(error.description).toBe(
			'Give JSON of the form {"18": {"name": "HELD", "outcome": "pending"}}. Allowed outcomes: authorized, pending, declined, refunded, unknown.',
		);
	});

	test('a code called __proto__ changes no other code', () => {
		const table = readStatusTable('{"__proto__": {"name": "HELD", "outcome": "authorized"}}');
		expect(table).toEqual(published);
		expect(meaningOf(18, table).outcome).toBe('unknown');
	});

	test('any setting is a table of the closed set of outcomes, or refused', () => {
		const settings = fc.oneof(
			fc.string(),
			fc.json(),
			anyValue.map((value) => JSON.stringify({ 18: value }) ?? ''),
		);
		always(
			fc.property(settings, (setting) => {
				const table = attempt(() => readStatusTable(setting));
				if (table instanceof Error) expect(table).toBeInstanceOf(SettingError);
				else for (const { outcome } of Object.values(table)) expect(OUTCOMES).toContain(outcome);
			}),
		);
	});
});

describe('Statuses of transfers (providers)', () => {
	const outcomes = (setting: string, ...names: string[]) =>
		names.map((name) => outcomeOfWord(name, readTransferStatuses(setting)));

	test.each(['', '  ', '{}'])('the setting %p leaves the published ones', (setting) => {
		expect(readTransferStatuses(setting)).toEqual({ PENDING: 'pending', COMPLETE: 'authorized', FAILED: 'declined' });
	});

	test('a status of the provider is added, however it is written', () => {
		expect(outcomes('{" Successful ": "authorized"}', 'SUCCESSFUL', 'successful', 'COMPLETE', 'FAILED')).toEqual([
			'authorized',
			'authorized',
			'authorized',
			'declined',
		]);
	});

	test.each(['', 'PAID', 'toString', '__proto__'])('%p is not known, so the outcome is unknown', (name) => {
		expect(outcomes('', name)).toEqual(['unknown']);
	});

	test('no status at all is unknown', () => {
		expect(outcomeOfWord(null, readTransferStatuses(''))).toBe('unknown');
		// As text, null would be this name.
		expect(outcomeOfWord(null, readTransferStatuses('{"NULL": "authorized"}'))).toBe('unknown');
		expect(outcomeOfWord(null, readTransferStatuses('{"": "authorized"}'))).toBe('unknown');
	});

	test.each(['SUCCESSFUL', '[]', '"x"', 'null', '{"SUCCESSFUL": "paid"}', '{"SUCCESSFUL": "otp_required"}'])(
		'%s is refused with an explanation',
		(setting) => {
			const error = failureOf(() => readTransferStatuses(setting));
			expect(error).toBeInstanceOf(SettingError);
			expect([error.message, error.description]).toEqual([
				"The credential's 'Transfer Statuses' cannot be read.",
				'Give JSON of the form {"SUCCESSFUL": "authorized"}. Allowed outcomes: authorized, pending, declined, refunded, unknown.',
			]);
		},
	);
});

test('statuses of bank payments are read in the same way, and have their own setting', () => {
	expect(readBankPaymentStatuses('')).toEqual({ PENDING: 'pending', COMPLETED: 'authorized' });
	expect(readBankPaymentStatuses('{" paid ": "authorized", "COMPLETED": "pending"}')).toEqual({
		PENDING: 'pending',
		COMPLETED: 'pending',
		PAID: 'authorized',
	});
	const error = failureOf(() => readBankPaymentStatuses('PAID'));
	expect(error.message).toBe("The credential's 'Bank Payment Statuses' cannot be read.");
	expect(error.description).toMatch(/^Give JSON of the form \{"PAID": "authorized"\}\./);
});

describe('Final outcomes', () => {
	test.each([
		['authorized', true],
		['declined', true],
		['refunded', true],
		['pending', false],
		['otp_required', false],
		['redirect_required', false],
		['unknown', false],
	] as const)('%s is final: %p', (outcome, expected) => {
		expect(isFinal(outcome)).toBe(expected);
	});
});
