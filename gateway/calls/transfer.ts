import { z } from 'zod/v4';

import {
	accountFields,
	accountProblems,
	bankCode,
	compareAccounts,
	fetchBankAccount,
	expectedName,
} from './nameEnquiry';
import { objectOf, readInput, requiredText, requireValid, type Labels } from '../values/input';
import type { Settings } from '../client/settings';
import { compareAmounts, amountInput, readMoney, paymentCurrency, type MajorUnits, type Money } from '../values/money';
import { ENDPOINTS } from '../client/endpoints';
import { rulesOf, TEXT, type Field } from '../fields';
import { nameMismatch } from '../values/name';
import { duplicateMark, commonPart, payment, paymentItem, type Payment } from '../payment';
import type { MoneyCall, MoneyRequest } from '../sending/call';
import { findTransfers, readTransfer, type Transfer, TRANSFER_WORDS } from './transferStatus';
import type { Likeness } from '../values/responseFields';
import { ABOUT_ANOTHER } from './expectedPayment';
import { compareReferences } from '../values/attempt';
import { newReference } from '../values/reference';

/** A checked transfer, ready to be sent. The specification does not show its body; this is what providers publish. */
export interface TransferRequest extends MoneyRequest {
	body: {
		/** In major units, unlike a charge's. */
		amount: MajorUnits;
		bankCode: string;
		recipientAccountNumber: string;
		narration: string;
		/** The caller's unique id of the transfer. */
		requestId: string;
	};
	money: Money;
	/** The name of the person or company that must hold the account; undefined when it is not checked. */
	expectedName: string | undefined;
}

// There is no default, because it could be wrong by a factor of 100.
const amountUnit = z.enum(
	['major', 'minor'],
	'is not chosen. Choose major units, where 10.50 means 10.50, or minor units, where 1050 does.',
);

/** The fields of a transfer, besides the account, the amount and the request ID. */
export const transferFields = {
	narration: {
		displayName: 'Narration',
		...TEXT,
		required: true,
		placeholder: 'e.g. Invoice 1001',
		description: 'The text that the recipient sees',
		rule: requiredText,
	},
} satisfies Record<string, Field>;

const transferSchema = objectOf({
	amount: amountInput,
	amountUnit,
	currency: paymentCurrency,
	bankCode,
	...rulesOf(accountFields),
	...rulesOf(transferFields),
	requestId: newReference('payout'),
	expectedName: expectedName.optional(),
});

/**
 * Checks a transfer and builds its request.
 * @param input amount, amountUnit, currency, bankCode, accountNumber, narration, requestId, expectedName
 * @throws InputError with every broken rule
 */
export function buildTransfer(
	input: unknown,
	{ amountsIn, accountDigits }: Pick<Settings, 'amountsIn' | 'accountDigits'>,
	labels: Labels = {},
): TransferRequest {
	const read = readInput(transferSchema, input);
	const { data: unit } = amountUnit.safeParse(read.fields.amountUnit);
	const { money, brokenRules } = unit ? readMoney(read.fields, unit, amountsIn) : { brokenRules: [] };
	const transfer = requireValid(read, labels, [...brokenRules, ...accountProblems(read.fields, accountDigits)]);
	const { bankCode: bank, accountNumber: recipientAccountNumber, narration, requestId, expectedName } = transfer;
	return {
		body: { amount: money!.major, bankCode: bank, recipientAccountNumber, narration, requestId },
		money: money!,
		expectedName,
		reference: requestId,
		secrets: [],
	};
}

/**
 * Reads the answer to a transfer. An answer about another request, account or amount confirms nothing: its outcome is
 * unknown.
 */
export function readTransferAnswer(
	data: Record<string, unknown>,
	request: TransferRequest,
	{ transferStatuses, amountsIn }: Pick<Settings, 'transferStatuses' | 'amountsIn'>,
): Transfer {
	const record = readTransfer(data, transferStatuses);
	const isOther = partsOf(request, record, { amountsIn }).includes('different');
	return isOther ? { ...record, outcome: 'unknown', authorized: false, details: ABOUT_ANOTHER } : record;
}

