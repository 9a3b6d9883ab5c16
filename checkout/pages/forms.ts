import { LONGEST_NAME, type Customer } from '../attempt';
import { html } from './html';
import type { Branding } from './branding';
import type { Correction, Field } from './formFields';
import type { Page } from './frame';
import type { Summary } from './summary';
import { formPage, type FormPage } from './view';

const NUMERIC = html`inputmode="numeric" dir="ltr"`;

/** The cards for which a page asks for the PIN. */
type PinPrompt = 'always' | 'local' | 'never';

/** The fields of a card form besides the card and the e-mail address. */
export interface OptionalFields {
	asksName: boolean;
	asksPin: PinPrompt;
}

/**
 * Lists the e-mail address, the name where it is asked for, and the fields of a card as one group.
 * @param entered what was entered before. Card number, security code and PIN are never shown again
 */
export function cardFields(
	{ texts }: Branding,
	{ asksName, asksPin }: OptionalFields,
	entered: Customer & { expiry: string },
): ReadonlyArray<Field | Field[]> {
	const email: Field = {
		name: 'email',
		attributes: html`type="email" dir="ltr" autocomplete="email" placeholder="${texts.emailPlaceholder}" maxlength="254" required`,
		entered: entered.email,
	};
	const names = (
		[
			['firstName', 'given-name'],
			['lastName', 'family-name'],
		] as const
	).map(([name, autocomplete]): Field => ({
		name,
		attributes: html`dir="auto" autocomplete="${autocomplete}" maxlength="${LONGEST_NAME}" required`,
		entered: entered[name],
	}));
	const card: Field[] = [
		{
			name: 'cardNumber',
			attributes: html`${NUMERIC} autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="30" required`,
		},
		{
			name: 'expiry',
			attributes: html`${NUMERIC} autocomplete="cc-exp" placeholder="${texts.expiryPlaceholder}" maxlength="9" required`,
			entered: entered.expiry,
		},
		{
			name: 'cvv',
			hint: 'cvvHint',
			attributes: html`${NUMERIC} autocomplete="cc-csc" placeholder="CVV" minlength="3" maxlength="4" required`,
		},
	];
	const pin: Field = {
		name: 'cardPin',
		hint: 'cardPinHint',
		attributes: html`type="password" ${NUMERIC} autocomplete="off" placeholder="1234" maxlength="12"`,
		isLocal: asksPin === 'local',
	};
	return [email, ...(asksName ? names : []), card, ...(asksPin === 'never' ? [] : [pin])];
}

const OTP_FIELD = html`${NUMERIC} autocomplete="one-time-code" placeholder="123456" maxlength="20" required`;

/** A form's state, and why it is shown again. */
export type FormState = Correction & Pick<FormPage, 'state'>;

interface OtpPage extends Pick<FormPage, 'card'> {
	summary: Summary;
	/** The service's words about the OTP; ours where there are none. */
	paragraphs: string[];
	/** The address at which the payment is asked for again. */
	checkAgain?: string;
}

/** The page that asks for an OTP. */
export function otpPage(
	branding: Branding,
	{ summary, paragraphs, card, checkAgain }: OtpPage,
	again: FormState,
): Page {
	const { texts } = branding;
	const isOurs = paragraphs.length === 0;
	return formPage(branding, {
		title: texts.otpTitle,
		summary,
		paragraphs: isOurs ? [texts.otpText] : paragraphs,
		card,
		fields: [{ name: 'otp', hint: isOurs ? 'otpHint' : undefined, attributes: OTP_FIELD }],
		focus: 'otp',
		submit: texts.otpSubmit,
		link: checkAgain === undefined ? undefined : { text: texts.checkAgain, address: checkAgain },
		...again,
	});
}
