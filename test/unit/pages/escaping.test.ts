import fc from 'fast-check';

import type { Branding } from '../../../checkout/pages/branding';
import { html } from '../../../checkout/pages/html';
import { cardFields, otpPage } from '../../../checkout/pages/forms';
import { languages, type TextName } from '../../../checkout/pages/languages';
import { BRANDS } from '../../../checkout/pages/pictures/brands';
import { testCardHtml } from '../../../checkout/pages/testCard';
import { fillHtml } from '../../../checkout/pages/times';
import { formPage, messagePage, type MessagePage } from '../../../checkout/pages/view';

const WRONG = ['cardNumber', 'expiry', 'cvv', 'email', 'firstName', 'lastName', 'cardPin', 'otp'];
const ASKED = { asksName: true, asksPin: 'local' } as const;

/** Texts that have markup, quotes and entities in them more often than not. */
const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '</p>', '<script>', '" onload="', '-->', '<!--', '`', '='),
			fc.string(),
		),
		{ minLength: 1, maxLength: 5 },
	)
	.map((parts) => `x${parts.join('')}`);

/** A page of each kind with a text in every place that has one. */
function pagesWith(next: () => string): string[] {
	const texts = Object.fromEntries(Object.keys(languages.en.texts).map((name) => [name, next()]));
	const address = next();
	const branding: Branding = {
		language: 'en',
		direction: 'ltr',
		texts: texts as Record<TextName, string>,
		merchantName: next(),
		logoUrl: `https://cdn.shop.example/${next()}`,
		accentColor: '#0b5cad',
		brands: BRANDS,
		processor: next(),
		links: { terms: next(), refunds: next(), contact: next() },
		isTest: true,
		leftOut: [next()],
		frames: '',
		timeZone: 'Africa/Lagos',
		addressIn: () => address,
	};
	const again = { state: next(), wrong: WRONG, missing: ['email'], notice: 'pressAgain' as const, remark: next() };
	const summary = { amount: next(), description: next(), reference: next() };
	const fields = cardFields(branding, ASKED, { email: next(), firstName: next(), lastName: next(), expiry: next() });
	const card = { title: next(), summary, fields, submit: next(), above: testCardHtml(branding) };
	const message: MessagePage = {
		title: next(),
		summary,
		isReceipt: true,
		icon: 'info',
		mood: 'calm',
		details: [
			{ name: next(), value: next(), isCopied: true },
			{ name: next(), value: fillHtml(next(), {}) },
		],
		instead: { text: next(), address: next() },
		paragraphs: [next(), next()],
		link: { text: next(), address: next() },
		refresh: { seconds: 3, address: next() },
	};
	return [
		formPage(branding, { ...card, ...again }),
		otpPage(branding, { summary, paragraphs: [next(), next()], card: { cardBrand: next(), cardLast4: next() } }, again),
		messagePage(branding, message),
		messagePage({ ...branding, logoUrl: '' }, message),
	].map((page) => page.html);
}

/** A page's tags with the names of their attributes, and without any text. */
const structureOf = (page: string) =>
	[...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, '=""').replace(/\s+/g, ' '));

const OURS = pagesWith(() => 'plain');

test('no text of anybody adds a tag or an attribute to a page, or ends one', () => {
	fc.assert(
		fc.property(fc.infiniteStream(hostile), (stream) => {
			const pages = pagesWith(() => stream.next().value as string);
			expect(pages.map(structureOf)).toEqual(OURS.map(structureOf));
		}),
		{ numRuns: 200 },
	);
});

test('a text is shown as it was written', () => {
	const unescape = (text: string) =>
		text.replace(
			/&(lt|gt|quot|#39|amp);/g,
			(_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
		);
	fc.assert(
		fc.property(hostile, (text) => {
			expect(unescape(html`${text}`.toString())).toBe(text);
			expect(html`<p title="${text}">${[text, html`<b>${text}</b>`]}</p>`.toString()).not.toContain('<script>');
		}),
	);
});

test('lists and templates are put in as they are, and what is missing leaves nothing', () => {
	expect(html`${[html`<b>${'<'}</b>`, 1, '&']}${false}${undefined}`.toString()).toBe('<b>&lt;</b>1&amp;');
});
