import { isObject } from '../values/input';
import { readAttempt } from '../values/attempt';
import { optionalText, readFields } from '../values/responseFields';
import { meaningOf, readStatus, type Outcome } from '../outcome';
import { compareStages, isRefund, stageOf, type Stage } from '../stage';
import { ownReferenceOf, readRecord, type RecordSettings, type VerifiedPayment } from './verify';

/** The part of a notification that describes a transaction, as it was received, and the references in it. */
export interface Claim {
	/** The fields, named as in a verification record (specification 2.6). Anybody could have sent them. */
	record: Record<string, unknown>;
	/** The service's reference. */
	transactionReference: string | null;
	/** The merchant's reference. */
	reference: string | null;
}

// No service nests this deep or sends this many values. Anything larger was made to keep n8n busy.
const DEEPEST = 100;
const MOST_VALUES = 10_000;
// The reference becomes part of a URL. The specification gives no limit.
const LONGEST_REFERENCE = 256;

function reference(value: unknown): string | null {
	const text = optionalText(value);
	return text !== null && text.length <= LONGEST_REFERENCE ? text : null;
}

// `merchantRef` in notifications, `reference` in callbacks, `clientReference` in the answer of authorize (2.5).
const references = {
	transactionReference: reference,
	merchantRef: reference,
	reference,
	clientReference: reference,
};

/** Says whether a payload is small enough to be read: not deeper than 100 levels, and at most 10,000 keys and entries of lists. */
export function isReadable(payload: unknown): boolean {
	let depth = 0;
	let values = 0;
	for (const level of levelsOf(payload)) {
		values += level.length;
		if (depth > DEEPEST || values - 1 > MOST_VALUES) return false;
		depth += 1;
	}
	return true;
}

/** The values in a payload, the outermost first. Not recursive, because a payload may be deeper than the call stack allows. */
function* levelsOf(payload: unknown): Generator<unknown[]> {
	let level: unknown[] = [payload];
	while (level.length > 0) {
		yield level;
		level = level.flatMap((value): unknown[] =>
			typeof value === 'object' && value !== null ? Object.values(value) : [],
		);
	}
}

/**
 * Finds what a notification or callback says about a transaction (section 6; fields as providers publish them): the
 * outermost object that has the service's reference, or otherwise the merchant's. Fields are taken only from that object,
 * because an envelope has a `status` of its own.
 * @param payload the body or the query, of any shape that is readable
 * @returns undefined when there is no reference in it
 */
export function readNotification(payload: unknown): Claim | undefined {
	const claims = [...levelsOf(payload)].flat().filter(isObject).map(claimOf);
	const claim =
		claims.find(({ transactionReference }) => transactionReference !== null) ??
		claims.find(({ reference: merchantRef }) => merchantRef !== null);
	return claim && { ...claim, record: { ...claim.record, merchantRef: claim.reference } };
}

function claimOf(record: Record<string, unknown>): Claim {
	const { transactionReference, merchantRef, reference: own, clientReference } = readFields(record, references);
	return {
		record,
		transactionReference: transactionReference ?? ownReferenceOf({ reference: own, merchantRef }),
		reference: merchantRef ?? own ?? clientReference,
	};
}

/** Returns the outcome that a notification claims, by the status in it. */
export function outcomeOfClaim(claim: Claim | undefined, settings: RecordSettings): Outcome {
	return meaningOf(statusOfClaim(claim, settings), settings.statusTable).outcome;
}

/** Returns the status that a notification claims; null where the table lacks it, so that nobody can claim an endless number of them. */
export function statusOfClaim(claim: Claim | undefined, { statusTable }: RecordSettings): number | null {
	const status = readStatus(claim?.record ?? {}, statusTable);
	return meaningOf(status, statusTable).name === null ? null : status;
}

/** A claim of a notification beyond the service's record. */
interface UnconfirmedClaim {
	outcome: Outcome;
	/** True if it is more of the same refund status. */
	isFurtherRefund: boolean;
}

/**
 * Finds what a notification claims, where the payment has come further by it than by the service's record. A service may notify before its
 * verify call shows the new status, and what it tells would be lost if the notification were accepted now.
 * @returns undefined when the record says as much
 */
export function findUnconfirmedClaim(
	{ status, currency, reference: current, refundedAmount }: VerifiedPayment,
	claim: Claim | undefined,
	settings: RecordSettings,
): UnconfirmedClaim | undefined {
	if (!claim) return undefined;
	// Of an attempt of the order before this one, nothing more is to come.
	const isEarlier = readAttempt(claim.reference ?? '').attempt < readAttempt(current ?? '').attempt;
	if (isEarlier && claim.transactionReference === null) return undefined;
	const claimed = readRecord({ ...claim.record, currencyCode: currency }, settings);
	// By their statuses: amounts may make an outcome unknown.
	const [recordStage, claimedStage] = [status, claimed.status].map((code) =>
		stageOf({ outcome: meaningOf(code, settings.statusTable).outcome, status: code }),
	) as [Stage, Stage];
	const distance = compareStages(claimedStage, recordStage);
	// A record that tells no amount at all would be asked for days.
	const isMoreRefunded = refundedAmount !== null && (claimed.refundedAmount ?? 0) > refundedAmount;
	const isFurtherRefund = distance === 0 && isRefund(claimedStage) && isMoreRefunded;
	return distance > 0 || isFurtherRefund ? { outcome: outcomeOfClaim(claim, settings), isFurtherRefund } : undefined;
}
