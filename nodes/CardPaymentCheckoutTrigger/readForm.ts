import type { IDataObject } from 'n8n-workflow';

import { LONGEST_NAME, referenceOf, type CardAttempt, type Customer, type Session } from '../../checkout/attempt';
import { secretsOfOtp } from '../../gateway/calls/authorize';
import { buildCharge, type ChargeRequest } from '../../gateway/calls/charge';
import { secretsOf } from '../../gateway/client/settings';
import { asGatewayError, InputError, type GatewayError } from '../../gateway/values/errors';
import { brandOf } from '../../gateway/values/brand';
import { isPersonName } from '../../gateway/values/name';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { isFromAnotherSite } from '../shared/webhooks/http';
import type { CheckoutRequest } from './checkoutRequest';
import type { Next } from './replyTo';

/** The fields of the card form, in its order. They are named as in a charge. */
const FORM_FIELDS = ['email', 'firstName', 'lastName', 'cardNumber', 'expiry', 'cvv', 'cardPin'];

const LONGEST_EMAIL = 254;

/** The browser's headers for the service. */
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
	if (otp === '') return { next: { form: 'otp', session, retry: { wrong: ['otp'], missing: ['otp'], status: 422 } } };
	request.entered = secretsOfOtp(otp);
	return { session, otp };
}

function readCardForm(request: CheckoutRequest, opened: Session): CardForm | { next: Next } {
	const card = request.field('cardNumber').replace(/[\s-]/g, '');
	const { settings } = request.service;
	const customer = customerIn(request, card);
	const session: Session = { ...opened, customer };
	const { terms, number, isPublic } = session;
	const payer = { at: Date.now(), ...customer, cardLast4: card.slice(-4), cardBrand: brandOf(card) };
	const cardAttempt: CardAttempt = { terms, number, isPublic, payer };
	const fields = { ...fieldsOf(request, cardAttempt), cardNumber: card };
	const wrong = Object.keys(customer).filter((name) => customer[name as keyof Customer] === '');
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
	const inOrder = FORM_FIELDS.filter((name) => wrong.includes(name));
	const missing = inOrder.filter((name) => request.field(name).trim() === '');
	return { next: { form: 'card', session, retry: { wrong: inOrder, missing, status: 422 } } };
}

/** Reads the customer's details; empty where they have to be corrected. */
function customerIn(request: CheckoutRequest, card: string): Customer {
	const secrets = secretsOf(request.service.settings, [card]);
	const readText = (name: string, longest: number) => {
		const text = request.field(name).trim();
		// It is stored and shown again, so what has a card number in it has to be corrected.
		return [...text].length <= longest && secrets.inText(text) === text ? text : '';
	};
	const nameIn = (field: string) => {
		const name = readText(field, LONGEST_NAME);
		return isPersonName(name) ? name : '';
	};
	const email = readText('email', LONGEST_EMAIL);
	if (!request.settings.options.asksName) return { email };
	return { email, firstName: nameIn('firstName'), lastName: nameIn('lastName') };
}

/** Returns the form's fields that a customer has to correct; undefined when a problem lies in what only the merchant can change. */
export function formFieldsOf(failure: GatewayError): string[] | undefined {
	if (!(failure instanceof InputError)) return undefined;
	const names = failure.problems.map(({ path }) => String(path.at(-1)));
	return names.every((name) => FORM_FIELDS.includes(name)) ? names : undefined;
}

/** Reads the fields of the charge, all but the card number. */
function fieldsOf(request: CheckoutRequest, cardAttempt: CardAttempt): IDataObject {
	const { terms, payer } = cardAttempt;
	const { firstName, lastName } = payer;
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
		...(firstName !== undefined && { customer: { firstName, lastName } }),
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
