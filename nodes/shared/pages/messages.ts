import type { Reply } from './reply';
import { messagePage, type Look, type MessagePage } from './view';

/** A link that was altered, or is none of this page. */
export function badLinkPage(look: Look): Reply {
	return tell(look, 'link', {}, {}, 400);
}

export function expiredPage(look: Look): Reply {
	return tell(look, 'expired', {}, {}, 410);
}

/** Nothing can be paid here, for a reason that the operator finds in n8n's log. */
export function closedPage(look: Look): Reply {
	return tell(look, 'closed', {}, {}, 503);
}

/** No further OTP is taken. It does not say that the payment was declined, which nobody knows yet. */
export function noTriesPage(look: Look): Reply {
	const { declinedTitle: title, declinedLast } = look.texts;
	return { status: 200, page: messagePage(look, { title, paragraphs: [declinedLast] }) };
}

/** A page that tells what the texts of a name say. */
export function tell(
	look: Look,
	name: 'redirect' | 'check' | 'paid' | 'declined' | 'refunded' | 'link' | 'expired' | 'closed',
	more: Pick<MessagePage, 'link' | 'refresh'>,
	{ amount, paragraphs = [] }: { amount?: string; paragraphs?: string[] } = {},
	status = 200,
): Reply {
	const { [`${name}Title` as const]: title, [`${name}Text` as const]: text } = look.texts;
	return { status, page: messagePage(look, { title, amount, paragraphs: [text, ...paragraphs], ...more }) };
}
