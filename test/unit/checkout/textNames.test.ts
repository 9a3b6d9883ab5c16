import { languages, TEXT_NAMES } from '../../../checkout/pages/languages';
import { replaceableTexts } from '../../../nodes/CardPaymentCheckoutTrigger/description/textNames';

const { texts } = languages.en;

test('each text that can be replaced has a name of its own', () => {
	expect(replaceableTexts.map(({ value }) => value)).toEqual(TEXT_NAMES);
	expect(new Set(replaceableTexts.map(({ name }) => name)).size).toBe(TEXT_NAMES.length);
});

test.each([
	['expiredText', `${texts.expiredTitle}: ${texts.expiredText}`],
	['linkText', `${texts.linkTitle}: ${texts.linkText}`],
	['otpError', `${texts.otpTitle}: ${texts.otpError}`],
	['otpMissing', `${texts.otpTitle}: ${texts.otpMissing}`],
	['checkLate', `${texts.checkTitle}: ${texts.checkLate}`],
	['expiredTitle', texts.expiredTitle],
	['cvvError', texts.cvvError],
	['checkAgain', texts.checkAgain],
])('%s is called "%s"', (text, name) => {
	expect(replaceableTexts.find(({ value }) => value === text)!.name).toBe(name);
});
