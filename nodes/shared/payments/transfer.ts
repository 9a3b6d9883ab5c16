import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { nameMismatch } from '../../../gateway/schema/name';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import {
	isRecordOf,
	readTransfer,
	readTransferAnswer,
	type Transfer,
	type TransferRequest,
} from '../../../gateway/calls/transfer';
import type { Connection } from '../transport/connection';
import { exchange } from './exchange';
import type { LookUpTarget } from './lookUp';
import { enquire } from './nameEnquiry';
import { lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { transferStatus } from './transferStatus';
import { findFirst, type WhenUsed } from './usedReference';

/** The output of a transfer. */
type TransferOutput = ItemOf<
	PaymentItem<
		Transfer,
		{
			/** Null for a duplicate, because the service does not tell the bank of a transfer. */
			bankCode: string | null;
			/** How the account's holder differs from the expected name, in words; null where nothing differs. */
			mismatch: string | null;
			/** True when the outcome had to be looked up, because no answer came. */
			answerLost: boolean;
			/** True when this is a transfer with the same request ID that another execution has sent. */
			duplicate: boolean;
		}
	>
>;

/**
 * Sends a transfer, once, and returns its outcome. One with an expected name is sent only to an account of that name.
 * @throws GatewayError when the money is known not to have been transferred
 */
export async function sendTransfer(
	connection: Connection,
	request: TransferRequest,
	whenUsed: WhenUsed,
): Promise<Result<TransferOutput>> {
	const objection = await checkName(connection, request);
	if (objection) return { output: objection };
	const { transferStatuses } = connection.transport.settings;
	const answered = await exchange(connection, {
		endpoint: ENDPOINTS.transfer,
		call: { body: { ...request.body } },
		secretValues: [],
		read: (data) => readTransferAnswer(data, request, transferStatuses),
		refusal: { sent: request.body.requestId, outcomeIn: (record) => readTransfer(record, transferStatuses).outcome },
	});
	return await resolve(connection, answered, resolutionOf(connection, request, whenUsed));
}

/** Looks up a transfer that this execution has sent before, without sending it again. */
export async function lookUpSentTransfer(
	connection: Connection,
	request: TransferRequest,
): Promise<Result<TransferOutput>> {
	return await lookUpSent(connection, 'this transfer', resolutionOf(connection, request, 'own'));
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
	const details = `Nothing was sent, because the account does not belong to the expected name: ${mismatch}`;
	return describe(request, { ...payment({ outcome: 'declined', details }), accountName }, { mismatch });
}

const ALREADY_SENT =
	'This request ID had been used before, so nothing was transferred now. The bank and the account of that first transfer are not confirmed, so check them before you rely on it.';

function resolutionOf(
	connection: Connection,
	request: TransferRequest,
	whenUsed: WhenUsed,
): Resolution<TransferOutput, Transfer> {
	const target: LookUpTarget<Transfer> = {
		reference: request.body.requestId,
		fetchRecord: transferStatus,
		isIt: (record) => isRecordOf(request, record),
		secrets: [],
	};
	const names = { reference: 'Request ID', first: 'Transfer' };
	const refused = { target, whenUsed, notDone: 'the money was not transferred', names };
	const shown = (first: Transfer): Result<TransferOutput> => {
		if (whenUsed === 'own') return { output: describe(request, first, { answerLost: true }) };
		return { output: describe(request, { ...first, details: ALREADY_SENT }, { duplicate: true }) };
	};
	return {
		target,
		unknown: payment({ outcome: 'unknown' }),
		inDoubt: 'the money was transferred',
		advice: 'Do not send it again under a new request ID: ask for its status later, or ask your provider about it.',
		describe: (sent, answerLost) => describe(request, sent, { answerLost }),
		async refused(failure) {
			const first = await findFirst(connection, failure, refused);
			return !first || first === 'unclear' ? first : shown(first);
		},
		whenUsed,
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
