import type { Branding } from './branding';
import { html, type Markup } from './html';
import { fillHtml } from './times';

/** The test card that providers publish and that needs neither an OTP nor the bank's page. */
export const TEST_CARD = { cardNumber: '2223000000000023', expiry: '12 / 34', cvv: '123' } as const;

/** A test card, and a button that enters it; undefined where the card would be charged. */
export function testCardHtml({ isTest, texts }: Branding): Markup | undefined {
	if (!isTest) return undefined;
	const { cardNumber, expiry, cvv } = TEST_CARD;
	const isolate = (text: string) => html`<bdi dir="ltr">${text}</bdi>`;
	const values = {
		number: isolate(cardNumber.replace(/(\d{4})(?=\d)/g, '$1 ')),
		expiry: isolate(expiry),
		cvv: isolate(cvv),
	};
	return html`<p class="test-card"><span>${fillHtml(texts.testCard, values)}</span> <button type="button" class="copy" data-fill="${JSON.stringify(TEST_CARD)}" hidden>${texts.fillIn}</button></p>\n`;
}
