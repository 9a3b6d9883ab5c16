import { historyQuery, readHistory } from '../../../gateway/calls/history';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import type { Payment } from '../../../gateway/payment';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { RefusedError, ServiceError, SettingError, type GatewayError } from '../../../gateway/protocol/errors';
import { unreadable } from '../../../gateway/protocol/response';
import type { Secret } from '../../../gateway/protocol/secrets';
import { leading, type LookUp } from '../../../gateway/settle';
import type { Connection } from '../transport/connection';
import { pause } from '../transport/pause';
import { exchange, type Exchange } from './exchange';
import { verify } from './verify';

// In milliseconds. The service may need a moment to record a payment, or to answer.
const PAUSES = [0, 500, 1500];

/**
 * Looks something up, three times at most.
 * @param isEnough whether what was found need not be asked for once more; by default whatever the service says
 */
export async function lookUpAgain<Found extends Payment>(
	{ signal }: Connection,
	lookUp: () => Promise<LookUp<Found>>,
	isEnough: (found: LookUp<Found>) => boolean = ({ kind }) => kind !== 'doesNotSay',
): Promise<LookUp<Found>> {
	let found: LookUp<Found> = { kind: 'cannotTell' };
	for (const milliseconds of PAUSES) {
		await pause(milliseconds, signal);
		found = await lookUp();
		if (isEnough(found) || (found.kind === 'doesNotSay' && !isTemporary(found.failure))) break;
	}
	return found;
}

/**
 * Looks up what the service has under the merchant's reference. No document says that verify finds a payment by it, and the
 * transaction history is documented to; the credential's "Find Payments With" says which of them are asked.
 */
export async function findPayment(
	connection: Connection,
	reference: string,
	secretValues: readonly Secret[],
): Promise<LookUp<VerifiedPayment>> {
	const { findPaymentsWith } = connection.transport.settings;
	const askVerify = async () => lookUpOf(await verify(connection, reference, secretValues));
	const askHistory = async () => lookUpIn(await listPayments(connection, reference, secretValues));
	switch (findPaymentsWith) {
		case 'verify': {
			const { lookUp, failure } = await askVerify();
			// Verify alone is taken at its word when it finds nothing.
			return isNotFound(failure) ? { kind: 'nothing' } : lookUp;
		}
		case 'history':
			return await askHistory();
		case 'both': {
			const [{ lookUp }, listed] = await Promise.all([askVerify(), askHistory()]);
			return joined([lookUp, listed]);
		}
	}
}

/** A look-up by one call, and the failure of that call where it failed. */
interface Asked<Found extends Payment> {
	lookUp: LookUp<Found>;
	failure?: GatewayError;
}

// The specification has 404 (section 7). A service that cannot look payments up by this reference may answer with these.
const CANNOT_TELL = [400, 404, 405];

/** What the answer of a call that fetches a record says. */
export function lookUpOf<Found extends Payment>(fetched: Exchange<Found>): Asked<Found> {
	if ('value' in fetched) return { lookUp: { kind: 'record', record: fetched.value } };
	const { failure } = fetched;
	const isRefused = failure instanceof RefusedError && CANNOT_TELL.includes(failure.httpStatus);
	const hasNoRecord = failure instanceof ServiceError && failure.httpStatus === 200;
	return { lookUp: isRefused || hasNoRecord ? { kind: 'cannotTell' } : { kind: 'doesNotSay', failure }, failure };
}

/** Whether verify itself says that it does not know a reference (section 7). Whatever lives at a wrong address answers 404, too. */
export function isNotFound(failure: GatewayError | undefined): boolean {
	return failure instanceof RefusedError && failure.httpStatus === 404 && failure.isOwnError;
}

/**
 * Fetches a payment's record by the service's reference, or by the merchant's as "Find Payments With" says: of a payment whose
 * answer was lost, nothing else is known.
 */
export async function fetchPayment(
	connection: Connection,
	reference: string,
	secretValues: readonly Secret[],
): Promise<Exchange<VerifiedPayment>> {
	const verified = await verify(connection, reference, secretValues);
	const { findPaymentsWith } = connection.transport.settings;
	if (lookUpOf(verified).lookUp.kind !== 'cannotTell' || findPaymentsWith === 'verify') return verified;
	const listed = await listPayments(connection, reference, secretValues);
	const lookUp = lookUpIn(listed);
	if (lookUp.kind === 'doesNotSay') return { failure: lookUp.failure };
	return lookUp.kind === 'record' && 'raw' in listed ? { value: lookUp.record, raw: listed.raw } : verified;
}

/** The payments that the transaction history has under a reference. */
async function listPayments(
	connection: Connection,
	reference: string,
	secretValues: readonly Secret[],
): Promise<Exchange<VerifiedPayment[]>> {
	const { settings } = connection.transport;
	return await exchange(connection, {
		endpoint: ENDPOINTS.history,
		call: { query: historyQuery(reference) },
		secretValues,
		read(data) {
			const payments = readHistory(data, reference, settings);
			if (!payments) throw unreadable(ENDPOINTS.history);
			return payments;
		},
	});
}

function lookUpIn(listed: Exchange<VerifiedPayment[]>): LookUp<VerifiedPayment> {
	if ('failure' in listed) return lookUpOf<VerifiedPayment>(listed).lookUp;
	const record = leading(listed.value);
	return record ? { kind: 'record', record } : { kind: 'nothing' };
}

/** What several calls say together: a record counts most, then that there is nothing, then that one of them does not say. */
export function joined<Found extends Payment>(lookUps: ReadonlyArray<LookUp<Found>>): LookUp<Found> {
	const records = lookUps.flatMap((lookUp) => (lookUp.kind === 'record' ? [lookUp.record] : []));
	// The first call's record of a payment is the one that counts: a list may be older.
	const once = records.filter(
		({ transactionReference: own }, index) =>
			records.findIndex(({ transactionReference }) => transactionReference === own) === index,
	);
	const record = leading(once);
	if (record) return { kind: 'record', record };
	const kinds = ['nothing', 'doesNotSay'] as const;
	return kinds.flatMap((kind) => lookUps.filter((lookUp) => lookUp.kind === kind))[0] ?? { kind: 'cannotTell' };
}

/** Whether the same read may succeed in a moment. */
function isTemporary(failure: GatewayError): boolean {
	// Waiting does not add a missing key to the credential, nor an address to a whitelist.
	if (failure instanceof SettingError) return false;
	return !(failure instanceof RefusedError) || failure.httpStatus === 429;
}
