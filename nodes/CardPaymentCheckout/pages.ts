import { isFinal, type Outcome } from '../../gateway/outcome';
import { cardPage, otpPage, shownAmount, type FormAgain } from '../shared/pages/forms';
import { tell } from '../shared/pages/messages';
import { fill, type TextName } from '../shared/pages/languages';
import { referenceOf } from '../shared/signing/paymentLink';
import type { Reply } from '../shared/pages/reply';
import { cardStep, type Step } from './session';
import type { Visit } from './visit';

const SECOND = 1000;
const SOONEST_QUESTION = 3;
const LATEST_QUESTION = 60;

/** Why a form is shown again, and what in it is wrong. */
export interface Again {
	notice?: TextName;
	wrong?: string[];
	status?: number;
}

/** Asks for a card. What was entered before is not repeated, but for the e-mail address. */
export function askCard(visit: Visit, step: Step, { notice, wrong, status = 200 }: Again = {}): Reply {
	const { look, rules } = visit;
	const page = {
		amount: shownAmount(step.terms, look.language),
		...{ description: step.terms.description, email: step.email, asksPin: rules.options.asksPin },
	};
	return { status, page: cardPage(look, page, formOf(visit, step, notice, wrong)) };
}

/** Asks for an OTP. */
export function askOtp(visit: Visit, step: Step, { notice, wrong, status = 200 }: Again = {}): Reply {
	const { look } = visit;
	const said = notice ?? (step.wrongOtps > 0 && !wrong ? 'otpRejected' : undefined);
	const page = { amount: shownAmount(step.terms, look.language), paragraphs: step.otpMessages };
	return { status, page: otpPage(look, page, formOf(visit, step, said, wrong)) };
}

function formOf(visit: Visit, step: Step, notice: TextName | undefined, wrong?: string[]): FormAgain {
	return { state: visit.seal(step), wrong, notice: notice && visit.look.texts[notice] };
}

/** Shows what a payment has come to: its result, or what comes next. */
export function pageOfStep(visit: Visit, step: Step, outcome: Outcome | undefined): Reply {
	const { texts } = visit.look;
	if (outcome && isFinal(outcome)) return resultPage(visit, step, outcome);
	if (step.name === 'otp') return askOtp(visit, step);
	if (step.name === 'redirect' && step.acsUrl) {
		const link = { text: texts.redirectLink, address: step.acsUrl };
		// By the page and not by an answer: a form may only lead to this page (form-action).
		return tell(visit.look, 'redirect', { link, refresh: { seconds: 0, address: step.acsUrl } });
	}
	const age = (Date.now() - step.since) / SECOND;
	const seconds = Math.round(Math.min(SOONEST_QUESTION + age / 4, LATEST_QUESTION));
	return tell(visit.look, 'check', { refresh: { seconds, address: visit.addressOf(step) } });
}

function resultPage(visit: Visit, step: Step, outcome: Outcome): Reply {
	const { look } = visit;
	const { texts, language } = look;
	const { terms, tryNumber, cardLast4, cardBrand } = step;
	const receipt = {
		amount: shownAmount(terms, language),
		paragraphs: [
			...(cardLast4 ? [fill(texts.card, { card: [cardBrand, `•••• ${cardLast4}`].filter(Boolean).join(' ') })] : []),
			fill(texts.reference, { reference: referenceOf(terms, tryNumber) }),
		],
	};
	if (outcome !== 'declined') return tell(look, outcome === 'authorized' ? 'paid' : 'refunded', {}, receipt);
	// Only now, when the service has confirmed it: the next try has a reference of its own.
	const isLast = tryNumber >= terms.tries || Date.now() >= terms.expires;
	if (isLast) return tell(look, 'declined', {}, { paragraphs: [texts.declinedLast, ...receipt.paragraphs] });
	const next = cardStep(terms, tryNumber + 1, step.email);
	return tell(look, 'declined', { link: { text: texts.tryAgain, address: visit.addressOf(next) } }, receipt);
}
