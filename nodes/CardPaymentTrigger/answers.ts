import type { Branding } from '../../checkout/pages/branding';
import { summaryOf } from '../../checkout/pages/summary';
import { tell } from '../../checkout/pages/messages';
import type { Reply } from '../../checkout/pages/reply';
import { termsIn } from '../shared/signing/signedUrl';
import type { Accepted, Decision } from './checkNotification';
import type { TriggerSettings } from './triggerSettings';

/** In seconds. */
const RELOAD_AFTER = 10;

/** What the service is answered with; the status is also that of a customer's page. */
export const ANSWERS: Readonly<Record<Decision['kind'], { status: number; message: string }>> = {
	accepted: { status: 200, message: 'Received' },
	noReference: { status: 400, message: 'There is no transaction reference in this notification' },
	forged: { status: 401, message: 'This notification is not accepted' },
	tooLarge: { status: 413, message: 'This notification is too large' },
	tryLater: { status: 503, message: 'The transaction cannot be checked just now: deliver this notification again' },
};

/**
 * The page or redirect for a customer who returns from a payment page. Only a URL that was signed for the payment shows
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
	const { kind, isSigned } = decision;
	const { status } = ANSWERS[kind];
	// Of these no payment is known, and so none whose outcome could be told.
	if (kind === 'noReference' || kind === 'tooLarge') return tell(branding, 'link', { status });
	const redirectUrl = settings?.redirectUrl;
	// The same for every payment, also for one that does not exist.
	if (settings && !settings.requireSignedUrl && !isSigned)
		return redirectUrl ? { goTo: redirectUrl } : tell(branding, 'returned');
	if (kind === 'forged') return tell(branding, 'link', { status });
	if (kind === 'accepted')
		return redirectUrl ? { goTo: destination(redirectUrl, decision) } : outcomePage(decision, branding);
	return tell(branding, 'check', {
		status,
		summary: isSigned ? summaryOf(branding, termsIn(query)) : undefined,
		// By GET, also where the customer was sent with a form, which would not be sent again.
		refresh: { seconds: RELOAD_AFTER, address: `?${query.toString()}` },
	});
}

function destination(url: string, { record: { outcome, reference } }: Accepted): string {
	const address = new URL(url);
	address.searchParams.set('outcome', outcome);
	if (reference !== null) address.searchParams.set('reference', reference);
	return address.href;
}

const PAGES = { authorized: 'paid', declined: 'declined', refunded: 'refunded' } as const;

function outcomePage({ record }: Accepted, page: Branding): Reply {
	const branding = { ...page, merchantName: record.merchant ?? '' };
	const name = PAGES[record.outcome as keyof typeof PAGES] ?? 'open';
	return tell(branding, name, { summary: summaryOf(branding, record) });
}
