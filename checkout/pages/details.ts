import type { AttemptLookUp, Session } from '../attempt';
import type { Branding } from './branding';
import { timeHtml } from './times';
import { cardName, type Detail } from './view';

/** Lists the payment details that a customer may want to keep, besides the summary. Nobody else who has the link sees the e-mail address. */
export function detailsOf(branding: Branding, { session, cardAttempt, record }: AttemptLookUp): Detail[] {
	const { texts } = branding;
	const payer = session.payer ?? cardAttempt?.payer;
	// The service gives its time without a zone, so only the day of it is shown.
	const at = payer?.at ?? Date.parse(record?.transactionDate ?? '');
	return [
		...(Number.isNaN(at) ? [] : [{ name: texts.date, value: timeHtml(branding, at, payer ? 'both' : 'day') }]),
		...(payer ? [{ name: texts.card, value: cardName(payer) }] : []),
		...(session.payer ? [{ name: texts.email, value: session.payer.email }] : []),
		...ownReference(branding, session),
	];
}

/** Lists the reference that a page with a fixed amount has made itself. The merchant's own stands in the summary. */
export function ownReference({ texts }: Branding, { isPublic, terms: { reference } }: Session): Detail[] {
	return isPublic ? [{ name: texts.reference, value: reference, isCopied: true }] : [];
}
