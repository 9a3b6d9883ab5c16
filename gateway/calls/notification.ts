import { createHash } from 'crypto';
import { z } from 'zod/v4';

import type { Payment } from '../payment';
import { isObject, optionalText } from '../schema/responseFields';

/** The part of a notification that tells of a transaction, as it came, and the references in it. */
export interface Claim {
	/** Its fields, named as in a verification record (specification 2.6). Nothing in it is proven. */
	record: Record<string, unknown>;
	/** The service's reference. */
	transactionReference: string | null;
	/** The merchant's reference. */
	reference: string | null;
}

// The specification does not show the payload (section 6). Providers nest it one or two levels deep.
const DEEPEST = 3;
// Wider than any real notification; beyond it somebody plays with us.
const MOST_PARTS = 1000;
// It becomes a part of an address. The specification shows no bound.
const LONGEST_REFERENCE = 256;

const reference = optionalText.refine((text) => text === null || text.length <= LONGEST_REFERENCE).catch(null);

// `merchantRef` in notifications, `reference` in callbacks, `clientReference` in the answer of authorize (2.5).
const references = z.object({
	transactionReference: reference,
	merchantRef: reference,
	reference,
	clientReference: reference,
});

/**
 * Finds what a notification or callback says of a transaction (section 6; fields as providers publish them): the
 * outermost object with the service's reference in it, or else with the merchant's. Fields are taken from that object
 * alone, because an envelope has a `status` of its own.
 * @param payload the body or the query, of any shape
 * @returns undefined when there is no reference in it
 */
export function readNotification(payload: unknown): Claim | undefined {
	const claims = objectsIn(payload).map(claimOf);
	return (
		claims.find(({ transactionReference }) => transactionReference !== null) ??
		claims.find(({ reference: own }) => own !== null)
	);
}

/** Identifies a transaction in a status: the same for every repeat of its notification, in every process. */
export function notificationId({ transactionReference, reference: own, status }: Payment): string {
	return createHash('sha256')
		.update(JSON.stringify([transactionReference ?? own, status]))
		.digest('hex')
		.slice(0, 32);
}

function claimOf(record: Record<string, unknown>): Claim {
	const found = references.parse(record);
	const own = found.merchantRef ?? found.reference ?? found.clientReference;
	return {
		record: { ...record, merchantRef: own },
		transactionReference: found.transactionReference,
		reference: own,
	};
}

/** The payload and what is nested in it, the outermost first. */
function objectsIn(payload: unknown): Array<Record<string, unknown>> {
	const found: Array<Record<string, unknown>> = [];
	let level: unknown[] = Array.isArray(payload) ? payload : [payload];
	for (let depth = 0; depth <= DEEPEST && found.length < MOST_PARTS; depth++) {
		const objects = level
			.flatMap((value) => (Array.isArray(value) ? value : [value]))
			.filter(isObject)
			.slice(0, MOST_PARTS);
		found.push(...objects);
		level = objects.flatMap((value) => [...Object.values(value), ...bracketed(value)]);
	}
	return found;
}

/** The objects that a form spells with brackets, such as `data[status]=2`. */
function bracketed(form: Record<string, unknown>): Array<Record<string, unknown>> {
	const objects = new Map<string, Record<string, unknown>>();
	for (const [key, value] of Object.entries(form)) {
		const [, path, name] = /^(.+)\[(\w+)\]$/.exec(key) ?? [];
		if (path && name) objects.set(path, { ...objects.get(path), [name]: value });
	}
	return [...objects.values()];
}
