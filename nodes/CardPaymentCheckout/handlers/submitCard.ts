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
import { DOORS } from '../../shared/signing/signedUrl';
import { formFieldsOf } from '../formFields';
import { conclude } from './conclude';
import { askCard } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import type { Step } from '../session';
import type { Visit } from '../visit';

const SECOND = 1000;


/** Charges the card that a customer has entered, once for each try. */
export async function pay(visit: Visit, asked: Step): Promise<Reply> {
	const { minimumSeconds } = visit.rules.options;
	const step: Step = { ...asked, email: visit.field('email').slice(0, 254) };
	if (Date.now() >= step.terms.expires) return expiredPage(visit.look);
	const isTooFast = Date.now() - step.since < minimumSeconds * SECOND;
	if (isTooFast || visit.field('website') !== '') return askCard(visit, step, { notice: 'again', status: 422 });
	// Sent before, from this page or another tab: what became of it counts.
	const known = visit.progress(step);
	if (known) return { goTo: visit.addressOf({ ...step, ...known }) };

	const checked = check(visit, step);
	if (checked instanceof GatewayError) throw checked;
	if (Array.isArray(checked)) return askCard(visit, step, { wrong: checked, status: 422 });
	return await charge(visit, withCard(step, String(checked.body.cardNumber)), checked);
}

/** @returns the charge, or the names of the fields that are wrong; or what only the user can set right */
function check(visit: Visit, step: Step): ChargeRequest | string[] | GatewayError {
	const { currencyDigits, yearDigits, pinFormat } = visit.rules.options;
	const format = { amountUnit: 'major', currencyDigits, yearDigits, pinFormat } as const;
	const missing = step.email.trim() === '' ? ['email'] : [];
	try {
		const request = buildCharge(fieldsOf(visit, step), format, Date.now());
		return missing.length > 0 ? missing : request;
	} catch (error) {
		const wrong = error instanceof InputError ? formFieldsOf(error.problems) : undefined;
		return wrong ? [...new Set([...wrong, ...missing])] : asGatewayError(error);
	}
}

function fieldsOf(visit: Visit, step: Step): IDataObject {
	const { terms, tryNumber, email } = step;
	const card = visit.field('cardNumber').replace(/[\s-]/g, '');
	const [, expiryMonth, expiryYear] = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})\s*$/.exec(visit.field('expiry')) ?? [];
	// What the service gets to know before it has given a reference.
	const waiting: Step = { ...withCard(step, card), name: 'check', since: Date.now() };
	const { headers, ip } = visit.context.getRequestObject();
	const header = (name: string) => String(headers[name] ?? '').slice(0, 300);
	return {
		...{ cardNumber: card, expiryMonth, expiryYear, cvv: visit.field('cvv'), cardPin: visit.field('cardPin') },
		...{ amount: terms.amount, currency: terms.currency, reference: referenceOf(terms, tryNumber), email },
		callbackUrl: visit.urlOf(DOORS.callback, waiting),
		webhookURL: visit.urlOf(DOORS.notification, waiting),
		browserDetails: {
			...{ userAgent: header('user-agent'), acceptHeader: header('accept'), language: header('accept-language') },
			...{ javaScriptEnabled: visit.field('js') === '1', ipAddress: ip },
		},
	};
}

function withCard(step: Step, cardNumber: string): Step {
	return { ...step, cardLast4: cardNumber.slice(-4), cardBrand: brandOf(cardNumber) };
}

async function charge(visit: Visit, step: Step, request: ChargeRequest): Promise<Reply> {
	const waiting: Step = { ...step, name: 'check', since: Date.now() };
	let charged: ChargeOutput;
	try {
		({ output: charged } = await sendCharge(visit.run, request));
	} catch (error) {
		return afterFailure(visit, step, error);
	}
	const next = stepAfter(visit, waiting, charged);
	visit.keepProgress(next);
	return next.name === 'check' ? await conclude(visit, next) : { goTo: visit.addressOf(next) };
}

function stepAfter(visit: Visit, waiting: Step, charged: ChargeOutput): Step {
	const { outcome, transactionReference, acsUrl, otpMessage, otpMessageSupport, duplicate } = charged;
	// Another request has charged this, and knows what comes next.
	if (duplicate) return { ...waiting, transactionReference, ...visit.progress(waiting) };
	if (outcome === 'otp_required') {
		const otpMessages = [otpMessage, otpMessageSupport].filter((text) => text !== null);
		return { ...waiting, name: 'otp', transactionReference, otpMessages };
	}
	if (outcome === 'redirect_required') return { ...waiting, name: 'redirect', transactionReference, acsUrl };
	return { ...waiting, transactionReference };
}

function afterFailure(visit: Visit, step: Step, error: unknown): Reply {
	const failure = asGatewayError(error);
	visit.log(`a charge failed: ${failure.message}`);
	const waiting: Step = { ...step, name: 'check', since: Date.now() };
	// The service may have acted.
	if (failure instanceof LostAnswerError || failure instanceof UnexpectedError)
		return { goTo: visit.addressOf(waiting) };
	// It did not like a value, or has this reference already. The same reference cannot be charged twice.
	if (failure instanceof RefusedError && [400, 409].includes(failure.httpStatus)) {
		const known = visit.progress(step);
		return { goTo: visit.addressOf({ ...waiting, isRefused: true, ...known }) };
	}
	// It was not sent, or clearly refused.
	return askCard(visit, step, { notice: 'unreachable', status: 503 });
}
