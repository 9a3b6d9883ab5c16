const WAITS_REMEMBERED = 10_000;
// Customers may enter anything. A reference or the name of a status that was hidden as an OTP would hide another one's payment.
const MAY_BE_OTP = /^(?:[a-z]{1,3}-)?(?=.*\d)[a-z\d]{3,8}$|^\d{2,4}(?:-\d{2,4}){1,3}$|^\d{9,12}$/i;

// The OTPs that this process has sent, by wait, most recently used last.
const here = new Map<string, string[]>();

/** The OTPs that were sent from the pages of a wait. The service may repeat them, also while another customer finishes the wait. */
export function enteredIn(wait: string): readonly string[] {
	return here.get(wait) ?? [];
}

/** Remembers an OTP that is about to be sent, so that it does not show. */
export function rememberEntered(wait: string, otp: string): void {
	if (!MAY_BE_OTP.test(otp)) return;
	const entered = enteredIn(wait);
	here.delete(wait);
	here.set(wait, [...entered, otp]);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
}

/** Forgets the OTPs of a wait that is over. */
export function forgetEntered(wait: string): void {
	here.delete(wait);
}
