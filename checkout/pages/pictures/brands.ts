import { html, trust, type Markup } from '../html';

const frame = (drawing: string) =>
	`<rect x=".5" y=".5" width="35" height="23" rx="3.5" fill="#fff" stroke="#c9d0da"/>${drawing}`;

const fillBackground = (color: string, drawing: string) =>
	`<rect width="36" height="24" rx="4" fill="${color}"/>${drawing}`;

/** Letters as lines, because the fonts of a customer's device would draw them differently. */
const letters = (path: string, color: string, width: number, more = '') =>
	`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="bevel"${more}/>`;

// Plain drawings of our own on 36 by 24, each with just enough detail to recognise the brand.
const DRAWINGS = {
	Visa: frame(
		letters(
			'M9.7 7.7l2.2 8.4 3.6-8.4M18.6 7.7v8.6M26 9c-1-.6-4.3-.9-4.3 1 0 2 4 1.4 4 3.7 0 2.3-3.3 2-4.7 1.2M27.5 16.3l3-7.6 3 7.6M28.7 13.8h3.7',
			'#1434cb',
			2.1,
			' transform="skewX(-12)"',
		),
	),
	Mastercard: frame(
		'<circle cx="14" cy="12" r="7" fill="#eb001b"/><circle cx="22" cy="12" r="7" fill="#f79e1b"/><path d="M18 6.26a7 7 0 0 1 0 11.48a7 7 0 0 1 0-11.48" fill="#ff5f00"/>',
	),
	Verve: frame(
		'<circle cx="8.5" cy="12" r="5" fill="#ee312a"/>' +
			letters('M6.3 9.9l2.2 4.3 2.2-4.3', '#fff', 1.6) +
			letters(
				'M15.3 10l1.4 3.8L18.1 10M19.3 11.9h2.8c0-2.4-2.8-2.4-2.8 0 0 2.2 2 2.2 2.7 1.3M23.7 14.2v-2.4c0-1.2.8-1.6 1.7-1.5M26 10l1.4 3.8L28.8 10M30 11.9h2.8c0-2.4-2.8-2.4-2.8 0 0 2.2 2 2.2 2.7 1.3',
				'#00425f',
				1.1,
			),
	),
	'American Express': fillBackground(
		'#006fcf',
		letters(
			'M3.8 16.1l3.3-8.6 3.3 8.6M5.2 13.3h3.8M12.4 16.1V8l3.3 4.9L19 8v8.1M26 8.3h-3.7v7h3.7M22.3 11.8h3.5M27.8 7.7l5.2 8.3M33 7.7l-5.2 8.3',
			'#fff',
			1.7,
		),
	),
	Discover: frame(
		'<path d="M35.5 12.5V20a3.5 3.5 0 0 1-3.5 3.5H13c10-1.5 18-5 22.5-11" fill="#f47216"/>' +
			letters(
				'M3.5 7.5v5h.9c3.2 0 3.2-5 0-5zM8 7v6M12.2 8c-.7-.7-2.4-.6-2.4.6 0 1.6 2.5.9 2.5 2.6 0 1.5-1.9 1.6-2.7.6M17.4 8.3c-1.6-1.5-3.7-.4-3.7 1.7s2.1 3.2 3.7 1.7M23.3 7.2l1.6 5 1.6-5M30.5 7.5h-2.5v5h2.5M28 10h2.2M32 13V7.5h.6c2 0 2 2.8 0 2.8H32l2 2.7',
				'#1c1c1c',
				1.05,
			) +
			'<circle cx="20.5" cy="10" r="2.7" fill="#f47216"/>',
	),
	'Diners Club': frame(
		'<circle cx="18" cy="12" r="8" fill="#0079be"/><circle cx="18" cy="12" r="5.6" fill="#fff"/><path d="M16.6 7.9v8.2a4.3 4.3 0 0 1 0-8.2m2.8 0a4.3 4.3 0 0 1 0 8.2" fill="#0079be"/>',
	),
	JCB: frame(
		'<path d="M6 7.5A3.5 3.5 0 0 1 9.5 4H13v12.5A3.5 3.5 0 0 1 9.5 20H6z" fill="#0e4c96"/><path d="M14.5 7.5A3.5 3.5 0 0 1 18 4h3.5v12.5A3.5 3.5 0 0 1 18 20h-3.5z" fill="#c8102e"/><path d="M23 7.5A3.5 3.5 0 0 1 26.5 4H30v12.5a3.5 3.5 0 0 1-3.5 3.5H23z" fill="#00843d"/>' +
			letters(
				'M10.5 9.5v3.3c0 1.8-2.5 1.8-3 .6M20 10.3c-1.7-1-3.8-.5-3.8 1.7s2.1 2.7 3.8 1.7M25 10h2.2c1.5 0 1.5 2 0 2H25h2.4c1.7 0 1.7 2.1 0 2.1H25z',
				'#fff',
				1.1,
			),
	),
	UnionPay: frame(
		'<path d="M9.5 4h7l-4 16h-7z" fill="#e21836"/><path d="M16 4h7l-4 16h-7z" fill="#00447c"/><path d="M22.5 4h8l-4 16h-8z" fill="#007b84"/>',
	),
} as const;

/** The card brands that the page has a mark of. */
export const BRANDS = Object.keys(DRAWINGS) as Array<keyof typeof DRAWINGS>;
export type Brand = (typeof BRANDS)[number];

/** The marks that a page shows unless the shop chooses others. */
export const COMMON_BRANDS: Brand[] = ['Visa', 'Mastercard', 'Verve'];

/** The marks of card brands in a row. The page's script shows the mark of the customer's card, shown in the row or not, inside the field. */
export function brandMarks(brands: readonly Brand[]): Markup {
	return html`<div class="marks" aria-hidden="true">${BRANDS.map((brand) => markOf(brand, brands.includes(brand)))}</div>`;
}

/** The mark of a brand; none where the page has no mark of it. */
export function brandMark(brand: string | null): Markup | undefined {
	return BRANDS.includes(brand as Brand) ? markOf(brand as Brand) : undefined;
}

function markOf(brand: Brand, isShown = true): Markup {
	return html`<svg${!isShown && html` class="unlisted"`} data-brand="${brand}" width="30" height="20" viewBox="0 0 36 24" aria-hidden="true">${trust(DRAWINGS[brand])}</svg>`;
}
