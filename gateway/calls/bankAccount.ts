import * as v from 'valibot';

import { unreadable } from '../protocol/response';
import { NAME_ENQUIRY } from '../protocol/endpoints';
import { ServiceError } from '../protocol/errors';
import { checkInput, requiredText, text } from '../schema/input';
import { optionalText } from '../schema/responseFields';

/** Where an account is: what a name enquiry asks for. The specification does not show it; it is as providers publish it. */
export interface AccountRequest {
	bankCode: string;
	accountNumber: string;
}

/** What a name enquiry finds. */
export interface BankAccount extends AccountRequest {
	/** False where the service knows no such account. */
	found: boolean;
	/** The holder's name. */
	accountName: string | null;
	bankName: string | null;
	message: string | null;
}

/** A bank's code: text, as it may begin with 0. */
export const bankCode = v.pipe(requiredText, v.regex(/^[\w-]{1,20}$/, 'must be a code of the banks list, such as 011'));

// Those of an IBAN, the longest that there are.
const MOST_DIGITS = 34;

/** An account number: text, as it may begin with 0. Spaces and dashes that people type are dropped. */
export function accountNumber(digits: number) {
	const isCount = Number.isInteger(digits) && digits >= 1 && digits <= MOST_DIGITS;
	const rule = isCount
		? `must have ${digits} digits; zeros at its beginning count, which a spreadsheet drops when it keeps them as a number`
		: 'cannot be checked: the option "Account Number Digits" must be a whole number from 1 to 34';
	return v.pipe(
		text,
		v.transform((value) => value.replace(/[\s-]/g, '')),
		v.check((value) => isCount && /^\d+$/.test(value) && value.length === digits, rule),
	);
}

export const ACCOUNT_LABELS = { bankCode: 'Bank', accountNumber: 'Account Number' };

/**
 * Checks which account is asked about.
 * @param digits how many an account number has
 * @throws InputError with every broken rule
 */
export function checkAccount(input: Record<keyof AccountRequest, unknown>, digits: number): AccountRequest {
	return checkInput(v.object({ bankCode, accountNumber: accountNumber(digits) }), input, ACCOUNT_LABELS);
}

const nameAnswer = v.object({
	// Providers publish the field, but not what is in it.
	bank: v.fallback(
		v.union([
			v.pipe(
				v.object({ name: optionalText }),
				v.transform(({ name }) => name),
			),
			optionalText,
		]),
		null,
	),
	accountNumber: optionalText,
	name: optionalText,
});

/**
 * Reads the answer of a name enquiry: `{bank, accountNumber, name}`, as providers publish it.
 * @throws ServiceError when there is no name in it, or when it is about another account
 */
export function readBankAccount(data: Record<string, unknown>, asked: AccountRequest): BankAccount {
	const answer = v.parse(nameAnswer, data);
	if (answer.name === null) throw unreadable(NAME_ENQUIRY);
	if (answer.accountNumber !== null && answer.accountNumber !== asked.accountNumber) {
		throw new ServiceError(
			'The service answered with the holder of another account',
			'Nothing can be said about this one. Ask your provider what its name enquiry finds.',
		);
	}
	return { ...asked, found: true, accountName: answer.name, bankName: answer.bank, message: null };
}

/** What is put out for an account that the service does not know. */
export function noSuchAccount(asked: AccountRequest, serviceMessage: string | undefined): BankAccount {
	const message = serviceMessage ?? 'The service knows no such account';
	return { ...asked, found: false, accountName: null, bankName: null, message };
}
