import type { IDataObject } from 'n8n-workflow';

import { brandOf } from '../../../gateway/schema/brand';
import { buildCharge, type ChargeRequest } from '../../../gateway/calls/charge';
import {
	GatewayError,
	InputError,
	LostAnswerError,
	RefusedError,
	UnexpectedError,
} from '../../../gateway/protocol/errors';
import { sendCharge, type ChargeOutput } from '../../shared/payments/charge';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { expiredPage } from '../../shared/pages/messages';
import { referenceOf } from '../../shared/signing/paymentLink';
import { WEBHOOK_PATHS } from '../../shared/signing/signedUrl';
import { formFieldsOf } from '../formFields';
import { conclude } from './conclude';
import { addressOf, urlOf } from '../addresses';
import { askCard } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import { awaitingResult, type CheckoutSession } from '../session';
import type { CheckoutRequest } from '../request';

const SECOND = 1000;

/** Charges the card that the customer has entered, once for each try. */
export async function submitCard(request: CheckoutRequest, asked: CheckoutSession): Promise<Reply> {
	const { minimumSeconds } = request.settings.options;
	const session: CheckoutSession = { ...asked, email: request.field('email').slice(0, 254) };
	if (Date.now() >= session.terms.expires) return expiredPage(request.branding);
	const isTooFast = Date.now() - session.since < minimumSeconds * SECOND;
	if (isTooFast || request.field('website') !== '') return askCard(request, session, { notice: 'again', status: 422 });
	// Charged before, from this page or another tab. That charge decides what comes next.
	const known = request.store.progress(session);
	if (known) return { goTo: addressOf(request, { ...session, ...known }) };

	const checked = check(request, session);
	if (checked instanceof GatewayError) throw checked;
	if (Array.isArray(checked)) return askCard(request, session, { wrong: checked, status: 422 });
	return await charge(request, withCard(session, String(checked.body.cardNumber)), checked);
}

/** @returns the charge, the names of the wrong fields, or an error that only the user of the node can correct */
function check(request: CheckoutRequest, session: CheckoutSession): ChargeRequest | string[] | GatewayError {
	const { yearDigits, pinFormat } = request.settings.options;
	const { amountsIn } = request.connection.transport.settings;
	const format = { amountUnit: 'major', amountsIn, yearDigits, pinFormat } as const;
	const missing = session.email.trim() === '' ? ['email'] : [];
	try {
		const chargeRequest = buildCharge(fieldsOf(request, session), format, Date.now());
		return missing.length > 0 ? missing : chargeRequest;
	} catch (error) {
		const wrong = error instanceof InputError ? formFieldsOf(error.problems) : undefined;
		return wrong ? [...new Set([...wrong, ...missing])] : asGatewayError(error);
	}
}

function fieldsOf(request: CheckoutRequest, session: CheckoutSession): IDataObject {
	const { terms, tryNumber, email } = session;
	const card = request.field('cardNumber').replace(/[\s-]/g, '');
	// Spaces are shortened first: a pattern with several runs of them would take time that grows with their square.
	const expiry = request.field('expiry').trim().replace(/\s+/g, ' ');
	const [, expiryMonth, expiryYear] = /^(\d{1,2}) ?[/.-]? ?(\d{4}|\d{2})$/.exec(expiry) ?? [];
	// The URLs are made before the service has given its reference.
	const waiting = awaitingResult(withCard(session, card));
	const { headers, ip } = request.context.getRequestObject();
	const header = (name: string) => String(headers[name] ?? '').slice(0, 300);
	return {
		cardNumber: card,
		expiryMonth,
		expiryYear,
		cvv: request.field('cvv'),
		cardPin: request.field('cardPin'),
		amount: terms.amount,
		currency: terms.currency,
		reference: referenceOf(terms, tryNumber),
		email,
		callbackUrl: urlOf(request, WEBHOOK_PATHS.callback, waiting),
		webhookURL: urlOf(request, WEBHOOK_PATHS.notification, waiting),
		browserDetails: {
			userAgent: header('user-agent'),
			acceptHeader: header('accept'),
			language: header('accept-language'),
			javaScriptEnabled: request.field('js') === '1',
			ipAddress: ip,
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
	const waiting = awaitingResult(session);
	let charged: ChargeOutput;
	try {
		({ output: charged } = await sendCharge(request.connection, chargeRequest, 'show'));
	} catch (error) {
		return afterFailure(request, session, error);
	}
	if (charged.outcome === 'redirect_required' && charged.acsUrl === null) request.log(String(charged.message));
	const next = sessionAfter(request, waiting, charged);
	request.store.keepProgress(next);
	return next.stage === 'check' ? await conclude(request, next) : { goTo: addressOf(request, next) };
}

function sessionAfter(request: CheckoutRequest, waiting: CheckoutSession, charged: ChargeOutput): CheckoutSession {
	const { outcome, transactionReference, acsUrl, otpMessage, otpMessageSupport, duplicate } = charged;
	// Another request has sent this charge, and its progress decides what comes next.
	if (duplicate) return { ...waiting, transactionReference, ...request.store.progress(waiting) };
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
	const waiting = awaitingResult(session);
	// The service may have acted.
	if (failure instanceof LostAnswerError || failure instanceof UnexpectedError)
		return { goTo: addressOf(request, waiting) };
	// The service rejected a value, or already has this reference. One reference cannot be charged twice.
	if (failure instanceof RefusedError && [400, 409].includes(failure.httpStatus)) {
		const known = request.store.progress(session);
		return { goTo: addressOf(request, { ...waiting, isRefused: true, ...known }) };
	}
	// The charge was not sent, or was clearly refused.
	return askCard(request, session, { notice: 'unreachable', status: 503 });
}
