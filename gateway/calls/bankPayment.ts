import { ENDPOINTS } from '../client/endpoints';
import type { Settings } from '../client/settings';
import type { ItemWords } from '../itemMessage';
import { outcomeOfWord } from '../outcome';
import { duplicateMark, commonPart, payment, paymentItem, type Payment } from '../payment';
import type { MoneyCall, MoneyRequest } from '../sending/call';
import { compareReferences } from '../values/attempt';
import { SettingError } from '../values/errors';
import { objectOf, readInput, requireValid, type Labels } from '../values/input';
import { compareAmounts, currencyCode, amountInput, readMoney, roundAmount, type Money } from '../values/money';
import { newReference } from '../values/reference';
import { decimal, optionalText, readFields, type Likeness } from '../values/responseFields';
import {
	BANK_PAYMENT_WORDS,
	findBankPayments,
	type BankPayment,
	type BankPaymentRecord,
	type BankPaymentSettings,
	type PaymentAccount,
} from './bankPaymentStatus';
import { ABOUT_ANOTHER, OTHER_AMOUNT } from './expectedPayment';

/** A request for an account to which one payment is made. The specification does not have it; this is what providers publish. */
export interface BankPaymentRequest extends MoneyRequest {
	money: Money;
}

const schema = objectOf({ amount: amountInput, currency: currencyCode, requestId: newReference('invoice') });

/**
 * Checks a bank payment and builds its request. It names no currency, so it is that of the credential.
 * @param input amount, requestId
 * @throws InputError with every broken rule; SettingError where the credential has no currency
 */
export function buildBankPayment(
	input: { amount: unknown; requestId: unknown },
	{ defaultCurrency, amountsIn }: Pick<Settings, 'defaultCurrency' | 'amountsIn'>,
	labels: Labels = {},
): BankPaymentRequest {
	if (defaultCurrency === '') {
		throw new SettingError(
			"The credential has no 'Default Currency'.",
			"Open the credential and enter the currency of your account. A bank payment names none, so 'Amount' is in that currency.",
		);
	}
	const read = readInput(schema, { ...input, currency: defaultCurrency });
	const { money, brokenRules } = readMoney(read.fields, 'major', amountsIn);
	const { requestId: reference } = requireValid(read, labels, brokenRules);
	return { reference, money: money!, secrets: [] };
}

const answerFields = {
	status: optionalText,
	requestId: optionalText,
	paymentRequestId: optionalText,
	amount: decimal,
	accountNumber: optionalText,
	accountName: optionalText,
	institutionName: optionalText,
	institutionCode: optionalText,
	accountNumberExpiry: optionalText,
};

/**
 * Reads the answer to a bank payment. An account is open where its status says so, or where it has none. Without a number, with another
 * status, or where it contradicts the request, it is unknown.
 */
export function readBankPaymentAnswer(
	data: Record<string, unknown>,
	{ reference, money }: BankPaymentRequest,
	{ bankPaymentStatuses, amountsIn }: BankPaymentSettings,
): BankPayment {
	const answer = readFields(data, answerFields);
	const { major: amount, minor: amountMinor, currency } = money;
	const told = { amount: roundAmount(answer.amount, currency, amountsIn), currency };
	const isOther = compareReferences(reference, answer.requestId) === 'different';
	const differs = compareAmounts({ amount, currency }, told, amountsIn) === 'different';
	const account = isOther || differs ? null : readPaymentAccount(answer);
	const ofStatus = answer.status === null ? 'pending' : outcomeOfWord(answer.status, bankPaymentStatuses);
	const isOpen = ofStatus === 'pending' && account !== null;
	const details = isOther ? ABOUT_ANOTHER : differs ? OTHER_AMOUNT : account === null ? NO_NUMBER : NOT_OPEN;
	const known = payment({
		...{ outcome: ofStatus === 'declined' ? ofStatus : isOpen ? 'pending' : 'unknown', statusName: answer.status },
		...{ reference, amount, amountMinor, currency },
		transactionReference: isOther ? null : answer.paymentRequestId,
		details: isOpen ? null : details,
	});
	return { ...known, account, amountPaid: null };
}

