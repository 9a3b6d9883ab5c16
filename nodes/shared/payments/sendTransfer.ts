import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { nameMismatch } from '../../../gateway/values/name';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import {
	isRecordOf,
	readTransferAnswer,
	type Transfer,
	type TransferRequest,
} from '../../../gateway/calls/transferCall';
import { isReference } from '../../../gateway/calls/verifyCall';
import { lookUpOf, type LookUp } from '../../../gateway/lookUp';
import type { Connection } from '../transport/connection';
import { lookUpSent, sendAndSettle, type MoneyCall } from './moneyCall';
import { enquire } from './nameEnquiry';
import type { ItemOf, Result, SentBefore } from './result';
import { findTransfer, transferStatus } from './transferStatus';

/** The output of a transfer. */
type TransferOutput = ItemOf<
	PaymentItem<
		Transfer,
		{
			/** Null for a duplicate, because the service does not tell the bank of a transfer. */
			bankCode: string | null;
			/** How the account's holder differs from the expected name, in words; null where nothing differs. */
			mismatch: string | null;
			/** True when the outcome had to be looked up, because no answer told it. */
			answerLost: boolean;
			/** True when this is a transfer that was made before, and nothing was sent now. */
			duplicate: boolean;
		}
	>
>;

/**
 * Sends a transfer, once, and returns its outcome. One with an expected name is sent only to an account of that name.
 * @throws GatewayError when the service refused it, or when it was not sent
 */
export async function sendTransfer(connection: Connection, request: TransferRequest): Promise<Result<TransferOutput>> {
	const objection = await checkName(connection, request);
	if (objection) return { output: objection, isSent: false };
	const { transferStatuses } = connection.transport.settings;
	const call = callOf(connection, request);
	const {
		payment: sent,
		raw,
		answerLost,
	} = await sendAndSettle(
		connection,
		{
			endpoint: ENDPOINTS.transfer,
			call: { body: { ...request.body } },
			secretValues: [],
			read: (data) => readTransferAnswer(data, request, transferStatuses),
		},
		call,
	);
	return { output: describe(request, sent, { answerLost }), raw };
}

/** Looks up a transfer that this execution has sent before, without sending it again. */
export async function lookUpSentTransfer(
	connection: Connection,
	request: TransferRequest,
	{ isRepeat, transactionReference }: SentBefore,
): Promise<Result<TransferOutput>> {
	const { payment: sent } = await lookUpSent(connection, callOf(connection, request), transactionReference);
	return { output: describe(request, sent, { answerLost: !isRepeat, duplicate: isRepeat }) };
}

/** Looks up what the service has under the request ID of a transfer. */
export async function askAboutTransfer(connection: Connection, { body }: TransferRequest): Promise<LookUp<Transfer>> {
	return await findTransfer(connection, body.requestId);
}

/** The transfer that was made under a request ID before. */
export function firstTransfer(request: TransferRequest, first: Transfer): Result<TransferOutput> {
	return { output: describe(request, { ...first, details: ALREADY_SENT }, { duplicate: true }) };
}

/** The output of a transfer whose account has another holder; undefined where the name is right or was not given. */
async function checkName(connection: Connection, request: TransferRequest): Promise<TransferOutput | undefined> {
	const { expectedName, body } = request;
	if (expectedName === undefined) return undefined;
	const { account } = await enquire(connection, {
		bankCode: body.bankCode,
		accountNumber: body.recipientAccountNumber,
	});
	const { accountName } = account;
	const mismatch = accountName === null ? account.message : nameMismatch(expectedName, accountName);
	if (mismatch === null) return undefined;
	const details = `Nothing was sent. ${mismatch}`;
	return describe(request, { ...payment({ outcome: 'declined', details }), accountName }, { mismatch });
}

const ALREADY_SENT =
	'This request ID was used before, so nothing was transferred now. The bank and the account of that first transfer are not confirmed, so check them before you rely on it.';

function callOf(connection: Connection, request: TransferRequest): MoneyCall<Transfer> {
	const isIt = (lookUp: LookUp<Transfer>) => lookUp.kind === 'record' && isRecordOf(request, lookUp.record);
	return {
		async lookUp(transferReference) {
			if (isReference(transferReference)) {
				const lookUp = lookUpOf(await transferStatus(connection, transferReference, []));
				if (isIt(lookUp)) return lookUp;
			}
			const lookUp = await findTransfer(connection, request.body.requestId);
			return lookUp.kind !== 'record' || isIt(lookUp) ? lookUp : { kind: 'cannotTell' };
		},
		unknown: payment({ outcome: 'unknown' }),
		inDoubt: 'the money was transferred',
		advice: 'Do not send it again: ask for its status later, or ask your provider about it.',
	};
}

function describe(
	{ body, money }: TransferRequest,
	sent: Payment & Partial<Transfer>,
	flags: { answerLost?: boolean; duplicate?: boolean; mismatch?: string | null },
): TransferOutput {
	const { accountNumber = null, accountName = null, responseCode = null } = sent;
	const { mismatch = null, answerLost = false, duplicate = false } = flags;
	// The first transfer may have gone elsewhere: a list may have been corrected since.
	const destination = duplicate
		? { bankCode: null, accountNumber }
		: { bankCode: body.bankCode, accountNumber: body.recipientAccountNumber };
	const known = {
		...commonPart(sent),
		amount: money.major,
		currency: money.currency,
		reference: body.requestId,
		amountMinor: money.minor,
		...destination,
		accountName,
		responseCode,
	};
	return paymentItem('transfer', known, { mismatch, answerLost, duplicate });
}
