import { html } from './html';
import { fill } from './languages';
import type { Branding } from './branding';
import { formPage, type Field, type FormPage, type Page } from './view';

const NUMERIC = html`inputmode="numeric" dir="ltr"`;

/** The fields of a card, in the order in which they are printed on one. */
function cardFields(asksPin: boolean, email: string): ReadonlyArray<Field | Field[]> {
	return [
		{ name: 'cardNumber', attributes: html`${NUMERIC} autocomplete="cc-number" maxlength="30" required` },
		[
			{ name: 'expiry', hint: 'expiryHint', attributes: html`${NUMERIC} autocomplete="cc-exp" maxlength="9" required` },
			{ name: 'cvv', attributes: html`${NUMERIC} autocomplete="cc-csc" maxlength="4" required` },
		],
		...(asksPin
			? [
					{
						name: 'cardPin',
						hint: 'cardPinHint',
						attributes: html`type="password" ${NUMERIC} autocomplete="off" maxlength="12"`,
					} as const,
				]
			: []),
		{
			name: 'email',
			attributes: html`type="email" dir="ltr" autocomplete="email" maxlength="254" required`,
			entered: email,
		},
	];
}

const OTP_FIELDS: readonly Field[] = [
	{ name: 'otp', attributes: html`${NUMERIC} autocomplete="one-time-code" maxlength="20" required` },
];

/** What a form carries, and why it is shown again. */
export type FormAgain = Pick<FormPage, 'state' | 'wrong' | 'notice'>;

interface CardPage {
	/** Formatted. */
	amount: string;
	description: string;
	email: string;
	asksPin: boolean;
}

/** The page that asks for a card. */
export function cardPage(
	branding: Branding,
	{ amount, description, email, asksPin }: CardPage,
	again: FormAgain,
): Page {
	const { texts } = branding;
	return formPage(branding, {
		title: description || texts.payTitle,
		amount,
		fields: cardFields(asksPin, email),
		submit: fill(texts.pay, { amount }),
		...again,
	});
}

/**
 * The page that asks for an OTP.
 * @param page `paragraphs` is what the service says about the OTP
 */
export function otpPage(branding: Branding, page: { amount: string; paragraphs: string[] }, again: FormAgain): Page {
	const { texts } = branding;
	return formPage(branding, {
		title: texts.otpTitle,
		amount: page.amount,
		paragraphs: page.paragraphs.length > 0 ? page.paragraphs : [texts.otpText],
		fields: OTP_FIELDS,
		submit: texts.otpSubmit,
		...again,
	});
}

/** Formats an amount for a language, with Western digits as on cards. Unformatted where the currency is no ISO code. */
export function shownAmount({ amount, currency }: { amount: string; currency: string }, language: string): string {
	if (!/^[A-Z]{3}$/i.test(currency)) return amount;
	const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency });
	return format.format(amount as `${number}`);
}
