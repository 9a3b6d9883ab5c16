import { buildAuthorize } from '../../../gateway/calls/authorize';
import { RefusedError } from '../../../gateway/protocol/errors';
import { sendAuthorization } from '../../shared/payments/authorize';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { conclude } from './conclude';
import { addressOf } from '../addresses';
import { askOtp, UNREACHABLE } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutSession } from '../session';
import { awaitingResult } from '../states';
import type { CheckoutRequest } from '../request';
import { tryInstead } from './openTry';

/** Submits the OTP that the customer has entered. */
export async function submitOtp(request: CheckoutRequest, session: CheckoutSession): Promise<Reply> {
	const otp = request.field('otp').replace(/\s/g, '').slice(0, 20);
	if (otp === '') return askOtp(request, session, { wrong: ['otp'], status: 422 });
	// From the look-up on, so that no other card is charged, and no other one's OTP sent, before this one is answered.
	return await request.store.whileUnderway(session, async () => await sendOtp(request, session, otp), { isOtp: true });
}

async function sendOtp(request: CheckoutRequest, session: CheckoutSession, otp: string): Promise<Reply> {
	// Another card may have been charged from another tab.
	const instead = await tryInstead(request, session);
	if (instead) return { goTo: addressOf(request, instead) };
	const waiting = awaitingResult(session);
	const { otpTries } = request.settings.options;
	const tried = request.store.otpsTried(session);
	if (tried >= otpTries) return await conclude(request, waiting);
	// Counted before it is sent, so that concurrent forms get no extra tries.
	request.store.keepOtpsTried(session, tried + 1);
	const { transactionReference } = session;
	let isRejected: boolean;
	try {
		const authorizeRequest = buildAuthorize({ transactionReference, otp, authorizationType: 'OTP' });
		request.entered = authorizeRequest.secrets;
		const { output } = await sendAuthorization(request.connection, authorizeRequest);
		isRejected = output.otpRejected;
	} catch (error) {
		const failure = asGatewayError(error);
		request.log(`an OTP could not be submitted: ${failure.message}`);
		if (failure.charged === 'unknown' || failure instanceof RefusedError) return await conclude(request, waiting);
		request.store.keepOtpsTried(session, request.store.otpsTried(session) - 1);
		return askOtp(request, session, UNREACHABLE);
	}
	const wrongOtps = request.store.otpsTried(session);
	if (isRejected && wrongOtps < otpTries) return { goTo: addressOf(request, { ...session, wrongOtps }) };
	// Opening the link again gives no further tries.
	if (wrongOtps >= otpTries) request.store.keepProgress(waiting);
	return await conclude(request, waiting);
}
