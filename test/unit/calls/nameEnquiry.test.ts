import * as fc from 'fast-check';
import {
	checkAccount,
	compareAccounts,
	compareHolder,
	noSuchAccount,
	readBankAccount,
} from '../../../gateway/calls/nameEnquiry';
import { InputError, ReadFailedError } from '../../../gateway/values/errors';
import { allWordsOf, attempt, failureOf } from '../gateway/examples';
import { always, anyData } from '../gateway/property';

const asked = { bankCode: '011', accountNumber: '0123456789' };
const TEN = { accountDigits: 10 };

describe('Which account is asked about', () => {
	test.each([
		['as text', '0123456789', '0123456789'],
		['with spaces and dashes', ' 0123 456-789 ', '0123456789'],
		['as a number that lost no zero', 1234567890, '1234567890'],
	])('an account number %s', (_, given, accountNumber) => {
		expect(checkAccount({ ...asked, accountNumber: given }, TEN)).toEqual({ bankCode: '011', accountNumber });
	});

	test.each([
		['that lost its zero in a spreadsheet', 123456789],
		['of nine digits', '012345678'],
		['of eleven digits', '01234567890'],
		['with a letter', '012345678O'],
		['with other digits', '\u0660123456789'],
	])('an account number %s is refused, and the rule told', (_, accountNumber) => {
		const error = failureOf(() => checkAccount({ ...asked, accountNumber }, TEN));
		expect(error).toBeInstanceOf(InputError);
		expect(error.message).toBe("'accountNumber' does not have 10 digits.");
		expect(error.description).toMatch(/^Check for leading zeros: a spreadsheet drops them/);
		expect(allWordsOf(error)).not.toContain(String(accountNumber));
	});

	test.each([1, 34])('%i digits, the fewest or the most', (count) => {
		const accountNumber = '7'.repeat(count);
		const account = { ...asked, accountNumber };
		expect(checkAccount(account, { accountDigits: count })).toEqual(account);
	});

	test('an account number that is missing breaks one rule', () => {
		const error = failureOf(() => checkAccount({ ...asked, accountNumber: '' }, TEN)) as InputError;
		expect(error.problems).toHaveLength(1);
	});

	test.each(['', '..', '0/11', '011?', 'a b', undefined])('the bank %p is refused', (bankCode) => {
		expect(failureOf(() => checkAccount({ ...asked, bankCode }, TEN)).message).toMatch(/^'bankCode' /);
	});
});

describe('The answer of a name enquiry (providers)', () => {
	const answer = { bank: 'Amber Bank', accountNumber: '0123456789', name: 'OKAFOR, ADAEZE' };

	test('tells the holder', () => {
		expect(readBankAccount(answer, asked)).toEqual({
			...asked,
			found: true,
			accountName: 'OKAFOR, ADAEZE',
			bankName: 'Amber Bank',
			message: null,
		});
	});

	test.each([
		['an object', { id: '1', name: 'Amber Bank' }, 'Amber Bank'],
		['missing', undefined, null],
		['a list', [], null],
	])('its bank may be %s', (_, bank, bankName) => {
		expect(readBankAccount({ ...answer, bank }, asked).bankName).toBe(bankName);
	});

	test.each(['*****6789', 123456789, '123456789', '0123-456-789', ['9999999999'], { number: '0123456789' }, true])(
		'about an account that is masked, has lost its zero or cannot be read, it is about ours: %j',
		(accountNumber) => {
			expect(readBankAccount({ ...answer, accountNumber }, asked).accountName).toBe('OKAFOR, ADAEZE');
		},
	);

	test.each(['0123456780', 9876543210, '987 654 3210', 987654321, '12345678'])(
		'about another account, it is no answer: %j',
		(accountNumber) => {
			const error = failureOf(() => readBankAccount({ ...answer, accountNumber }, asked));
			expect(error).toBeInstanceOf(ReadFailedError);
			expect(error.message).toContain('another account');
			expect(error.description).toMatch(/^The holder of this account is not known\./);
		},
	);

	test.each([undefined, null, ' '])(
		'without an account, as %p, it is about the one that was asked about',
		(accountNumber) => {
			expect(readBankAccount({ ...answer, accountNumber }, asked).accountName).toBe('OKAFOR, ADAEZE');
		},
	);

	test.each([undefined, null, '', ' ', {}])('with the name %p it is no answer', (name) => {
		expect(failureOf(() => readBankAccount({ ...answer, name }, asked))).toBeInstanceOf(ReadFailedError);
	});

	test('is a name for the account that was asked about, or a failure, whatever the service sends', () => {
		always(
			fc.property(anyData('bank', 'accountNumber', 'name'), (data) => {
				const account = attempt(() => readBankAccount(data, asked));
				if (account instanceof Error) return expect(account).toBeInstanceOf(ReadFailedError);
				expect(account).toMatchObject({ ...asked, found: true, accountName: expect.stringMatching(/\S/) });
			}),
		);
	});

	test('no such account has no holder', () => {
		expect(noSuchAccount(asked, undefined)).toEqual({
			...asked,
			found: false,
			accountName: null,
			bankName: null,
			message: `There is no account ${asked.accountNumber} at this bank.`,
		});
		expect(noSuchAccount(asked, 'Unknown').message).toBe('Unknown');
	});
});

test.each([
	['0123456789', 'same'],
	['0123-456 789', 'same'],
	// It has lost its zero as a number.
	['123456789', 'same'],
	['9876543210', 'different'],
	['98765', 'different'],
	['01****6789', 'notKnown'],
	['01234567890', 'notKnown'],
	[null, 'notKnown'],
])('an account is told as %p: %s', (told, likeness) => {
	expect(compareAccounts('0123456789', told)).toBe(likeness);
	if (told === null) expect(compareAccounts('0000000000', told)).toBe(likeness);
});

describe('A holder is compared with the expected name', () => {
	const account = { bankCode: '011', accountNumber: '0123456789', bankName: null, message: null };
	const held = { ...account, found: true, accountName: 'OBI ADA' };

	test.each([
		['no name is expected', held, undefined, { ...held, nameMatches: null }],
		['the names match', held, 'Ada Obi', { ...held, nameMatches: true }],
		[
			'they differ',
			held,
			'Ada Eze',
			{
				...held,
				nameMatches: false,
				message: 'The account is held by "OBI ADA", not by "Ada Eze" (missing: EZE; not expected: OBI)',
			},
		],
		...[
			{ ...held, found: false },
			{ ...held, accountName: null },
		].map((unknown) => ['there is no holder', unknown, 'Ada Obi', { ...unknown, nameMatches: false }] as const),
	] as const)('where %s', (_, found, name, compared) => {
		expect(compareHolder(found, name)).toEqual(compared);
	});
});
