import type { IDataObject } from 'n8n-workflow';

import type { Branding } from '../../checkout/pages/branding';
import { tell } from '../../checkout/pages/messages';
import type { Reply } from '../../checkout/pages/frame';
import { fill } from '../../checkout/pages/languages';
import { summaryOf } from '../../checkout/pages/summary';
import type { PageLink } from '../../checkout/pages/view';
import type { VerifiedPayment } from '../../gateway/calls/verify';
import { readAttempt } from '../../gateway/values/attempt';
import type { SignedTerms } from '../shared/signing/signedUrl';
import { NOTIFICATION_REPLIES } from '../shared/webhooks/http';
import type { Start } from '../shared/webhooks/memory';
import type { TriggerSettings } from './triggerSettings';

/** In seconds. */
const RELOAD_AFTER = 10;

/** The decision on a notification. */
export type Decision = Acceptance | Rejection;

/** The acceptance of a notification. It starts the workflow only if `start` is set. */
export interface Acceptance {
	kind: 'accepted';
	/** The service's record. Its outcome is "unknown" where it is not the payment that was expected, or was never confirmed. */
	record: VerifiedPayment;
	/** True if a returning customer may read the outcome: the URL was signed for this payment. */
	showsOutcome: boolean;
	/** The reason why the payment is not an ordinary one, for the log. */
	warning?: string;
	/** The start of the workflow; undefined when the settings filter the notification. */
	start?: Start & { item: IDataObject };
	/** True if the service has answered the look-up. */
	isAnswered?: boolean;
	/** The address to which the customer goes. */
	returnUrl?: string;
	/** The terms that the URL was signed for. */
	terms?: SignedTerms;
}

export interface Rejection {
	kind: Exclude<keyof typeof NOTIFICATION_REPLIES, 'accepted'>;
	/** The reason for the log. It quotes nothing from the notification. */
	reason: string;
	showsOutcome: boolean;
	/** The id of what is claimed, or OUTAGE; undefined where nothing is known by which its deliveries could be counted. */
	claimId?: string;
	/** The acceptance of a notification that has come again for too long. */
	givenUp?: Acceptance;
	/** The id of the refund that the record shows without details, where more is claimed. */
	refundId?: string;
	isAnswered?: boolean;
	/** The address to which the customer goes. */
	returnUrl?: string;
	/** The terms that the URL was signed for. */
	terms?: SignedTerms;
}

/** Makes a rejection. @param showsOutcome whether the URL was signed, and not for another payment as far as is known */
export function rejection(kind: Rejection['kind'], reason: string, showsOutcome = false): Rejection {
	return { kind, reason, showsOutcome };
}

/**
 * Makes the page or redirect for a customer who returns from a payment page. Only a URL that was signed for the payment shows
 * what became of it: anybody could try references.
 * @param settings undefined when they cannot be read
 * @param query of the request
 */
export function replyToCustomer(
	decision: Decision,
	settings: TriggerSettings | undefined,
	branding: Branding,
	query: URLSearchParams,
): Reply {
	const { kind, showsOutcome, terms } = decision;
	const { status } = NOTIFICATION_REPLIES[kind];
	const { requireSignedUrl } = settings?.options ?? {};
	const redirectUrl = decision.returnUrl ?? settings?.options.redirectUrl;
	// These name no payment, so there is no outcome to show.
	const isUnknown = kind === 'noReference' || kind === 'tooLarge';
	const summary = terms ? summaryOf(branding, terms) : null;
	// The same for every payment, also for one that does not exist.
	if (!isUnknown && settings && !requireSignedUrl && !showsOutcome)
		return redirectUrl ? { goTo: redirectUrl } : tell(branding, 'returned', { summary });
	if (isUnknown || kind === 'forged')
		// The customer may have paid, so no page may lead to another payment.
		return tell(branding, 'returned', {
			summary: null,
			status,
			link: redirectUrl ? shopLink(branding, redirectUrl) : undefined,
		});
	if (kind === 'accepted') return redirectUrl ? redirect(redirectUrl, decision) : outcomePage(branding, decision);
	return tell(branding, 'check', {
		status,
		summary,
		// By GET, also where the customer was sent with a form, which would not be sent again.
		refresh: { seconds: RELOAD_AFTER, address: `?${query.toString()}` },
	});
}

function shopLink({ texts }: Branding, address: string): PageLink {
	return { text: fill(texts.backTo, { shop: new URL(address).host }), address };
}

function redirect(url: string, { record: { outcome, reference } }: Acceptance): Reply {
	const address = new URL(url);
	address.searchParams.set('outcome', outcome);
	if (reference !== null) address.searchParams.set('reference', readAttempt(reference).order);
	return { goTo: address.href };
}

const PAGES = { authorized: 'paid', declined: 'declined', refunded: 'refunded' } as const;

function outcomePage(branding: Branding, { record }: Acceptance): Reply {
	const name = PAGES[record.outcome as keyof typeof PAGES] ?? 'open';
	return tell({ ...branding, merchantName: record.merchant ?? '' }, name, { summary: summaryOf(branding, record) });
}
