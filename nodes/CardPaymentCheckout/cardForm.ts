import type { IDataObject } from 'n8n-workflow';

import { referenceOf, type ChargedAttempt, type Session } from '../../checkout/attempt';
import { buildCharge, type ChargeFormat, type ChargeRequest } from '../../gateway/calls/chargeCall';
import { secretsOf } from '../../gateway/client/settings';
import { InputError, type GatewayError } from '../../gateway/values/errors';
import { brandOf } from '../../gateway/values/brand';
import { WEBHOOK_PATHS } from '../shared/signing/keys';
import { asGatewayError } from '../shared/transport/nodeErrors';
import type { CheckoutRequest } from './checkoutRequest';

/** The fields of the card form, named as those of a charge, in the order of the form. */
const FORM_FIELDS = ['email', 'cardNumber', 'expiry', 'cvv', 'cardPin'];

/** What the service is told of the browser. */
const HEADERS = ['user-agent', 'accept', 'accept-language'];

/** A form that can be sent. */
export interface CardForm {
	session: Session;
	charge: ChargedAttempt;
	chargeRequest: ChargeRequest;
}

/**
 * Reads the form of a card.
 * @returns what can be sent, or the fields that must be corrected
 * @throws GatewayError when it cannot be charged for a reason that only the user of the node can correct
 */
export function readCardForm(
	request: CheckoutRequest,
	opened: Session,
): CardForm | { session: Session; wrong: string[] } {
	const card = request.field('cardNumber').replace(/[\s-]/g, '');
	const { transport } = request.connection;
	const entered = request.field('email').slice(0, 254);
	// An address is stored and shown again, so one with a card number in it has to be corrected.
	const email = secretsOf(transport.settings, [card]).inText(entered) === entered ? entered : '';
	const session: Session = { ...opened, email };
	const { terms, number, isPublic } = session;
	const payer = { at: Date.now(), email, cardLast4: card.slice(-4), cardBrand: brandOf(card) };
	const charge: ChargedAttempt = { terms, number, isPublic, payer };
	const { yearDigits, pinFormat } = request.settings.options;
	const { amountsIn } = transport.settings;
	const wrong = email.trim() === '' ? ['email'] : [];
	try {
		const format: ChargeFormat = { amountUnit: 'major', amountsIn, yearDigits, pinFormat };
		const chargeRequest = buildCharge({ ...fieldsOf(request, charge), cardNumber: card }, format);
		return wrong.length === 0 ? { session, charge, chargeRequest } : { session, wrong };
	} catch (error) {
		const failure = asGatewayError(error);
		const fields = formFieldsOf(failure);
		if (!fields) throw failure;
		return { session, wrong: [...wrong, ...fields] };
	}
}

/** The form's fields that a customer has to correct; undefined when a problem lies in what only the merchant can change. */
export function formFieldsOf(failure: GatewayError): string[] | undefined {
	if (!(failure instanceof InputError)) return undefined;
	const names = failure.problems.map(({ path: [name = ''] }) => name);
	if (!names.every((name) => FORM_FIELDS.includes(name))) return undefined;
	return FORM_FIELDS.filter((name) => names.includes(name));
}

/** The fields of the charge, all but the card number. */
function fieldsOf(request: CheckoutRequest, charge: ChargedAttempt): IDataObject {
	const { terms, payer } = charge;
	const { headers, ip } = request.context.getRequestObject();
	const [userAgent, acceptHeader, language] = HEADERS.map((name) => String(headers[name] ?? '').slice(0, 300));
	return {
		expiry: request.field('expiry'),
		cvv: request.field('cvv'),
		cardPin: request.field('cardPin'),
		amount: terms.amount,
		currency: terms.currency,
		reference: referenceOf(charge),
		email: payer.email,
		callbackUrl: request.urlOf(WEBHOOK_PATHS.callback, charge),
		webhookURL: request.urlOf(WEBHOOK_PATHS.notification, charge),
		browserDetails: {
			userAgent,
			acceptHeader,
			language,
			javaScriptEnabled: request.field('js') === '1',
			ipAddress: ip,
		},
	};
}
