import { brandingOf } from '../../../checkout/pages/branding';
import { fieldHtml, groupHtml } from '../../../checkout/pages/formFields';
import { cardFields, otpPage } from '../../../checkout/pages/forms';
import { LANGUAGES, type LanguageCode } from '../../../checkout/pages/languages';
import { BRANDS, brandMark, brandMarks, COMMON_BRANDS } from '../../../checkout/pages/pictures/brands';
import { properties } from '../../../nodes/CardPaymentCheckoutTrigger/description/pageFields';

const brandingIn = (language: LanguageCode) =>
	brandingOf({
		getRequestObject: () => ({ originalUrl: `/?lang=${language}`, acceptsLanguages: () => false }),
		getMode: () => 'webhook',
		getTimezone: () => 'UTC',
	});

const shownIn = (html: string) => [...html.matchAll(/<svg data-brand="(.*?)"/g)].map(([, brand]) => brand);

test('a page shows the marks that most shops take, as the editor does', () => {
	const shop = properties.find(({ name }) => name === 'shop')!;
	const [brands] = shop.options as Array<{ name: string; default: unknown }>;
	expect([brands!.name, brands!.default]).toEqual(['brands', ['Visa', 'Mastercard', 'Verve']]);
	expect(brandingIn('en').brands).toEqual(brands!.default);
});

test.each([[[]], [['JCB']], [['Verve', 'Visa']], [COMMON_BRANDS], [BRANDS]] as const)(
	'of the marks %j are shown, in the order of the page, and the script finds every one',
	(brands) => {
		const row = brandMarks(brands).toString();
		expect(shownIn(row)).toEqual(BRANDS.filter((brand) => (brands as readonly string[]).includes(brand)));
		expect([...row.matchAll(/data-brand="(.*?)"/g)].map(([, brand]) => brand)).toEqual(BRANDS);
	},
);

test('a brand without a mark has none', () => {
	expect([brandMark('Maestro'), brandMark(null)]).toEqual([undefined, undefined]);
	expect(brandMark('Visa')?.toString()).toContain('<svg data-brand="Visa"');
});

describe.each(LANGUAGES)('in %s', (language) => {
	const branding = brandingIn(language);
	const entered = { email: '', firstName: '', lastName: '', expiry: '' };
	const fields = cardFields(branding, { asksName: true, asksPin: 'always' }, entered);
	const html = [
		...fields.map((field) => (Array.isArray(field) ? groupHtml(field, branding) : fieldHtml(field, branding))),
		otpPage(branding, { summary: { amount: '' }, paragraphs: [] }, { state: '' }).html,
	].join('');

	test.each(['email', 'cardNumber', 'expiry', 'cvv', 'cardPin', 'otp'])('%s says what it is like', (name) => {
		const [input = ''] = new RegExp(`<input id="${name}"[^>]*>`).exec(html) ?? [];
		expect(input).toMatch(/ placeholder="[^"]+"/);
		expect(input).toContain(` aria-describedby="${name}-note"`);
		expect(html).toContain(`id="${name}-note"`);
	});
});
