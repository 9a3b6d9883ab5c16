import type { Reply } from './reply';
import { messagePage, type Branding, type MessagePage } from './view';

/** A link that was altered, or is none of this page. */
export function badLinkPage(branding: Branding): Reply {
	return tell(branding, 'link', {}, {}, 400);
}

export function expiredPage(branding: Branding): Reply {
	return tell(branding, 'expired', {}, {}, 410);
}

/** Nothing can be paid here, for a reason that the operator finds in n8n's log. */
export function closedPage(branding: Branding): Reply {
	return tell(branding, 'closed', {}, {}, 503);
}

/** No further OTP is taken. It does not say that the payment was declined, which nobody knows yet. */
export function noTriesPage(branding: Branding): Reply {
	const { declinedTitle: title, declinedLast } = branding.texts;
	return { status: 200, page: messagePage(branding, { title, paragraphs: [declinedLast] }) };
}

/** A page that tells what the texts of a name say. */
export function tell(
	branding: Branding,
	name: 'redirect' | 'check' | 'paid' | 'declined' | 'refunded' | 'link' | 'expired' | 'closed',
	more: Pick<MessagePage, 'link' | 'refresh'>,
	{ amount, paragraphs = [] }: { amount?: string; paragraphs?: string[] } = {},
	status = 200,
): Reply {
	const { [`${name}Title` as const]: title, [`${name}Text` as const]: text } = branding.texts;
	return { status, page: messagePage(branding, { title, amount, paragraphs: [text, ...paragraphs], ...more }) };
}
