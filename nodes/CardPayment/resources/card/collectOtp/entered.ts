import type { TypedCode } from '../../../../../gateway/protocol/secrets';

const WAITS_REMEMBERED = 10_000;
const FEWEST_DIGITS = 4;

// The OTPs that this process has sent, by wait, most recently used last.
const here = new Map<string, TypedCode[]>();

/** The OTPs that were sent from the pages of a wait. The service may repeat them, also while another customer finishes the wait. */
export function enteredIn(wait: string): readonly TypedCode[] {
	return here.get(wait) ?? [];
}

/** Remembers an OTP that is about to be sent, so that it does not show. */
export function rememberEntered(wait: string, otp: string): void {
	const entered = enteredIn(wait);
	here.delete(wait);
	here.set(wait, [...entered, ...codesIn(otp)]);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
}

/** Forgets the OTPs of a wait that is over. */
export function forgetEntered(wait: string): void {
	here.delete(wait);
}

/** An OTP as it was typed, and the digits in it alone. Without any it is no OTP, and may be a word that the service uses. */
function codesIn(otp: string): TypedCode[] {
	const digits = otp.replace(/\D/g, '');
	if (digits === '') return [];
	return [{ code: otp }, ...(digits.length < FEWEST_DIGITS || digits === otp ? [] : [{ code: digits }])];
}
