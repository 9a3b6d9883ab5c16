import { html, trust, type Markup } from '../html';

// On a grid of 24, in the colour of the text around them.
const DRAWINGS = {
	tick: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
	cross: '<path d="m6.5 6.5 11 11m0-11-11 11"/>',
	clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
	info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5m0-9v.01"/>',
	back: '<path d="M9 6 4.5 10.5 9 15m-4-4.5h9a5 5 0 0 1 0 10h-3"/>',
	bank: '<path d="M4 10 12 5l8 5zm2.5 3v4.5m3.700-4.5v4.5m3.600-4.5v4.5m3.700-4.5v4.5M4 20h16"/>',
	lock: '<rect x="5.5" y="10.5" width="13" height="9" rx="2"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"/>',
	securityCode:
		'<rect x="2.5" y="5" width="19" height="14" rx="2"/><path d="M2.5 9.5h19" stroke-width="3"/><path d="M14 15h.01m2.5 0h.01m2.49 0h.01" stroke-width="2.5"/>',
} as const;

export type Icon = keyof typeof DRAWINGS;

/** An icon of so many pixels. It says nothing to screen readers, because the text beside it does. */
export function icon(name: Icon, size: number): Markup {
	return html`<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${trust(DRAWINGS[name])}</svg>`;
}

/** The page's icon in a browser's tab: a card in a colour. */
export function cardIcon(color: string): string {
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="6" width="28" height="20" rx="4" fill="${color}"/><path d="M2 12.5h28" stroke="#fff" stroke-width="4"/><path d="M7 21h6" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>`;
	return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
