import {
	isRecordOf,
	readTransferAnswer,
	type Transfer,
	type TransferRequest,
} from '../../../gateway/calls/transferCall';
import { isReference } from '../../../gateway/values/reference';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { lookUpOf, type LookUp } from '../../../gateway/lookUp';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import { nameMismatch } from '../../../gateway/values/name';
import type { Connection } from '../transport/transport';
import { sendMoneyCall, type MoneyCall } from './moneyCall';
import { enquire } from './nameEnquiry';
import type { Result } from './result';
import { findTransfer, transferStatus } from './transferStatus';

/** What the item of a transfer has beside its record. */
interface More {
	/** How the account's holder differs from the expected name, in words. */
	mismatch: string | null;
	duplicate: boolean;
	/** The bank of a duplicate is not known, because the service does not tell it. */
	bankCode: string | null;
}

type TransferOutput = PaymentItem<Transfer, More>;

export function callToTransfer(connection: Connection, request: TransferRequest): MoneyCall<Transfer, TransferOutput> {
	const isSame = (lookUp: LookUp<Transfer>) => lookUp.kind === 'record' && isRecordOf(request, lookUp.record);
	return {
		endpoint: ENDPOINTS.transfer,
		call: { body: { ...request.body } },
		secrets: [],
		read: (data, { transferStatuses }) => readTransferAnswer(data, request, transferStatuses),
		async ask(transferReference) {
			if (isReference(transferReference)) {
				const lookUp = lookUpOf(await transferStatus(connection, transferReference));
				if (isSame(lookUp)) return lookUp;
			}
			const lookUp = await findTransfer(connection, request.body.requestId);
			return lookUp.kind !== 'record' || isSame(lookUp) ? lookUp : { kind: 'cannotTell' };
		},
		describe: (sent, found) => transferItem(request, sent, found),
		knownBefore: payment({ outcome: 'unknown' }),
		inDoubt: 'the money was transferred',
		advice: 'Do not send it again: ask for its status later, or ask your provider about it.',
	};
}

/**
 * Sends a transfer, once. One with an expected name is sent only to an account of that name.
 * @throws GatewayError when the service refused it, or when it was not sent
 */
export async function sendTransfer(connection: Connection, request: TransferRequest): Promise<Result<TransferOutput>> {
	const otherName = await checkName(connection, request);
	if (otherName) return { output: otherName, isRetryable: true };
	return await sendMoneyCall(connection, callToTransfer(connection, request));
}

/** The output of a transfer whose account has another holder; undefined where the name is right or was not given. */
async function checkName(connection: Connection, request: TransferRequest): Promise<TransferOutput | undefined> {
	const { expectedName, body } = request;
	if (expectedName === undefined) return undefined;
	const { bankCode, recipientAccountNumber: accountNumber } = body;
	const { account } = await enquire(connection, { bankCode, accountNumber });
	const { accountName } = account;
	const mismatch = accountName === null ? account.message : nameMismatch(expectedName, accountName);
	if (mismatch === null) return undefined;
	const declined = payment({ outcome: 'declined', details: `Nothing was sent. ${mismatch}` });
	return transferItem(request, { ...declined, accountName }, { mismatch, duplicate: false });
}

/** The output of a transfer, or of an earlier transfer under its request ID. */
export function transferItem(
	{ body, money }: TransferRequest,
	sent: Payment & Partial<Transfer>,
	{ mismatch = null, duplicate }: Pick<More, 'duplicate'> & Partial<More>,
): TransferOutput {
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
		'transfer',
		{ ...known, ...asSent, ...destination, accountName, responseCode },
		{ mismatch, duplicate },
	);
}
