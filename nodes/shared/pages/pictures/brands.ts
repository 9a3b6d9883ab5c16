import { html, trusted, type Markup } from '../html';

const FRAME = '<rect x=".5" y=".5" width="35" height="23" rx="3.5" fill="#fff" stroke="#c9d0da"/>';

const word = (text: string, color: string, size: number, more = '') =>
	`<text x="18" y="${12 + size * 0.36}" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" fill="${color}" ${more}>${text}</text>`;

const letter = (text: string, x: number) =>
	`<text x="${x}" y="14.3" text-anchor="middle" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="6.5" fill="#fff">${text}</text>`;

// Plain drawings of our own, each as much as it takes to recognise the brand.
const DRAWINGS: ReadonlyArray<readonly [brand: string, drawing: string]> = [
	['Visa', FRAME + word('VISA', '#1a1f71', 11, 'font-style="italic"')],
	[
		'Mastercard',
		`${FRAME}<circle cx="14" cy="12" r="7" fill="#eb001b"/><circle cx="22" cy="12" r="7" fill="#f79e1b"/><path d="M18 6.26a7 7 0 0 1 0 11.48a7 7 0 0 1 0-11.48" fill="#ff5f00"/>`,
	],
	[
		'Verve',
		`${FRAME}<circle cx="8" cy="12" r="4.5" fill="#ee312a"/><path d="m5.9 9.9 2.1 4.4 2.1-4.4" fill="none" stroke="#fff" stroke-width="1.5"/><text x="13.5" y="14.4" textLength="19" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="7" fill="#00425f">verve</text>`,
	],
	['American Express', `<rect width="36" height="24" rx="4" fill="#1f72cd"/>${word('AMEX', '#fff', 9)}`],
	[
		'Discover',
		`${FRAME}<path d="M35 13v7a3 3 0 0 1-3 3H14c9-1.5 17-5 21-10" fill="#f47216"/>${word('DISCOVER', '#1c1c1c', 5.6)}`,
	],
	[
		'Diners Club',
		`${FRAME}<circle cx="18" cy="12" r="8" fill="#0079be"/><circle cx="18" cy="12" r="5.6" fill="#fff"/><path d="M16.6 7.9v8.2a4.3 4.3 0 0 1 0-8.2m2.8 0a4.3 4.3 0 0 1 0 8.2" fill="#0079be"/>`,
	],
	[
		'JCB',
		`${FRAME}<path d="M6.5 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4z" fill="#0e4c96"/><path d="M14.5 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4z" fill="#c8102e"/><path d="M22.5 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4z" fill="#00843d"/>${letter('J', 10)}${letter('C', 18)}${letter('B', 26)}`,
	],
	[
		'UnionPay',
		`${FRAME}<path d="M9 4h7l-4 16H5z" fill="#e21836"/><path d="M16 4h7l-4 16h-7z" fill="#00447c"/><path d="M23 4h7l-4 16h-7z" fill="#007b84"/>`,
	],
];

/** The marks of card brands. The page's script shows that of the customer's card inside the field. */
export function brandMarks(): Markup {
	return html`<span class="marks" aria-hidden="true">${DRAWINGS.map(
		([brand, drawing]) =>
			html`<svg data-brand="${brand}" width="30" height="20" viewBox="0 0 36 24">${trusted(drawing)}</svg>`,
	)}</span>`;
}
