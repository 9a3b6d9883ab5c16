import type { Session } from '../../../checkout/session';
import { buildAuthorize } from '../../../gateway/calls/authorizeCall';
import { RefusedError } from '../../../gateway/values/errors';
import { sendAuthorization } from '../../shared/payments/sendAuthorization';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { UNREACHABLE } from '../../../checkout/pages/paymentPages';
import type { Next } from '../next';
import { look } from '../position';
import type { CheckoutRequest } from '../pageRequest';

/** Sends the OTP that the customer has entered, if the payment, asked for now, still waits for one. */
export async function sendOtp(request: CheckoutRequest, session: Session, otp: string): Promise<Next> {
	const { store } = request;
	const position = await look(request, session);
	if (position.state !== 'otp' || position.session.number !== session.number)
		return { leadTo: { ...session, step: 'sent' }, from: position };
	const { transactionReference } = position.session;
	const { otps } = store.known(session);
	const authorizeRequest = buildAuthorize({ transactionReference, otp, authorizationType: 'OTP' });
	request.entered = authorizeRequest.secrets;
	// Counted before it is sent. Of a browser that went back to an older form, it counts as well.
	store.keepAttempt(session, { transactionReference, otps: otps + 1 });
	try {
		const { output } = await sendAuthorization(request.connection, authorizeRequest);
		const mayEnterAnother = output.otpRejected && otps + 1 < request.settings.options.otpTries;
		if (mayEnterAnother) return { leadTo: { ...position.session, isOtpRejected: true } };
	} catch (error) {
		const failure = asGatewayError(error);
		request.log(`an OTP could not be submitted: ${failure.message}`);
		if (failure.charged !== 'unknown' && !(failure instanceof RefusedError)) {
			store.keepAttempt(session, { otps });
			return { form: 'otp', session, retry: UNREACHABLE };
		}
	}
	const waiting: Session = { ...position.session, since: Date.now(), step: 'done' };
	return { leadTo: waiting, from: await look(request, waiting) };
}
