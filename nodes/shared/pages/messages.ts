import type { Branding } from './branding';
import type { Reply } from './reply';
import { messagePage, type MessagePage } from './view';

/** What a page tells beside its own title and text. */
interface Details extends Pick<MessagePage, 'amount' | 'link' | 'refresh'> {
	/** Replaces the page's own text. */
	text?: string;
	/** Shown after the text. */
	paragraphs?: string[];
	/** The HTTP status; 200 by default. */
	status?: number;
}

type MessageName =
	| ('redirect' | 'check' | 'paid' | 'declined' | 'refunded' | 'open' | 'returned')
	| ('link' | 'expired' | 'taken' | 'used' | 'later' | 'closed');

/** The page for a link that was altered or belongs to another page. */
export function badLinkPage(branding: Branding, status = 400): Reply {
	return tell(branding, 'link', { status });
}

/** The page for a link that has expired. */
export function expiredPage(branding: Branding): Reply {
	return tell(branding, 'expired', { status: 410 });
}

/** The page for a link whose reference belongs to another payment, or was used for one that nobody can attribute. */
export function takenPage(branding: Branding, name: 'taken' | 'used'): Reply {
	return tell(branding, name, { status: 409 });
}

/** The page when so many cards were refused that no more are charged for now. */
export function laterPage(branding: Branding): Reply {
	return tell(branding, 'later', { status: 429 });
}

/** The page when nothing can be paid, for a reason that the operator finds in n8n's log. */
export function closedPage(branding: Branding): Reply {
	return tell(branding, 'closed', { status: 503 });
}

/** The page when no further OTP is accepted. It does not say that the payment was declined, which is not known yet. */
export function noTriesPage(branding: Branding): Reply {
	const { declinedTitle: title, declinedLast } = branding.texts;
	return { status: 200, page: messagePage(branding, { title, paragraphs: [declinedLast] }) };
}

/** A page with the title and text of a message. */
export function tell(branding: Branding, name: MessageName, details: Details = {}): Reply {
	const { [`${name}Title` as const]: title, [`${name}Text` as const]: ownText } = branding.texts;
	const { text = ownText, paragraphs = [], status = 200, ...more } = details;
	return { status, page: messagePage(branding, { title, paragraphs: [text, ...paragraphs], ...more }) };
}
