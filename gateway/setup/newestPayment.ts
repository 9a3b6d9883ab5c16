import { history, readRow } from '../calls/history';
import { readRecord, verify, type VerifiedPayment } from '../calls/verify';
import { ENDPOINTS, NOT_ABOUT_THE_CARD } from '../client/endpoints';
import { readData } from '../client/response';
import { cannotTell } from '../sending/failures';
import { readPage } from '../sending/pages';
import type { Call } from '../sending/service';
import { GatewayError, OtherRecordError, ReadFailedError, RefusedError } from '../values/errors';
import { compareReferences } from '../values/attempt';
import { isReference } from '../values/reference';
import { fetchAnswer, tryCall, makeUnusedReference, type Setup } from './check';

/** The newest payment of the transaction history. */
export interface NewestPayment {
	transactionReference: string | null;
	/** The merchant's reference as the history tells it, and as verify does; null where they do not. */
	told: { history: string | null; verify: string | null };
}

/** The records that a call has under a reference. */
export interface CallRecords {
	records: VerifiedPayment[];
	/** The reason why it may have others. */
	failure?: GatewayError | undefined;
}

/** The records under the merchant's reference of the newest payment, and how it is among them. */
export interface NewestRecords extends CallRecords {
	how: 'same' | 'otherwise' | 'not';
	/** The reference in the record that was found. */
	told: string | null;
}

/** Lists the newest payment of the history, until a time. */
export const newestUntil: Call<{ endDate?: number }, VerifiedPayment[]> = {
	endpoint: ENDPOINTS.history,
	content: (until) => ({ query: { startDate: 0, ...until, size: 1 } }),
	read: (data, _, settings) => readPage(ENDPOINTS.history, data).rows.map((row) => readRow(row, settings)),
};

/** Lists what the history has under a reference: all of its rows, and what a look-up says of them. */
const rowsUnder: Call<string, CallRecords> = {
	...history,
	read(data, reference, settings) {
		const { failure } = history.read(data, reference, settings);
		return { records: newestUntil.read(data, {}, settings), failure };
	},
};

/** Gets the record that verify has under a reference, whatever reference it tells. */
const recordUnder: Call<string, CallRecords> = {
	endpoint: verify.endpoint,
	content: (reference, settings) => verify.content({ reference, by: 'either' }, settings),
	read: (data, _, settings) => ({ records: [readRecord(data, settings)] }),
};

/** The calls that find a payment. */
const CALLS = { history: rowsUnder, verify: recordUnder };
export type CallName = keyof typeof CALLS;

/**
 * Fetches the value that a call reads.
 * @returns why there is no value, where it refuses the question, or its answer cannot be read
 * @throws GatewayError where it is in trouble, refuses the key, or does not answer
 */
export async function fetchValue<Request, Value extends object>(
	setup: Setup,
	call: Call<Request, Value>,
	asked: Request,
): Promise<Value | GatewayError> {
	const { settings } = setup;
	const { endpoint } = call;
	const answer = await fetchAnswer(setup, endpoint, { key: endpoint.key, ...call.content(asked, settings) });
	const value = await tryCall(() => call.read(readData(endpoint, answer, settings), asked, settings));
	const isRefused = value instanceof RefusedError && !NOT_ABOUT_THE_CARD.includes(value.httpStatus);
	if (value instanceof GatewayError && !isRefused && !isUnreadable(value)) throw value;
	return value;
}

/** Says whether a refusal means that there is no such call, or nothing to be found. */
function isNone(failure: GatewayError | undefined): boolean {
	return failure instanceof RefusedError && cannotTell(failure);
}

/** Says whether an answer could not be read. Of other failures, the status is known. */
function isUnreadable(failure: GatewayError | undefined): boolean {
	return failure instanceof ReadFailedError && failure.httpStatus === undefined;
}

/** Says whether a list does not show that it is complete: all of its rows are under the reference, and there may be more. */
export function isUnread({ records, failure }: CallRecords, reference: string): boolean {
	if (!(failure instanceof OtherRecordError)) return isUnreadable(failure);
	return records.every((record) => isUnder(record, reference));
}

/** Fetches the records that a call has under a reference. @throws GatewayError where the service is in trouble, or does not answer */
export async function fetchRecords(setup: Setup, call: CallName, reference: string): Promise<CallRecords> {
	const listed = await fetchValue(setup, CALLS[call], reference);
	return listed instanceof GatewayError ? { records: [], failure: listed } : listed;
}

/** Finds out what the history and verify tell of the newest payment: verify is asked by the service's own reference (4.5). */
export async function newestOf(setup: Setup, rows: readonly VerifiedPayment[]): Promise<NewestPayment | undefined> {
	const row = rows.find(({ reference }) => isReference(reference)) ?? rows[0];
	if (!row) return undefined;
	const { reference, transactionReference } = row;
	const { records } = isReference(transactionReference)
		? await fetchRecords(setup, 'verify', transactionReference)
		: { records: [] };
	return { transactionReference, told: { history: reference, verify: records[0]?.reference ?? null } };
}

/** Returns the merchant's reference of the newest payment. The service's own would not show whether the merchant's is found. */
export function merchantReferenceOf({ transactionReference, told }: NewestPayment): string | undefined {
	const references = [told.history, told.verify].filter(isReference);
	// As a look-up asks for it.
	return references.find((reference) => reference !== transactionReference)?.normalize();
}

/** Looks the newest payment up by the merchant's reference. */
export async function lookUpNewest(
	setup: Setup,
	call: CallName,
	newest: NewestPayment,
	reference: string,
): Promise<NewestRecords> {
	const listed = await fetchRecords(setup, call, reference);
	if (!listed.failure && listed.records.some((record) => isUnder(record, reference)))
		return { ...listed, how: 'same', told: reference };
	const other = listed.records.find((record) => isNewest(record, newest) && !isUnder(record, reference));
	return { ...listed, how: other ? 'otherwise' : 'not', told: other?.reference ?? null };
}

/** Says whether the history filters: it lists nothing under a reference that no payment has. Some answer 404 where there is nothing. */
export async function checkFilter(setup: Setup): Promise<{ filters: boolean; isUnread: boolean }> {
	const unused = makeUnusedReference();
	const listed = await fetchRecords(setup, 'history', unused);
	const filters = isNone(listed.failure) || (!listed.failure && listed.records.length === 0);
	return { filters, isUnread: isUnread(listed, unused) };
}

function isUnder(record: VerifiedPayment, reference: string): boolean {
	return compareReferences(reference, record.reference) === 'same';
}

/** Says whether a record is that of the newest payment, whatever reference it tells. */
export function isNewest({ transactionReference }: VerifiedPayment, newest: NewestPayment): boolean {
	return transactionReference !== null && transactionReference === newest.transactionReference;
}
