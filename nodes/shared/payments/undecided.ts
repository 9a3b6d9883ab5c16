import { speaksOfDecline } from '../../../gateway/calls/paymentInRefusal';
import type { RefusedError } from '../../../gateway/protocol/errors';
import { wordsIn } from '../../../gateway/protocol/words';

const PAYMENT = String.raw`\b(?:another|charge|it|order|payment|request|transaction|transfer)\b`;

// A first request is told so as well, but no service refuses it then.
const UNDER_WAY = new RegExp(
	String.raw`${PAYMENT}[^.;:!?]{0,40}\b(?:in progress|being processed|(?:is|still) processing)\b`,
	'i',
);
const FAILED_MEANWHILE = /\b(?:error|fail|problem|wrong)/i;

// The merchant's account, or the customer, may have to wait for something as well.
const OF_PAYMENT = String.raw`${PAYMENT}(?:(?!\b(?:business|kyc|merchant|profile|your account)\b)[^.;:!?]){0,40}\b`;
const NOT_OF_PAYMENT = String.raw`(?! (?:an? |the |your )?(?:activation|kyc|onboarding|otp)\b)`;
const WAITS = String.raw`(?:awaiting|pending|queued|(?:in|under) review)\b${NOT_OF_PAYMENT}`;
// In other fields such a word may be about something else.
const WAITS_IN_MESSAGE = new RegExp(String.raw`(?:^|[.,;!?] )${WAITS}`, 'i');
const SESSION = String.raw`\b(?:link|log ?in|otp|page|passcode|password|pin|session|token)\b[^.;:!?]{0,20}`;
const UNDECIDED = new RegExp(
	[
		OF_PAYMENT + WAITS,
		String.raw`(?<!${SESSION})\b(?:e|esocket)?timed? ?out\b(?! of)`,
		String.raw`\bno (?:answer|reply|response)\b(?! code)|(?:\bnot|n't) respond|\breceived too late\b|\bre ?query\b`,
		String.raw`\b(?:outcome|result|status)\b[^.;:!?]{0,40}\b(?:indeterminate|not (?:be )?(?:confirmed|determined|known)|uncertain|unclear|undetermined|unknown)\b`,
		String.raw`\b(?:indeterminate|unknown) (?:outcome|result|status)\b`,
		String.raw`\b(?:could|may|might) (?:already |still )?have (?:already )?been\b[^.;:!?]{0,20}\b(?:charged|debited|made|paid|processed|sent|transferred)\b`,
	].join('|'),
	'i',
);

/** Whether the service says that a payment is under way, and not that it failed meanwhile. */
export function saysUnderWay({ words }: RefusedError): boolean {
	const texts = wordsIn([words]).split('; ');
	return texts.some((text) => UNDER_WAY.test(text) && !FAILED_MEANWHILE.test(text));
}

/**
 * Whether a refusal says that the service does not know, or does not know yet, what became of the payment: it is pending or under
 * way, or a bank did not answer. Nobody may take it for a payment that was not made.
 */
export function saysUndecided(failure: RefusedError): boolean {
	const { httpStatus, words, serviceMessage = '', decline } = failure;
	if (httpStatus < 400 || decline !== undefined || speaksOfDecline(words)) return false;
	const waits = WAITS_IN_MESSAGE.test(wordsIn([serviceMessage]));
	return waits || saysUnderWay(failure) || UNDECIDED.test(wordsIn([words]));
}
