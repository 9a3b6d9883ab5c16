import { html } from './html';
import { fill } from './languages';
import type { Branding } from './branding';
import { formPage, type Field, type FormPage, type Page, type Summary } from './view';

const NUMERIC = html`inputmode="numeric" dir="ltr"`;

/** When a page asks for the PIN of a card. */
export type AsksPin = 'always' | 'local' | 'never';

/** The fields of a card, in the order in which they are printed on one. */
function cardFields(asksPin: AsksPin, entered: CardPage['entered']): ReadonlyArray<Field | Field[]> {
	return [
		{
			name: 'cardNumber',
			attributes: html`${NUMERIC} autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="30" required`,
		},
		[
			{
				name: 'expiry',
				attributes: html`${NUMERIC} autocomplete="cc-exp" placeholder="MM / YY" maxlength="9" required`,
				entered: entered.expiry,
			},
			{
				name: 'cvv',
				hint: 'cvvHint',
				attributes: html`${NUMERIC} autocomplete="cc-csc" placeholder="CVV" maxlength="4" required`,
			},
		],
		...(asksPin !== 'never'
			? [
					{
						name: 'cardPin',
						hint: 'cardPinHint',
						attributes: html`type="password" ${NUMERIC} autocomplete="off" maxlength="12"${asksPin === 'local' && html` data-local`}`,
					} as const,
				]
			: []),
		{
			name: 'email',
			attributes: html`type="email" dir="ltr" autocomplete="email" maxlength="254" required`,
			entered: entered.email,
		},
	];
}

const OTP_FIELDS: readonly Field[] = [
	{
		name: 'otp',
		hint: 'otpHint',
		attributes: html`${NUMERIC} autocomplete="one-time-code" maxlength="20" required autofocus`,
	},
];

/** What a form carries, and why it is shown again. */
export type FormAgain = Pick<FormPage, 'state' | 'wrong' | 'notice' | 'remark'>;

interface CardPage {
	summary: Summary;
	/** What was entered before. Card number, security code and PIN are never shown again. */
	entered: { email: string; expiry: string };
	asksPin: AsksPin;
}

/** The page that asks for a card. */
export function cardPage(branding: Branding, { summary, entered, asksPin }: CardPage, again: FormAgain): Page {
	const { texts } = branding;
	return formPage(branding, {
		title: texts.payTitle,
		summary,
		fields: cardFields(asksPin, entered),
		submit: fill(texts.pay, { amount: summary.amount }),
		...again,
	});
}

/**
 * The page that asks for an OTP.
 * @param page `paragraphs` is what the service says about the OTP, `checkAgain` the address at which the payment is asked for again
 */
export function otpPage(
	branding: Branding,
	page: { summary: Summary; paragraphs: string[]; checkAgain?: string },
	again: FormAgain,
): Page {
	const { texts } = branding;
	return formPage(branding, {
		title: texts.otpTitle,
		summary: page.summary,
		paragraphs: page.paragraphs.length > 0 ? page.paragraphs : [texts.otpText],
		fields: OTP_FIELDS,
		submit: texts.otpSubmit,
		link: page.checkAgain === undefined ? undefined : { text: texts.checkAgain, address: page.checkAgain },
		...again,
	});
}
