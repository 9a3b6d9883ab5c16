import type { RefusedError } from '../../../gateway/protocol/errors';
import { wordsIn } from '../../../gateway/protocol/words';

const PAYMENT = String.raw`\b(?:another|charge|it|order|payment|request|reversal|transaction|transfer)\b`;

// A first request is told so as well, but no service refuses it then.
const UNDER_WAY = new RegExp(
	String.raw`${PAYMENT}[^.;:!?]{0,40}\b(?:in progress|being processed|(?:is|still) processing)\b`,
	'i',
);
const FAILED_MEANWHILE = /\b(?:error|fail|wrong)/i;
const CONDITIONS = /\b(?:if|in case|should|unless|when)\b[^.;!?]*/gi;

// The merchant's account, or the customer, may have to wait for something as well.
const OF_PAYMENT = String.raw`${PAYMENT}(?:(?!\b(?:business|kyc|merchant|profile|your account)\b)[^.;:!?]){0,40}\b`;
const NOT_OF_PAYMENT = String.raw`(?! (?:an? |the |your )?(?:activation|kyc|onboarding|otp|state|verification)\b)`;
const WAITS = String.raw`(?<!\bnot (?:in |a )?)(?:awaiting|held|ongoing|on hold|pending|queued|(?:in|under) review)\b${NOT_OF_PAYMENT}`;
// In other fields such a word may be about something else.
const WAITS_IN_MESSAGE = new RegExp(
	String.raw`(?:^|[.,;!?] )${WAITS}|^(?:(?:charge|payment|transaction|transfer) )?processing\W*$`,
	'i',
);
// Those of the customer, and of a check of the card.
const STEP = String.raw`\b(?:3ds|authentication|avs|challenge|cvc|cvv|link|log ?in|otp|page|passcode|password|pin|session|token)\b[^.;:!?]{0,20}`;
const OF_CUSTOMER = String.raw`\b(?:account|address|bvn|card|customer|cvv|identity|otp|pin)\b`;
// Money that has left the customer's account, although the rest went wrong. "If you were debited" says that nobody knows.
const NEGATED = String.raw`(?:\b(?:neither|never|no|nor|not|nothing)\b|n't)(?:(?!\b(?:after|although|and|as|because|but|however|if|since|that|though|whether|while)\b)[^.,;:!?]){0,30}`;
const TAKEN_FROM = String.raw`\b(?:account|amount|card|customer|funds|money|payment|wallet)(?: already| has| is)?`;
const TAKEN = String.raw`(?:\b(?:been|got|was|were)|${TAKEN_FROM}) (?:already |\w+ly )?(?:captured|charged|debited|deducted|taken|withdrawn)|\bdebit(?: leg)?(?: was)? success(?:ful)?|\bcharged already`;
const UNDECIDED = new RegExp(
	[
		OF_PAYMENT + WAITS,
		String.raw`(?<!${STEP})\b(?:e|esocket)?timed? ?out\b(?! (?:of|waiting for (?:the )?(?:customer|otp)))`,
		String.raw`\bdeadline exceeded\b|\b(?:no|without) (?:an? )?(?:answer|reply|response)\b(?! code)|(?:\bnot|n't) (?:answer|reply|respond|return an? (?:answer|reply|response))|\breceived too late\b|\bre ?query\b|\btsq\b`,
		String.raw`(?<!${STEP})\b(?:outcome|result|stat(?:e|us))\b[^.;:!?]{0,40}\b(?:indeterminate|not (?:be )?(?:confirmed|determined|known)|uncertain|unclear|undetermined|unknown)\b`,
		String.raw`\bunconfirmed\b|${PAYMENT}[^.;:!?]{0,20}\b(?:could not|cannot|can not) be (?:confirmed|determined|verified)\b`,
		String.raw`(?<!${OF_CUSTOMER}[^.;:!?]{0,20})\b(?:could not|cannot|can not) be confirmed\b`,
		String.raw`\b(?:check|confirm|ensure|verify)\b[^.;:!?]{0,40}\b(?:charged?|debit(?:ed)?|history|payment|statement|status|transaction)\b[^.;:!?]{0,20}\bbefore\b`,
		// Unless the balance is to be enough.
		String.raw`\b(?:check|confirm|ensure|verify)\b(?:(?!\b(?:enough|sufficient)\b)[^.;:!?]){0,40}\bbalance\b(?! (?:is|was) (?:enough|sufficient))[^.;:!?]{0,20}\bbefore\b`,
		String.raw`(?<!${NEGATED})(?:${TAKEN})\b(?! (?:back|the maximum|too (?:many|much|often))\b)`,
		String.raw`\bconnection (?:aborted|closed|lost|reset|terminated)\b|\bECONNRESET\b|\bsocket hang up\b|\bbroken pipe\b|\bclosed connection\b`,
		String.raw`\b(?:indeterminate|unknown) (?:\w+ )?(?:outcome|result|status)\b`,
		String.raw`\b(?:can ?not|could not|couldn't|unable to) (?:confirm|determine|verify)\b(?:(?!${OF_CUSTOMER})[^.;:!?]){0,40}\b(?:charge|debit|outcome|payment|result|status|transaction|transfer)\b`,
		String.raw`\b(?:could|may|might) (?:already |also |still )?(?:be|have) (?:already )?(?:(?:been|a)\b[^.;:!?]{0,20}\b)?(?:charged|debited|gone through|made|paid|processed|succeeded|success|successful|transferred)\b`,
	].join('|'),
	'i',
);
// Each of these tells of the money, the card or a value. "Something went wrong" and "Invalid response" tell of none.
const DECIDED = new RegExp(
	String.raw`\b(?:${[
		'declin',
		'do not hono',
		'insufficient',
		'expired (?:card|otp)|(?:card|otp) (?:has |is )?expired',
		'not (?:allowed|honou?r|permitted|sufficient)',
		'(?:amount|card|credit|daily|spending|transaction|withdrawal) limit',
		'(?:incorrect|invalid|wrong) (?:account|amount|bank|card|currency|cvc|cvv|expiry|otp|phone|pin|reference)',
		'(?:card|charge|payment|transaction|transfer) (?:has been |is |was )?(?:refused|rejected)',
	].join('|')})`,
	'i',
);

/** Whether the service says that a payment is under way, and not that it failed meanwhile. */
export function saysUnderWay({ words }: RefusedError): boolean {
	return textsIn(words).some(isUnderWay);
}

/**
 * Whether a refusal says that the service does not know, or does not know yet, what became of the payment: it is pending or under
 * way, or a bank did not answer. Nobody may take it for a payment that was not made.
 */
export function saysUndecided({ httpStatus, words, serviceMessage = '', decline }: RefusedError): boolean {
	if (httpStatus < 400 || decline?.isStatus) return false;
	const message = wordsIn([serviceMessage]);
	if (isFirst(WAITS_IN_MESSAGE, message) || isUndecided(message)) return true;
	// The message is what the service has decided.
	return !DECIDED.test(message) && textsIn(words).some(isUndecided);
}

function isUndecided(text: string): boolean {
	return isUnderWay(text) || isFirst(UNDECIDED, text);
}

function isUnderWay(text: string): boolean {
	const said = text.replace(CONDITIONS, '');
	return isFirst(UNDER_WAY, said) && !FAILED_MEANWHILE.test(said);
}

/** Whether a text says so, and not that the payment was declined before it does. */
function isFirst(words: RegExp, text: string): boolean {
	const said = words.exec(text);
	return said !== null && !DECIDED.test(text.slice(0, said.index + said[0].length));
}

function textsIn(words: string): string[] {
	return wordsIn([words]).split('; ');
}
