import { TEST_CARDS } from './cards';

/** The test cards as people read them on a terminal, a line for each. */
export function cardLines(): string[] {
	return TEST_CARDS.map(({ number, expiryMonth, expiryYear, cvv, pin, flow, decision }) => {
		const expiry = `${expiryMonth}/${expiryYear}`;
		const pinText = (pin ? `PIN ${pin}` : '').padEnd(8);
		return [number.padEnd(19), expiry, `CVV ${cvv}`, pinText, flow, decision.errorMessage].join('  ');
	});
}
