import { asClause, RefusedError, SettingError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Secret } from '../../../gateway/protocol/secrets';
import type { Connection } from '../transport/connection';
import { pause } from '../transport/pause';
import type { Exchange } from './exchange';

// The service may need a moment to record a charge whose answer was lost.
const LOOK_UP_PAUSES = [0, 500, 1500];

/**
 * Fetches the service's record for a reference. It is a read, so it may be repeated.
 * @param secretValues what was entered for this payment, and must not appear in the output
 */
export type FetchRecord<Record extends Payment = Payment> = (
	connection: Connection,
	reference: string,
	secretValues: readonly Secret[],
) => Promise<Exchange<Record>>;

/** A request whose outcome is to be found out. */
export interface LookUpTarget<Record extends Payment = Payment> {
	reference: string;
	fetchRecord: FetchRecord<Record>;
	/** Whether a record belongs to the request; the reference alone may be somebody else's. */
	isIt: (record: Record) => boolean;
	/** Values in the request that must not appear in any output. */
	secrets: readonly Secret[];
}

/** The record that a look-up found, or that of another payment, or why it found none, to be read after a colon. */
export type Found<Record extends Payment = Payment> =
	{ record: Record } | { why: string; other?: Record; failure?: GatewayError };

/**
 * Looks up what became of a request. A record that is not found proves nothing: the specification does not say that
 * verify finds a payment by the merchant's own reference, and it does not show how to get the status of a transfer.
 * @param mayAppear whether a request that is not found yet may still be recorded in a moment
 * @param once whether one question is enough, because nothing speaks for a record
 */
export async function lookUp<Record extends Payment>(
	connection: Connection,
	{ reference, fetchRecord, isIt, secrets }: LookUpTarget<Record>,
	{ mayAppear = true, once = false } = {},
): Promise<Found<Record>> {
	let found: Found<Record> = { why: 'it was not asked for' };
	for (const milliseconds of LOOK_UP_PAUSES) {
		await pause(milliseconds, connection.signal);
		const fetched = await fetchRecord(connection, reference, secrets);
		if ('value' in fetched) {
			return isIt(fetched.value)
				? { record: fetched.value }
				: { why: 'what the service has under this reference is another payment', other: fetched.value };
		}
		const { failure } = fetched;
		found = { why: reasonOf(failure), failure };
		if (once || (isNotFound(failure) ? !mayAppear : !mayChange(failure))) break;
	}
	return found;
}

/** Whether the service says that it does not know a reference (of verify: specification section 7). */
export function isNotFound(failure: GatewayError | undefined): boolean {
	return failure instanceof RefusedError && failure.httpStatus === 404;
}

/** Whether the same read may succeed in a moment. */
function mayChange(failure: GatewayError): boolean {
	// Waiting does not add a missing key to the credential.
	if (failure instanceof SettingError) return false;
	// Waiting does not change a refusal either, except one for too many requests.
	if (failure instanceof RefusedError) return failure.httpStatus === 429;
	return true;
}

function reasonOf(failure: GatewayError): string {
	if (isNotFound(failure))
		return 'the service finds nothing under this reference, and not every provider can find payments by it';
	return asClause(failure.message);
}
