import { z } from 'zod/v4';

import { unreadableAnswer } from '../client/response';
import { type Call, send, type Service } from '../sending/service';
import { isNotFound } from '../sending/failures';
import { ENDPOINTS } from '../client/endpoints';
import type { Settings } from '../client/settings';
import { rulesOf, TEXT, type Field } from '../fields';
import { ReadFailedError } from '../values/errors';
import { readInput, requiredText, text, requireValid, type BrokenRule, type Labels, isObject } from '../values/input';
import { isName, nameMismatch } from '../values/name';
import { optionalText, readFields, type Likeness } from '../values/responseFields';

/** The account that a name enquiry asks about. The specification does not show it; this is what providers publish. */
export interface AccountRequest {
	bankCode: string;
	accountNumber: string;
}

/** An account, and the name that its holder is expected to have; undefined where any name will do. */
export interface ExpectedAccount extends AccountRequest {
	expectedName?: string | undefined;
}

/** The result of a name enquiry. */
export interface BankAccount extends AccountRequest {
	/** False when the service knows no such account. */
	found: boolean;
	/** The holder's name. */
	accountName: string | null;
	bankName: string | null;
	message: string | null;
}

/** A bank account whose holder was compared with the expected name. */
export interface ComparedAccount extends BankAccount {
	/** Null where no name was expected. */
	nameMatches: boolean | null;
}

/** A bank's code: text, because it may begin with 0. */
export const bankCode = requiredText.refine(
	(code) => /^[\w-]{1,20}$/.test(code),
	'is not a bank code. Choose the bank from the list, or write its code, such as 011.',
);

// Text, because it may begin with 0, without the spaces and dashes that people type.
const accountNumber = text.transform((value) => value.replace(/[\s-]/g, ''));

/** The fields of an account, besides its bank. */
export const accountFields = {
	accountNumber: {
		displayName: 'Account Number',
		...TEXT,
		required: true,
		placeholder: 'e.g. 0123456789',
		description: 'Enter it as text, so that leading zeros are kept. Spaces and dashes are removed.',
		rule: accountNumber,
	},
} satisfies Record<string, Field>;

/** The name of the person or company that an account must belong to. */
export const expectedName = text.refine(isName, 'is not a name. Write the name of a person or company.');

const accountSchema = z.object({ bankCode, ...rulesOf(accountFields), expectedName: expectedName.optional() });

/** Lists the rule that an input's account number breaks, if any: it has this many digits. */
export function accountProblems(given: Record<string, unknown>, digits: number): BrokenRule[] {
	const { data: number } = accountNumber.safeParse(given.accountNumber);
	if (number === undefined || (/^\d+$/.test(number) && number.length === digits)) return [];
	const rule = `does not have ${digits} digits. Check for leading zeros: a spreadsheet drops them unless the column is formatted as text.`;
	return [{ path: ['accountNumber'], rule }];
}

/**
 * Checks the account for a name enquiry.
 * @param input bankCode, accountNumber, expectedName
 * @throws InputError with every broken rule
 */
export function checkAccount(
	input: unknown,
	{ accountDigits }: Pick<Settings, 'accountDigits'>,
	labels: Labels = {},
): ExpectedAccount {
	const read = readInput(accountSchema, input);
	const { bankCode, accountNumber, expectedName } = requireValid(
		read,
		labels,
		accountProblems(read.fields, accountDigits),
	);
	return { bankCode, accountNumber, expectedName };
}

const answerFields = {
	// Providers document the field, but not its content.
	bank: (value: unknown) => optionalText(isObject(value) ? value.name : value),
	accountNumber: optionalText,
	name: optionalText,
};

/**
 * Reads the answer of a name enquiry: `{bank, accountNumber, name}`, as providers publish it.
 * @throws ReadFailedError when there is no name in it, or when it is about another account
 */
export function readBankAccount(data: Record<string, unknown>, asked: AccountRequest): BankAccount {
	const answer = readFields(data, answerFields);
	if (answer.name === null) throw unreadableAnswer(ENDPOINTS.nameEnquiry, data);
	if (compareAccounts(asked.accountNumber, answer.accountNumber) === 'different') {
		throw new ReadFailedError(
			'The service answered with the holder of another account.',
			'The holder of this account is not known. Ask your provider what its name enquiry returns.',
		);
	}
	return { found: true, ...asked, accountName: answer.name, bankName: answer.bank, message: null };
}

/**
 * Compares a told account number with the expected one. It may have lost its zeros as a number; one that is masked, or longer, is not known.
 */
export function compareAccounts(expected: string, told: string | null): Likeness {
	if (told === null) return 'notKnown';
	const number = told.replace(/[\s-]/g, '').padStart(expected.length, '0');
	if (number === expected) return 'same';
	return /^\d+$/.test(number) && number.length === expected.length ? 'different' : 'notKnown';
}

/** Makes the output for an account that the service does not know. */
export function noSuchAccount(asked: AccountRequest, serviceMessage: string | undefined): BankAccount {
	const message = serviceMessage ?? `There is no account ${asked.accountNumber} at this bank.`;
	return { found: false, ...asked, accountName: null, bankName: null, message };
}

/** Compares an account's holder with the expected name, by the rules of `nameMismatch`. The message tells the difference. */
export function compareHolder({ message, ...account }: BankAccount, name: string | undefined): ComparedAccount {
	const { found, accountName } = account;
	if (name === undefined) return { ...account, nameMatches: null, message };
	if (!found || accountName === null) return { ...account, nameMatches: false, message };
	const mismatch = nameMismatch(name, accountName);
	return { ...account, nameMatches: mismatch === null, message: mismatch };
}

const nameEnquiry: Call<AccountRequest, BankAccount> = {
	endpoint: ENDPOINTS.nameEnquiry,
	content: ({ bankCode, accountNumber }) => ({ parameters: { bankCode, accountNumber } }),
	read: (data, { bankCode, accountNumber }) => readBankAccount(data, { bankCode, accountNumber }),
};

/**
 * Fetches the holder of a bank account. "No such account" is an answer, and not an error.
 * @returns the account, and the service's answer without secrets, where it has one
 * @throws GatewayError when the service does not tell
 */
export async function fetchBankAccount(
	service: Service,
	asked: AccountRequest,
): Promise<{ account: BankAccount; raw?: unknown }> {
	const answered = await send(service, nameEnquiry, asked, []);
	if ('value' in answered) return { account: answered.value, raw: answered.raw };
	const { failure } = answered;
	// A wrong path in the credential gives a 404 as well.
	if (!isNotFound(failure)) throw failure;
	const { bankCode, accountNumber } = asked;
	return { account: noSuchAccount({ bankCode, accountNumber }, failure.serviceMessage) };
}
