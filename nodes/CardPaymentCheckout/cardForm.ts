import type { IDataObject } from 'n8n-workflow';

import { referenceOf } from '../../checkout/link';
import type { Charge, Session } from '../../checkout/session';
import { buildCharge, type ChargeFormat, type ChargeRequest } from '../../gateway/calls/chargeCall';
import { maskCardNumbers } from '../../gateway/client/mask';
import { InputError, type GatewayError } from '../../gateway/values/errors';
import { brandOf } from '../../gateway/values/brand';
import { holdsCardNumber } from '../../gateway/values/card';
import { WEBHOOK_PATHS } from '../shared/signing/keys';
import { asGatewayError } from '../shared/transport/nodeErrors';
import type { CheckoutRequest } from './checkoutRequest';

/** The fields of the card form, named as those of a charge, in the order of the form. */
const FORM_FIELDS = ['email', 'cardNumber', 'expiry', 'cvv', 'cardPin'];

/** A form that can be sent. */
export interface CardForm {
	session: Session;
	charge: Charge;
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
	const email = emailWithoutCard(request.field('email').slice(0, 254), card);
	const session: Session = { ...opened, email };
	const { terms, number, isPublic } = session;
	const payer = { at: Date.now(), email, cardLast4: card.slice(-4), cardBrand: brandOf(card) };
	const charge: Charge = { terms, number, isPublic, payer };
	const { yearDigits, pinFormat } = request.settings.options;
	const { amountsIn } = request.connection.transport.settings;
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

/** The e-mail address; empty where a card number was entered in its place, because an address is stored and shown again. */
function emailWithoutCard(email: string, card: string): string {
	return holdsCardNumber(email, card) || maskCardNumbers(email) !== email ? '' : email;
}

/** The fields of the charge, all but the card number. */
function fieldsOf(request: CheckoutRequest, charge: Charge): IDataObject {
	const { terms, number, payer } = charge;
	const { headers, ip } = request.context.getRequestObject();
	const header = (name: string) => String(headers[name] ?? '').slice(0, 300);
	return {
		expiry: request.field('expiry'),
		cvv: request.field('cvv'),
		cardPin: request.field('cardPin'),
		amount: terms.amount,
		currency: terms.currency,
		reference: referenceOf(terms, number),
		email: payer.email,
		callbackUrl: request.urlOf(WEBHOOK_PATHS.callback, charge),
		webhookURL: request.urlOf(WEBHOOK_PATHS.notification, charge),
		browserDetails: {
			userAgent: header('user-agent'),
			acceptHeader: header('accept'),
			language: header('accept-language'),
			javaScriptEnabled: request.field('js') === '1',
			ipAddress: ip,
		},
	};
}