const NO_NUMBER = 'The service gave no account number';
const NOT_OPEN = 'The service does not say that the account is open';

function readPaymentAccount(answer: ReturnType<typeof readFields<typeof answerFields>>): PaymentAccount | null {
	if (answer.accountNumber === null) return null;
	return {
		number: answer.accountNumber,
		name: answer.accountName,
		bankName: answer.institutionName,
		bankCode: answer.institutionCode,
		validUntil: answer.accountNumberExpiry?.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') ?? null,
	};
}

/** Returns the messages about an account whose number is not known, because the service's record does not tell it. */
function withoutNumber(unknown: string): ItemWords {
	return { ...BANK_PAYMENT_WORDS, outcomes: { ...BANK_PAYMENT_WORDS.outcomes, unknown } };
}
const GET_LATER = 'Get it later by this Request ID.';
const LOST = withoutNumber(`It is not known whether an account was created. ${GET_LATER}`);
const HAS_NOBODY = withoutNumber('Its account number is lost, so nobody can pay it. A new Request ID is safe.');
const SAFE = 'Nobody has its account number, so a new Request ID is safe.';

function compareWithRequest(
	{ reference, money: { major: amount, currency } }: BankPaymentRequest,
	record: Payment,
	{ amountsIn }: Pick<Settings, 'amountsIn'>,
): Likeness {
	const isOther = compareReferences(reference, record.reference) === 'different';
	return isOther ? 'different' : compareAmounts({ amount, currency }, record, amountsIn);
}

/**
 * Has the service make an account for one payment. No money moves, and until somebody has its number nobody can pay: so the lost answer to
 * the first request costs nothing, and a record that is open says nothing, because it does not tell the account.
 */
export const bankPayment: MoneyCall<BankPaymentRequest, BankPayment> = {
	endpoint: ENDPOINTS.bankPayment,
	words: {
		what: 'account',
		participle: 'created',
		action: 'creating an account for',
		inDoubt: 'an account was created',
		advice: GET_LATER,
		referenceField: 'Request ID',
		item: BANK_PAYMENT_WORDS,
	},
	fields: {},
	content: ({ reference: requestId, money }) => ({ body: { amount: String(money.major), requestId } }),
	read: readBankPaymentAnswer,
	partToStore: (request) => request,
	finders: findBankPayments,
	lookUpRequest: (request, _, settings) => ({
		merchant: request.reference,
		compare: (record) => compareWithRequest(request, record, settings),
	}),
	earlier: {
		kind: 'makesPayment',
		name: 'bank payment',
		options: 'Options',
		compare: compareWithRequest,
		canShow: () => true,
		// A service may show it only when somebody has paid.
		isNotedUnlessFound: true,
		afterDecline: 'To ask for the money again, use a new Request ID.',
	},
	verdict: ({ outcome }) => (outcome === 'pending' ? 'untold' : 'outcome'),
	paymentBefore({ reference, money: { major: amount, minor: amountMinor, currency } }) {
		return payment({ outcome: 'unknown', reference, amount, amountMinor, currency });
	},
	item({ isFirst = false }, made: Payment & Partial<BankPaymentRecord>, { duplicate }) {
		const { details, ...known } = commonPart(made, 'account', 'amountPaid', 'senderAccount', 'recipientAccount');
		// Only a record has what was paid to whom.
		const isLost = known.outcome === 'unknown' && made.recipientAccount === undefined && known.account === null;
		// Another execution, or the first round of a loop, may have given the number out. Only without any answer can nobody have paid.
		const isSafe = isLost && isFirst && !duplicate && made.account === undefined;
		const words = isSafe ? HAS_NOBODY : isLost ? LOST : BANK_PAYMENT_WORDS;
		return paymentItem(words, { ...known, details: isSafe ? `${details} ${SAFE}` : details }, duplicateMark(duplicate));
	},
};
