import type { IDataObject } from 'n8n-workflow';

import { referenceOf, type CardAttempt, type Session } from '../../checkout/attempt';
import { secretsOfOtp } from '../../gateway/calls/authorize';
import { buildCharge, type ChargeRequest } from '../../gateway/calls/charge';
import { secretsOf } from '../../gateway/client/settings';
import { asGatewayError, InputError, type GatewayError } from '../../gateway/values/errors';
import { brandOf } from '../../gateway/values/brand';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { isFromAnotherSite } from '../shared/webhooks/http';
import type { CheckoutRequest } from './checkoutRequest';
import type { Next } from './replyTo';

/** The fields of the card form, in its order. They are named as in a charge. */
const FORM_FIELDS = ['email', 'cardNumber', 'expiry', 'cvv', 'cardPin'];

/** What the service is told of the browser. */
const HEADERS = ['user-agent', 'accept', 'accept-language'];

/** The form of a card, as it can be sent. */
export interface CardForm {
	session: Session;
	cardAttempt: CardAttempt;
	chargeRequest: ChargeRequest;
}

/** The form of an OTP, as it can be sent. */
export interface OtpForm {
	session: Session;
	otp: string;
}

/**
 * Reads a submitted form, of a card or of an OTP. Nothing is sent yet.
 * @returns what can be sent, or the answer that says what is wrong
 * @throws GatewayError when the card cannot be charged for a reason that only the user of the node can correct
 */
export function readForm(request: CheckoutRequest): CardForm | OtpForm | { next: Next } {
	const { context } = request;
	if (isFromAnotherSite(context)) {
		request.log('a form that another site has sent was refused. Nothing was charged.');
		return { next: { refusal: 'link', status: 403 } };
	}
	const session = request.unseal<Session>('session', request.field('state'));
	if (!session) return { next: { refusal: 'link' } };
	if (!Object.hasOwn(context.getBodyData() ?? {}, 'otp')) return readCardForm(request, session);
	const otp = request.field('otp').trim().slice(0, 20);
	if (otp === '') return { next: { form: 'otp', session, retry: { wrong: ['otp'], status: 422 } } };
	request.entered = secretsOfOtp(otp);
	return { session, otp };
}

function readCardForm(request: CheckoutRequest, opened: Session): CardForm | { next: Next } {
	const card = request.field('cardNumber').replace(/[\s-]/g, '');
	const { settings } = request.service;
	const entered = request.field('email').slice(0, 254);
	// An address is stored and shown again, so one with a card number in it has to be corrected.
	const email = secretsOf(settings, [card]).inText(entered) === entered ? entered : '';
	const session: Session = { ...opened, email };
	const { terms, number, isPublic } = session;
	const payer = { at: Date.now(), email, cardLast4: card.slice(-4), cardBrand: brandOf(card) };
	const cardAttempt: CardAttempt = { terms, number, isPublic, payer };
	const fields = { ...fieldsOf(request, cardAttempt), cardNumber: card };
	const wrong = email.trim() === '' ? ['email'] : [];
	try {
		const chargeRequest = buildCharge(fields, { ...settings, amountUnit: 'major' });
		request.entered = chargeRequest.secrets;
		if (wrong.length === 0) return { session, cardAttempt, chargeRequest };
	} catch (error) {
		const failure = asGatewayError(error);
		const corrected = formFieldsOf(failure);
		if (!corrected) throw failure;
		wrong.push(...corrected);
	}
	return { next: { form: 'card', session, retry: { wrong, status: 422 } } };
}

/** The form's fields that a customer has to correct; undefined when a problem lies in what only the merchant can change. */
export function formFieldsOf(failure: GatewayError): string[] | undefined {
	if (!(failure instanceof InputError)) return undefined;
	const names = failure.problems.map(({ path: [name = ''] }) => name);
	if (!names.every((name) => FORM_FIELDS.includes(name))) return undefined;
	return FORM_FIELDS.filter((name) => names.includes(name));
}

/** The fields of the charge, all but the card number. */
function fieldsOf(request: CheckoutRequest, cardAttempt: CardAttempt): IDataObject {
	const { terms, payer } = cardAttempt;
	const { headers, ip } = request.context.getRequestObject();
	const [userAgent, acceptHeader, language] = HEADERS.map((name) => String(headers[name] ?? '').slice(0, 300));
	return {
		expiry: request.field('expiry'),
		cvv: request.field('cvv'),
		cardPin: request.field('cardPin'),
		amount: terms.amount,
		currency: terms.currency,
		reference: referenceOf(cardAttempt),
		email: payer.email,
		callbackUrl: request.urlOf(WEBHOOK_PATHS.callback, cardAttempt),
		webhookURL: request.urlOf(WEBHOOK_PATHS.notification, cardAttempt),
		browserDetails: {
			userAgent,
			acceptHeader,
			language,
			javaScriptEnabled: request.field('js') === '1',
			ipAddress: ip,
		},
	};
}
