/** Makes the service's answer to a charge (section 2.3): the card needs an OTP. */
export function makeChargeAnswer(reference: string): object {
	const otp = { authorizationType: 'OTP', otpMessage: 'Enter the OTP', otpMessageSupport: 'Dial *000#' };
	return envelope({ status: 200, ...otp, reference: `T-${reference}` });
}

/** Makes the service's answer to a verify (section 2.6), whichever transaction is asked for. */
export function makeVerifyAnswer(transactionReference: string): object {
	return envelope({
		merchant: 'Shop',
		transactionReference,
		merchantRef: `M-${transactionReference}`,
		grossAmount: 10.5,
		requestedAmount: 10.5,
		transactionFee: 0.1,
		settlementAmount: 10.4,
		customerId: 'Ada Lovelace ada@shop.example',
		currencyCode: 'NGN',
		callbackUrl: 'https://shop.example/paid',
		authorizationType: 'OPEN',
		paymentRequestor: 'Shop',
		// Now, because a trigger takes an older one than it remembers for a repeat.
		transactionDate: new Date().toISOString().replace('Z', ''),
		status: 2,
	});
}

/** The service's answer where it does not know a transaction (section 7). */
export const UNKNOWN = { status: 'error', message: 'Transaction not found' };

/** The transaction history's answer about a reference that nobody has used yet. */
export const NO_PAYMENTS = envelope({ content: [], totalPages: 0, totalElements: 0, number: 0, last: true });

/** Says whether verify knows a transaction by this reference: by the service's own, and by no merchant's. */
export function isKnown(reference: string): boolean {
	return reference.startsWith('T-');
}

function envelope(data: object): object {
	return { status: 200, message: 'Successful', data, errors: [] };
}
