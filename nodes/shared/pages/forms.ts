import { fill } from './languages';
import type { Branding } from './branding';
import { formPage, type Field, type FormPage, type Html } from './view';

const NUMERIC = 'inputmode="numeric" dir="ltr"';

/** Fields of a card, in the order in which people read one. */
function cardFields(asksPin: boolean, email: string): ReadonlyArray<Field | Field[]> {
	return [
		{ name: 'cardNumber', attributes: `${NUMERIC} autocomplete="cc-number" maxlength="30" required` },
		[
			{ name: 'expiry', hint: 'expiryHint', attributes: `${NUMERIC} autocomplete="cc-exp" maxlength="9" required` },
			{ name: 'cvv', attributes: `${NUMERIC} autocomplete="cc-csc" maxlength="4" required` },
		],
		...(asksPin
			? [
					{
						name: 'cardPin',
						hint: 'cardPinHint',
						attributes: `type="password" ${NUMERIC} autocomplete="off" maxlength="12"`,
					} as const,
				]
			: []),
		{
			name: 'email',
			attributes: 'type="email" dir="ltr" autocomplete="email" maxlength="254" required',
			entered: email,
		},
	];
}

const OTP_FIELDS: readonly Field[] = [
	{ name: 'otp', attributes: `${NUMERIC} autocomplete="one-time-code" maxlength="20" required` },
];

/** The step of a form, and why it is shown again. */
export type FormAgain = Pick<FormPage, 'state' | 'wrong' | 'notice'>;

/** The page that asks for a card. */
export function cardPage(
	branding: Branding,
	{ amount, description, email, asksPin }: { amount: string; description: string; email: string; asksPin: boolean },
	again: FormAgain,
): Html {
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
 * @param paragraphs what the service says about it
 */
export function otpPage(
	branding: Branding,
	{ amount, paragraphs }: { amount: string; paragraphs: string[] },
	again: FormAgain,
): Html {
	const { texts } = branding;
	return formPage(branding, {
		title: texts.otpTitle,
		amount,
		paragraphs: paragraphs.length > 0 ? paragraphs : [texts.otpText],
		fields: OTP_FIELDS,
		submit: texts.otpSubmit,
		...again,
	});
}

/** An amount as people of a language write it, with Western digits as on cards. */
export function shownAmount({ amount, currency }: { amount: string; currency: string }, language: string): string {
	const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency });
	return format.format(amount as `${number}`);
}
