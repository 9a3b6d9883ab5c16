import type { Outcome } from '../../../gateway/outcome';
import type { Result } from '../payments/result';
import type { SentRequest } from './sentRequests';

export const IN_DOUBT = 'outcome not known: verify it before you do anything else';

/** The state of what an earlier try has sent, in a few words. */
export function stateOfSent<Request>({ result }: SentRequest<Request>): string {
	return result ? stateOfResult(result) : IN_DOUBT;
}

const IN_WORDS: Readonly<Record<Outcome, string>> = {
	authorized: 'authorized',
	otp_required: 'waits for an OTP',
	redirect_required: "waits for the customer's browser",
	pending: 'pending',
	declined: 'declined',
	refunded: 'refunded',
	unknown: IN_DOUBT,
};

/** The state of a result, in a few words. */
export function stateOfResult(result: Result): string {
	return IN_WORDS[outcomeIn(result)];
}

export function outcomeIn({ output }: Result): Outcome {
	return (output as { outcome?: Outcome }).outcome ?? 'unknown';
}
