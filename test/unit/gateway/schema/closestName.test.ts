import { closestName } from '../../../../gateway/schema/closestName';

const KNOWN = ['cardNumber', 'expiry', 'expiryMonth', 'cvv', 'tid', 'webhookURL', 'callbackUrl'];

describe('The name that somebody meant', () => {
	test.each([
		['cardNumbr', 'cardNumber'],
		['cardNumbers', 'cardNumber'],
		['carNumbre', 'cardNumber'],
		['CARDNUMBER', 'cardNumber'],
		['card_number', 'cardNumber'],
		['webhookUrl', 'webhookURL'],
		['expiri', 'expiry'],
		['expiryMonht', 'expiryMonth'],
		['cvc', 'cvv'],
		['ti', 'tid'],
		['xxxdNumber', 'cardNumber'],
	])('%s: %s', (given, meant) => {
		expect(closestName(given, KNOWN)).toBe(meant);
	});

	test.each(['shop', 'cxc', 'pin', 'xxxxNumber', '', 'c'])('%j is like none of them', (given) => {
		expect(closestName(given, KNOWN)).toBeUndefined();
	});

	test('the nearest of several counts, wherever it stands', () => {
		expect(closestName('expirymonths', ['expiryMonthly', 'expiryMonth', 'expiryMonthsAgo'])).toBe('expiryMonth');
		expect(closestName('abcdef', ['abcdeg', 'abcdef'])).toBe('abcdef');
	});
});
