import { inTurn } from '../../../checkout/queue';
import { badLinkPage, laterPage } from '../../../checkout/pages/messages';
import { triggerKey } from '../../shared/webhooks/memory';
import { isFromAnotherSite } from '../../shared/webhooks/webhookRequest';
import { readCardForm } from '../cardForm';
import { holdForm } from '../hold';
import { AGAIN } from '../../../checkout/pages/paymentPages';
import type { Next } from '../next';
import type { CheckoutRequest } from '../pageRequest';
import { sendCard, tooEarly } from './sendCard';
import { sendOtp } from './sendOtp';

/** Of one link, one form is sent at a time. */
const LINK = { underway: () => 1, waiting: 10 };
const MOST_WAITING = 500;

/**
 * Takes a submitted form: that of the card, or that of the OTP. What is wrong in it is told at once; then it waits for its turn,
 * and is sent if the payment still asks for it.
 */
export async function submitForm(request: CheckoutRequest): Promise<Next> {
	if (isFromAnotherSite(request.context)) {
		request.log('a form that another site has sent was refused. Nothing was charged.');
		return { tell: (branding) => badLinkPage(branding, 403) };
	}
	const session = request.unsealSession(request.field('state'));
	if (!session) return { tell: badLinkPage };
	const trigger = triggerKey(request.context);
	const link = JSON.stringify([trigger, session.terms.reference]);
	if (request.hasField('otp')) {
		const otp = request.field('otp').replace(/\s/g, '').slice(0, 20);
		if (otp === '') return { form: 'otp', session, retry: { wrong: ['otp'], status: 422 } };
		const next = await inTurn(link, LINK, async () => await sendOtp(request, session, otp));
		return typeof next === 'string' ? { form: 'otp', session, retry: AGAIN } : next;
	}
	const form = readCardForm(request, session);
	if ('retry' in form) return { form: 'card', ...form };
	const early = tooEarly(request, session);
	if (early > 0 && !(await holdForm(early))) return { form: 'card', session: form.session, retry: AGAIN };
	const send = async () => await sendCard(request, form);
	// Only a page that anybody can open is closed by refused cards: a signed link has its own number of tries.
	const page = { underway: () => request.store.cardsUntilClosed, waiting: MOST_WAITING };
	const sendInTurn = async () => await inTurn(trigger, page, send);
	const next = await inTurn(link, LINK, session.isPublic ? sendInTurn : send);
	if (next === 'closed') return { tell: laterPage };
	return next === 'full' ? { form: 'card', session: form.session, retry: AGAIN } : next;
}
