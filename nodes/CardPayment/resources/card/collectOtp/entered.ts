import { codesIn } from '../../../../../gateway/calls/authorize';
import type { TypedCode } from '../../../../../gateway/protocol/secrets';

const WAITS_REMEMBERED = 10_000;
// Without one it is no OTP, and may be a word that the service uses of all payments.
const DIGIT = /\d/;

// The OTPs that this process has sent, by wait, most recently used last.
const here = new Map<string, TypedCode[]>();

/** The OTPs that were sent from the pages of a wait. The service may repeat them, also while another customer finishes the wait. */
export function enteredIn(wait: string): readonly TypedCode[] {
	return here.get(wait) ?? [];
}

/** Remembers an OTP that is about to be sent, so that it does not show. */
export function rememberEntered(wait: string, otp: string): void {
	const codes = codesIn(otp).filter((code) => DIGIT.test(code));
	const entered = [...enteredIn(wait), ...codes.map((code) => ({ code }))];
	here.delete(wait);
	here.set(wait, entered);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
}

/** Forgets the OTPs of a wait that is over. */
export function forgetEntered(wait: string): void {
	here.delete(wait);
}
