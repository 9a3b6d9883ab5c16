import type { Branding } from './branding';
import { languages, type TextName } from './languages';
import type { Reply } from './frame';
import type { Icon } from './pictures/icons';
import { fillHtml, timeHtml } from './times';
import { messagePage, type MessagePage, type Mood } from './view';

/** Parts of a page besides its own title and text. */
interface PageParts extends Pick<MessagePage, 'summary' | 'details' | 'isReceipt' | 'link' | 'refresh'> {
	/** Replaces the page's own text. */
	text?: string;
	/** Shown after the text. */
	paragraphs?: string[];
	/** Replaces the page's own HTTP status. */
	status?: number;
}

// The codes of banks (ISO 8583) whose reason helps the customer and tells a thief nothing of the card.
const REASONS: Readonly<Record<string, TextName>> = {
	'51': 'reasonFunds',
	'54': 'reasonExpired',
	'61': 'reasonLimit',
	'65': 'reasonLimit',
};

/** Returns the reason of a decline for the customer; a general one for any other code. */
export function declineReason(errorCode: string | null | undefined): TextName {
	return REASONS[errorCode ?? ''] ?? 'declinedReason';
}

type MessageName =
	| ('redirect' | 'check' | 'paid' | 'already' | 'declined' | 'refunded' | 'open' | 'returned')
	| ('link' | 'expired' | 'used' | 'later' | 'closed');

const MESSAGES: Readonly<Record<MessageName, readonly [icon: Icon, mood: Mood, status: number]>> = {
	redirect: ['bank', 'calm', 200],
	check: ['clock', 'calm', 200],
	paid: ['tick', 'good', 200],
	already: ['tick', 'good', 200],
	declined: ['cross', 'bad', 200],
	refunded: ['back', 'calm', 200],
	open: ['clock', 'calm', 200],
	returned: ['info', 'calm', 200],
	// The link was altered, or belongs to another page.
	link: ['info', 'calm', 400],
	expired: ['clock', 'calm', 410],
	// The reference of the link belongs to another payment.
	used: ['info', 'calm', 409],
	// So many cards were refused that no further card is charged for now.
	later: ['clock', 'calm', 429],
	// Nothing can be paid, for a reason that the operator finds in n8n's log.
	closed: ['info', 'calm', 503],
};

/**
 * Makes the page at the test address when nothing can be paid: it tells the builder of the workflow why. Customers never see it.
 * @param problem what is wrong and what to do, as sentences in English
 */
export function builderPage(branding: Branding, problem: string, status = 503): Reply {
	const english: Branding = { ...branding, language: 'en', direction: 'ltr', texts: languages.en.texts };
	const paragraphs = [
		problem,
		'Only the test URL shows this reason. At the production URL, customers only read that they cannot pay here.',
	];
	const title = 'Your payment page cannot take payments yet';
	return { status, page: messagePage(english, { summary: null, title, icon: 'info', mood: 'calm', paragraphs }) };
}

/**
 * Makes a page with the title and text of a message. Unless it is a receipt, it leads to the shop's contact: by its button where nothing
 * else is to be done, and otherwise below.
 */
export function tell(branding: Branding, name: MessageName, parts: PageParts): Reply {
	const {
		[`${name}Title` as const]: title,
		[`${name}Text` as const]: ownText,
		contactShop,
		lastChecked,
	} = branding.texts;
	const [icon, mood, ownStatus] = MESSAGES[name];
	const { text = ownText, paragraphs = [], status = ownStatus, link, ...more } = parts;
	const isCheck = name === 'check';
	const checked = isCheck ? [fillHtml(lastChecked, { time: timeHtml(branding, Date.now(), 'clock') })] : [];
	const { contact: address } = branding.links;
	const contact = more.isReceipt || address === '' ? undefined : { text: contactShop, address };
	const goesOn = link !== undefined || more.refresh !== undefined;
	const page = messagePage(branding, {
		...{ title, icon, mood, ...more },
		paragraphs: [text, ...paragraphs, ...checked],
		isWaiting: isCheck && more.refresh !== undefined,
		link: link ?? (goesOn ? undefined : contact),
		instead: goesOn ? contact : undefined,
	});
	return { status, page };
}
