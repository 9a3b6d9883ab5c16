import type { IDataObject } from 'n8n-workflow';

import { brandOf } from '../../../gateway/schema/brand';
import { buildCharge, type ChargedPayment, type ChargeRequest } from '../../../gateway/calls/charge';
import {
	GatewayError,
	InputError,
	LostAnswerError,
	RefusedError,
	UnexpectedError,
} from '../../../gateway/protocol/errors';
import { sendCharge } from '../../shared/payments/charge';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { expiredPage } from '../../shared/pages/messages';
import { referenceOf } from '../../shared/signing/paymentLink';
import { WEBHOOK_PATHS } from '../../shared/signing/signedUrl';
import { conclude } from './conclude';
import { askCard } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutSession } from '../session';
import type { CheckoutRequest } from '../request';

const SECOND = 1000;

/** The fields of the form, by the labels that the gateway has for what comes from them. */
const FIELDS: Readonly<Record<string, string>> = {
	'Card Number': 'cardNumber',
	'Expiry Month': 'expiry',
	'Expiry Year': 'expiry',
	CVV: 'cvv',
	'Card PIN': 'cardPin',
	'Customer Email': 'email',
};

type Charged = ChargedPayment & { duplicate: boolean };

/** Charges the card that a customer has entered, once for each try. */
export async function pay(request: CheckoutRequest, asked: CheckoutSession): Promise<Reply> {
	const { minimumSeconds } = request.settings.options;
	const session: CheckoutSession = { ...asked, email: request.field('email').slice(0, 254) };
	if (Date.now() >= session.terms.expires) return expiredPage(request.branding);
	const isTooFast = Date.now() - session.since < minimumSeconds * SECOND;
	if (isTooFast || request.field('website') !== '') return askCard(request, session, { notice: 'again', status: 422 });
	// Sent before, from this page or another tab: what became of it counts.
	const known = request.progress(session);
	if (known) return { goTo: request.addressOf({ ...session, ...known }) };

	const checked = check(request, session);
	if (checked instanceof GatewayError) throw checked;
	if (Array.isArray(checked)) return askCard(request, session, { wrong: checked, status: 422 });
	return await charge(request, withCard(session, String(checked.body.cardNumber)), checked);
}

/** @returns the charge, or the names of the fields that are wrong; or what only the user can set right */
function check(request: CheckoutRequest, session: CheckoutSession): ChargeRequest | string[] | GatewayError {
	const { currencyDigits, yearDigits, pinFormat } = request.settings.options;
	const format = { amountUnit: 'major', currencyDigits, yearDigits, pinFormat } as const;
	const missing = session.email.trim() === '' ? ['email'] : [];
	try {
		const chargeRequest = buildCharge(fieldsOf(request, session), format, Date.now());
		return missing.length > 0 ? missing : chargeRequest;
	} catch (error) {
		const wrong = error instanceof InputError ? error.problems.map(({ field }) => FIELDS[field]) : [undefined];
		if (wrong.includes(undefined)) return asGatewayError(error);
		return [...new Set([...Object.values(FIELDS).filter((name) => wrong.includes(name)), ...missing])];
	}
}

function fieldsOf(request: CheckoutRequest, session: CheckoutSession): IDataObject {
	const { terms, tryNumber, email } = session;
	const card = request.field('cardNumber').replace(/[\s-]/g, '');
	const [, expiryMonth, expiryYear] = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})\s*$/.exec(request.field('expiry')) ?? [];
	// What the service gets to know before it has given a reference.
	const waiting: CheckoutSession = { ...withCard(session, card), stage: 'check', since: Date.now() };
	const { headers, ip } = request.context.getRequestObject();
	const header = (name: string) => String(headers[name] ?? '').slice(0, 300);
	return {
		...{ cardNumber: card, expiryMonth, expiryYear, cvv: request.field('cvv'), cardPin: request.field('cardPin') },
		...{ amount: terms.amount, currency: terms.currency, reference: referenceOf(terms, tryNumber), email },
		callbackUrl: request.urlOf(WEBHOOK_PATHS.callback, waiting),
		webhookURL: request.urlOf(WEBHOOK_PATHS.notification, waiting),
		browserDetails: {
			...{ userAgent: header('user-agent'), acceptHeader: header('accept'), language: header('accept-language') },
			...{ javaScriptEnabled: request.field('js') === '1', ipAddress: ip },
		},
	};
}

function withCard(session: CheckoutSession, cardNumber: string): CheckoutSession {
	return { ...session, cardLast4: cardNumber.slice(-4), cardBrand: brandOf(cardNumber) };
}

async function charge(
	request: CheckoutRequest,
	session: CheckoutSession,
	chargeRequest: ChargeRequest,
): Promise<Reply> {
	const waiting: CheckoutSession = { ...session, stage: 'check', since: Date.now() };
	let charged: Charged;
	try {
		const { output } = await sendCharge(request.run, chargeRequest);
		charged = output as unknown as Charged;
	} catch (error) {
		return afterFailure(request, session, error);
	}
	const next = sessionAfter(request, waiting, charged);
	request.keepProgress(next);
	return next.stage === 'check' ? await conclude(request, next) : { goTo: request.addressOf(next) };
}

function sessionAfter(request: CheckoutRequest, waiting: CheckoutSession, charged: Charged): CheckoutSession {
	const { outcome, transactionReference, acsUrl, otpMessage, otpMessageSupport, duplicate } = charged;
	// Another request has charged this, and knows what comes next.
	if (duplicate) return { ...waiting, transactionReference, ...request.progress(waiting) };
	if (outcome === 'otp_required') {
		const otpMessages = [otpMessage, otpMessageSupport].filter((text) => text !== null);
		return { ...waiting, stage: 'otp', transactionReference, otpMessages };
	}
	if (outcome === 'redirect_required') return { ...waiting, stage: 'redirect', transactionReference, acsUrl };
	return { ...waiting, transactionReference };
}

function afterFailure(request: CheckoutRequest, session: CheckoutSession, error: unknown): Reply {
	const failure = asGatewayError(error);
	request.log(`a charge failed: ${failure.message}`);
	const waiting: CheckoutSession = { ...session, stage: 'check', since: Date.now() };
	// The service may have acted.
	if (failure instanceof LostAnswerError || failure instanceof UnexpectedError)
		return { goTo: request.addressOf(waiting) };
	// It did not like a value, or has this reference already. The same reference cannot be charged twice.
	if (failure instanceof RefusedError && [400, 409].includes(failure.httpStatus)) {
		const known = request.progress(session);
		return { goTo: request.addressOf({ ...waiting, isRefused: true, ...known }) };
	}
	// It was not sent, or clearly refused.
	return askCard(request, session, { notice: 'unreachable', status: 503 });
}
