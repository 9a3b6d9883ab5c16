import type { AskedAttempt, Session } from '../attempt';
import type { Branding } from './branding';
import { timeHtml } from './times';
import { cardName, type Detail } from './view';

/** Payment details a customer may want to keep, besides the summary. Whoever else has the link does not read the e-mail address. */
export function detailsOf(branding: Branding, { session, cardAttempt, record }: AskedAttempt): Detail[] {
	const { texts } = branding;
	const payer = session.payer ?? cardAttempt?.payer;
	// The service gives its time without a zone, so of the service's time the day alone is shown.
	const at = payer?.at ?? Date.parse(record?.transactionDate ?? '');
	return [
		...(Number.isNaN(at) ? [] : [{ name: texts.date, value: timeHtml(branding, at, payer ? 'both' : 'day') }]),
		...(payer ? [{ name: texts.card, value: cardName(payer) }] : []),
		...(session.payer ? [{ name: texts.email, value: session.payer.email }] : []),
		...ownReference(branding, session),
	];
}

/** The reference that a page with a fixed amount has made itself. One of the merchant stands in the summary. */
export function ownReference({ texts }: Branding, { isPublic, terms: { reference } }: Session): Detail[] {
	return isPublic ? [{ name: texts.reference, value: reference, isCopied: true }] : [];
}