/** Compares a transfer with a request: its reference, its amount and its account, of which the amount has to be told. */
export function compareWithRequest(
	request: TransferRequest,
	record: Payment & Partial<Transfer>,
	settings: Pick<Settings, 'amountsIn'>,
): Likeness {
	const [amount, ...others] = partsOf(request, record, settings);
	return others.includes('different') ? 'different' : amount;
}

/** Compares the parts of a transfer. Its currency is not sent, and providers do not document the account. */
function partsOf(
	{ reference, body: { recipientAccountNumber }, money: { major: amount, currency } }: TransferRequest,
	record: Payment & Partial<Transfer>,
	{ amountsIn }: Pick<Settings, 'amountsIn'>,
): [amount: Likeness, account: Likeness, reference: Likeness] {
	const { accountNumber: told } = record;
	return [
		compareAmounts({ amount, currency }, record, amountsIn),
		// A shorter number may be no account at all.
		told?.length === recipientAccountNumber.length ? compareAccounts(recipientAccountNumber, told) : 'notKnown',
		compareReferences(reference, record.reference),
	];
}

/** Makes a transfer. The specification names it (section 1), and providers publish its form. One with an expected name is sent only to an account of that name. */
export const transfer: MoneyCall<TransferRequest, Transfer> = {
	endpoint: ENDPOINTS.transfer,
	words: {
		what: 'money',
		participle: 'transferred',
		action: 'transferring the money of',
		inDoubt: 'the money was transferred',
		advice: 'Do not send it again: ask for its status later, or ask your provider about it.',
		referenceField: 'Request ID',
		item: TRANSFER_WORDS,
	},
	fields: { ...accountFields, ...transferFields },
	content: ({ body }) => ({ body: { ...body } }),
	read: readTransferAnswer,
	partToStore: (request) => request,
	finders: findTransfers,
	lookUpRequest: (request, own, settings) => ({
		own: [own],
		merchant: request.reference,
		compare: (record) => compareWithRequest(request, record, settings),
	}),
	earlier: {
		kind: 'makesPayment',
		name: 'transfer',
		compare: compareWithRequest,
		canShow: () => true,
		options: 'Options',
		isNotedUnlessFound: true,
		afterDecline: 'To send it again, use a new Request ID.',
	},
	verdict: () => 'outcome',
	paymentBefore: () => payment({ outcome: 'unknown' }),
	item: transferItem,
	async holdBack(service, { expectedName: name, body: { bankCode: code, recipientAccountNumber } }) {
		if (name === undefined) return undefined;
		const { account } = await fetchBankAccount(service, { bankCode: code, accountNumber: recipientAccountNumber });
		const { accountName } = account;
		const mismatch = accountName === null ? account.message : nameMismatch(name, accountName);
		if (mismatch === null) return undefined;
		const declined = payment({ outcome: 'declined', details: `Nothing was sent. ${mismatch}` });
		return { ...declined, accountName, mismatch } as Payment;
	},
};

/** Makes the item of a transfer, of one that was held back, or of an earlier transfer under its request ID. */
function transferItem(
	{ body, money }: TransferRequest,
	sent: Payment & Partial<Transfer> & { mismatch?: string | null },
	{ duplicate }: { duplicate: boolean },
) {
	const { accountNumber, accountName, responseCode, ...known } = commonPart(
		sent,
		'accountNumber',
		'accountName',
		'responseCode',
	);
	// The first transfer may have gone elsewhere: a list may have been corrected since.
	const destination = duplicate
		? { bankCode: null, accountNumber }
		: { bankCode: body.bankCode, accountNumber: body.recipientAccountNumber };
	const { major: amount, minor: amountMinor, currency } = money;
	const asSent = { amount, amountMinor, currency, reference: body.requestId };
	return paymentItem(
		TRANSFER_WORDS,
		{ ...known, ...asSent, ...destination, accountName, responseCode },
		{ mismatch: sent.mismatch ?? null, ...duplicateMark(duplicate) },
	);
}
