const WAITS_REMEMBERED = 10_000;

// The OTPs that this process has sent, by wait, most recently used last.
const here = new Map<string, string[]>();

/** The OTPs that were sent from the pages of a wait. The service may repeat them, also while another customer finishes the wait. */
export function enteredIn(wait: string): readonly string[] {
	return here.get(wait) ?? [];
}

/** Remembers an OTP that is about to be sent, so that it does not show. */
export function rememberEntered(wait: string, otp: string): void {
	const entered = enteredIn(wait);
	here.delete(wait);
	here.set(wait, [...entered, otp]);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
}

/** Forgets the OTPs of a wait that is over. */
export function forgetEntered(wait: string): void {
	here.delete(wait);
}
