import type { Branding } from '../../../checkout/pages/branding';
import { languages } from '../../../checkout/pages/languages';
import { TEST_CARD, testCardHtml } from '../../../checkout/pages/testCard';
import { TEST_CARDS } from '../../../dev/sandbox';

test('the test card is one that providers publish, and is approved without an OTP and without the bank', () => {
	const [expiryMonth, expiryYear] = TEST_CARD.expiry.split(' / ');
	const published = TEST_CARDS.find(({ number }) => number === TEST_CARD.cardNumber);
	expect(published).toMatchObject({
		expiryMonth,
		expiryYear,
		cvv: TEST_CARD.cvv,
		flow: '2DS',
		decision: { status: 2 },
	});
});

test('it is offered where no money moves, and nowhere else', () => {
	const branding = { texts: languages.en.texts } as Branding;
	expect(testCardHtml({ ...branding, isTest: false })).toBeUndefined();
	expect(testCardHtml({ ...branding, isTest: true })!.toString()).toContain('2223 0000 0000 0023');
});
