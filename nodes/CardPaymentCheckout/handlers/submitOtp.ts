import { buildAuthorize } from '../../../gateway/calls/authorize';
import { LostAnswerError, RefusedError, UnexpectedError } from '../../../gateway/protocol/errors';
import { sendAuthorization } from '../../shared/payments/authorize';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { conclude } from './conclude';
import { askOtp } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import type { Step } from '../session';
import type { Visit } from '../visit';

/** Submits the OTP that a customer has entered. */
export async function authorize(visit: Visit, step: Step): Promise<Reply> {
	const otp = visit.field('otp').replace(/\s/g, '').slice(0, 20);
	if (otp === '') return askOtp(visit, step, { wrong: ['otp'], status: 422 });
	const waiting: Step = { ...step, name: 'check', since: Date.now() };
	const { otpTries } = visit.rules.options;
	const tried = visit.otpsTried(step);
	if (tried >= otpTries) return await conclude(visit, waiting);
	// Counted before it is sent, so that many forms at once get no more tries.
	visit.keepOtpsTried(step, tried + 1);
	const { transactionReference } = step;
	let isRejected: boolean;
	try {
		const request = buildAuthorize({ transactionReference, otp, authorizationType: 'OTP' });
		const { outcome, otpRejected } = (await sendAuthorization(visit.run, request)).output;
		isRejected = otpRejected && outcome === 'otp_required';
	} catch (error) {
		const failure = asGatewayError(error);
		visit.log(`an OTP could not be submitted: ${failure.message}`);
		const mayHaveActed = [LostAnswerError, UnexpectedError, RefusedError].some((kind) => failure instanceof kind);
		if (mayHaveActed) return await conclude(visit, waiting);
		visit.keepOtpsTried(step, visit.otpsTried(step) - 1);
		return askOtp(visit, step, { notice: 'unreachable', status: 503 });
	}
	const wrongOtps = visit.otpsTried(step);
	if (isRejected && wrongOtps < otpTries) return { goTo: visit.addressOf({ ...step, wrongOtps }) };
	// Whoever opens the link again gets no further tries.
	visit.keepProgress(waiting);
	return await conclude(visit, waiting);
}
