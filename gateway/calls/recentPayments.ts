import type { Outcome } from '../outcome';
import { cannotTell } from '../sending/failures';
import type { Service } from '../sending/service';
import { asGatewayError, ReadFailedError, RefusedError, SettingError } from '../values/errors';
import { isReference } from '../values/reference';
import { listPayments, type HistoryFilter } from './history';
import type { VerifiedPayment } from './verify';

/** A search for payments. */
interface PaymentSearch {
	/** The outcomes to find; all where there are none. */
	outcomes?: readonly Outcome[];
	/** The search text: a reference, or a part of the text that people see of a payment. */
	text: string;
	/** Returns the text that people see of a payment. */
	displayTextOf: (payment: VerifiedPayment) => string;
	/** In milliseconds since 1970; undefined for the newest. */
	until?: number | undefined;
}

/** Payments of the history, the newest first. */
interface RecentPayments {
	payments: VerifiedPayment[];
	/** The time until which there may be older ones; undefined where nothing is older. */
	olderUntil: number | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The age of the oldest payment that is listed. Anybody who looks for an older one has its reference. */
const OLDEST = 366 * DAY;
/** The most payments that one span of time may have in a list. */
const MOST = 500;
/** The most payments of one span that are searched for a text. */
const MOST_SEARCHED = 2000;
const MOST_SPANS = 10;
const GROWTH = 4;

/**
 * Finds the newest payments of the transaction history. Their order is not documented, so the history is asked for a span of time, which
 * grows while it has none, and shrinks while it has too many to look through.
 * @throws GatewayError where the provider has no history, or it cannot be read
 */
export async function listRecentPayments(service: Service, wanted: PaymentSearch): Promise<RecentPayments> {
	const { outcomes, text, displayTextOf, until: latest = Date.now() } = wanted;
	const wantedText = text.trim().toLowerCase();
	const of = { status: undefined, reference: undefined, ...(outcomes && { outcomes }) };
	if (isReference(text)) {
		const underIt = await listByReference(service, { ...of, reference: text, from: 0, until: latest });
		if (underIt.length > 0) return { payments: sortNewestFirst(underIt), olderUntil: undefined };
	}
	const isSought = (payment: VerifiedPayment) =>
		`${displayTextOf(payment)} ${payment.transactionReference}`.toLowerCase().includes(wantedText);
	const oldest = Date.now() - OLDEST;
	let [until, span] = [latest, DAY];
	const most = wantedText === '' ? MOST : MOST_SEARCHED;
	// A later page follows payments.
	let isFound = wanted.until !== undefined;
	for (let asked = 0; asked < MOST_SPANS && until > oldest; asked++) {
		const from = Math.max(until - span, oldest);
		const { payments: listed, isNotFound } = await listSpan(service, { ...of, from, until }, most);
		isFound ||= !isNotFound;
		if (wantedText === '' && listed.length >= most && span > MINUTE) {
			span /= GROWTH;
			continue;
		}
		until = from - 1;
		span *= GROWTH;
		const found = listed.filter(isSought);
		if (found.length > 0) return { payments: sortNewestFirst(found), olderUntil: until > oldest ? until : undefined };
	}
	if (!isFound) throw NOTHING;
	return { payments: [], olderUntil: until > oldest ? until : undefined };
}

/** Lists the payments under what people have typed. It may be no reference at all, which the service then refuses. */
async function listByReference(service: Service, filter: HistoryFilter): Promise<VerifiedPayment[]> {
	try {
		const { items } = await listPayments(service, filter, MOST);
		return items.map(({ payment }) => payment);
	} catch (error) {
		if (cannotTell(asGatewayError(error))) return [];
		throw error;
	}
}

async function listSpan(service: Service, filter: HistoryFilter, most: number) {
	try {
		const { items, isNotFound } = await listPayments(service, filter, most);
		return { payments: items.map(({ payment }) => payment), isNotFound };
	} catch (error) {
		throw error instanceof RefusedError && [404, 405].includes(error.httpStatus) ? NO_HISTORY : error;
	}
}

const NOTHING = new ReadFailedError(
	'There is nothing to choose from: the service found nothing (status 404).',
	'It has no payment of the last year, or no transaction history. Run Account: Check Setup to find out which, or choose By Reference.',
);

const NO_HISTORY = new SettingError(
	'There is nothing to choose from: this provider has no transaction history here.',
	'Choose By Reference, and enter the transaction reference. If your provider has a history, turn on My Provider Needs Other Settings in the credential, and check the Transaction History Path.',
);

function sortNewestFirst(payments: readonly VerifiedPayment[]): VerifiedPayment[] {
	const dateOf = ({ transactionDate }: VerifiedPayment) => transactionDate ?? '';
	return [...payments].sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : dateOf(one) > dateOf(other) ? -1 : 0));
}
