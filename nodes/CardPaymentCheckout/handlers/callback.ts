import { sealedIn, sessionOf } from '../../../checkout/session';
import { tell } from '../../../checkout/pages/messages';
import type { Next } from '../next';
import { look } from '../position';
import type { CheckoutRequest } from '../pageRequest';

/** Answers a browser that returns from the bank's page. What it claims proves nothing, so the service is asked. */
export async function handleCallback(request: CheckoutRequest): Promise<Next> {
	const charge = request.unsealCharge(sealedIn(request.webhook.query));
	if (!charge) return returnedWithoutCharge(request);
	const { email } = charge.payer;
	const session = sessionOf(charge, { email, payer: charge.payer, step: 'done' });
	return { leadTo: session, from: await look(request, session, request.claimedReference) };
}

// The customer may have paid, so nothing here may lead to another payment.
function returnedWithoutCharge(request: CheckoutRequest): Next {
	const { length } = request.context.getRequestObject().originalUrl;
	request.log(
		`somebody came to the return address with ${length} characters in it, which are not an address of this page. If that was a customer, the service cuts or changes the return address, and only its notifications can start the workflow.`,
	);
	return { tell: (branding) => tell(branding, 'returned', { status: 400 }) };
}
