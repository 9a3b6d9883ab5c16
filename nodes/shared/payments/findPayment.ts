import { historyQuery, readHistory } from '../../../gateway/calls/historyCall';
import type { ExpectedPayment } from '../../../gateway/calls/expectedPayment';
import { readVerify, type VerifiedPayment } from '../../../gateway/calls/verifyCall';
import type { Payment } from '../../../gateway/payment';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { isReference } from '../../../gateway/values/reference';
import { requireRecord, unreadable } from '../../../gateway/client/response';
import { isNotFound, isTemporary, joined, leading, lookUpOf, type LookUp } from '../../../gateway/lookUp';
import type { Connection } from '../transport/transport';
import { pause } from '../transport/pause';
import { sendCall, type ReadAnswer } from './sendCall';

/**
 * Fetches a card transaction's record (specification 2.6, 4.5).
 * @param expected what is known of the payment. A record that contradicts it is a failure
 */
export async function verify(
	connection: Connection,
	reference: string,
	secrets: readonly string[],
	expected?: ExpectedPayment,
): Promise<ReadAnswer<VerifiedPayment>> {
	return await sendCall(connection, secrets, {
		endpoint: ENDPOINTS.verify,
		call: { parameters: { transactionReference: reference } },
		read: (data, settings) => requireRecord(readVerify(data, reference, settings, expected)),
	});
}

// In milliseconds. The service may need a moment to record a payment, or to answer.
const PAUSES = [500, 1500];

/**
 * Asks the service, three times at most.
 * @param isEnough whether what was found is enough; by default, whatever the service answers
 */
export async function askUntil<TRecord extends Payment>(
	{ signal }: Connection,
	ask: () => Promise<LookUp<TRecord>>,
	isEnough: (lookUp: LookUp<TRecord>) => boolean = ({ kind }) => kind !== 'unanswered',
): Promise<LookUp<TRecord>> {
	let found = await ask();
	for (const milliseconds of PAUSES) {
		if (isEnough(found) || (found.kind === 'unanswered' && !isTemporary(found.failure))) break;
		await pause(milliseconds, signal);
		found = await ask();
	}
	return found;
}

/**
 * Looks up what the service has under the merchant's reference. No document says that verify finds a payment by it, and the
 * transaction history is documented to; the credential's "Find Payments With" says which of them are asked.
 */
export async function findByReference(
	connection: Connection,
	reference: string,
	secrets: readonly string[],
): Promise<LookUp<VerifiedPayment>> {
	const { findPaymentsWith } = connection.transport.settings;
	const askVerify = async () => await verify(connection, reference, secrets);
	const askHistory = async () => lookUpIn(await fetchHistory(connection, reference, secrets));
	if (findPaymentsWith === 'history') return await askHistory();
	if (findPaymentsWith === 'both') {
		const [verified, listed] = await Promise.all([askVerify(), askHistory()]);
		const found = joined([lookUpOf(verified), listed]);
		if (found.kind !== 'record' || listed.kind !== 'record') return found;
		return { kind: 'record', record: withReason(found.record, [found.record, listed.record]) };
	}
	const verified = await askVerify();
	// Verify alone is taken at its word when it finds nothing.
	return 'failure' in verified && isNotFound(verified.failure) ? { kind: 'nothing' } : lookUpOf(verified);
}

/** A payment that is looked up. */
interface SoughtPayment {
	/** The merchant's reference. */
	reference: string;
	/** The service's, where they are known. */
	transactionReferences: ReadonlyArray<string | null | undefined>;
	secrets: readonly string[];
	/** Whether a record is of this payment: the service may have another payment under the same reference. */
	isSame: (record: VerifiedPayment) => boolean;
}

/**
 * Looks up a payment by the service's references, and then by the merchant's. A decline does not end it: a card that was declined
 * says nothing of another card that was charged under the same reference.
 */
export async function findPayment(
	connection: Connection,
	{ reference, transactionReferences, secrets, isSame }: SoughtPayment,
): Promise<LookUp<VerifiedPayment>> {
	const known = [...new Set(transactionReferences.filter(isReference))];
	const questions = [
		...known.map((named) => async () => lookUpOf(await verify(connection, named, secrets))),
		async () => await findByReference(connection, reference, secrets),
	];
	const records: VerifiedPayment[] = [];
	let found: LookUp<VerifiedPayment> = { kind: 'cannotTell' };
	let unanswered: LookUp<VerifiedPayment> | undefined;
	for (const ask of questions) {
		found = await ask();
		if (found.kind === 'unanswered') unanswered = found;
		if (found.kind === 'record' && isSame(found.record)) records.push(found.record);
		if (records.some(({ outcome }) => outcome !== 'declined')) break;
	}
	const record = leading(records);
	// A failed look-up may hide a payment that followed a decline. An empty history does not outweigh it: the service gave a reference.
	if (unanswered && (!record || record.outcome === 'declined')) return unanswered;
	if (!record) return found.kind === 'record' ? { kind: 'cannotTell' } : found;
	return { kind: 'record', record: withReason(record, records) };
}

/** A record with the reason of its decline from any record of the same payment: only the history tells it. */
function withReason(record: VerifiedPayment, records: readonly VerifiedPayment[]): VerifiedPayment {
	const same = records.filter(({ transactionReference }) => transactionReference === record.transactionReference);
	return { ...record, errorCode: same.map(({ errorCode }) => errorCode).find((code) => code !== null) ?? null };
}

/**
 * Fetches a payment's record by the service's reference, or by the merchant's, where the answer to its charge was lost. Verify is asked
 * first, and where it cannot tell, the history, unless "Find Payments With" is Verify.
 */
export async function fetchPayment(connection: Connection, reference: string): Promise<ReadAnswer<VerifiedPayment>> {
	const verified = await verify(connection, reference, []);
	const { findPaymentsWith } = connection.transport.settings;
	if (lookUpOf(verified).kind !== 'cannotTell' || findPaymentsWith === 'verify') return verified;
	const listed = await fetchHistory(connection, reference, []);
	const lookUp = lookUpIn(listed);
	if (lookUp.kind === 'unanswered') return { failure: lookUp.failure };
	return lookUp.kind === 'record' && 'raw' in listed ? { value: lookUp.record, raw: listed.raw } : verified;
}

/** The payments that the transaction history has under a reference. */
async function fetchHistory(
	connection: Connection,
	reference: string,
	secrets: readonly string[],
): Promise<ReadAnswer<VerifiedPayment[]>> {
	return await sendCall(connection, secrets, {
		endpoint: ENDPOINTS.history,
		call: { query: historyQuery(reference) },
		read(data, settings) {
			const payments = readHistory(data, reference, settings);
			if (!payments) throw unreadable(ENDPOINTS.history, data);
			return payments;
		},
	});
}

function lookUpIn(listed: ReadAnswer<VerifiedPayment[]>): LookUp<VerifiedPayment> {
	if ('failure' in listed) return lookUpOf<VerifiedPayment>(listed);
	const record = leading(listed.value);
	return record ? { kind: 'record', record } : { kind: 'nothing' };
}
