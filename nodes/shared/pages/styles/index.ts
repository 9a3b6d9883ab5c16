import PAGE from './page.css?text';
import TOKENS from './tokens.css?text';

// Text on the accent colour needs enough contrast (WCAG 2.2, 1.4.3), and rings around fields need enough of the ground (1.4.11).
const WHITE = '#fff';
const BLACK = '#000';
const LEAST_FOR_TEXT = 4.5;
const LEAST_FOR_RINGS = 3;
const LIGHT_SURFACE = '#ffffff';
const DARK_SURFACE = '#181e28';

/**
 * The style of a page.
 * @param accent a colour as #rrggbb
 */
export function styleOf(accent: string): string {
	const own = `--accent:${accent};--on-accent:${contrast(accent, LIGHT_SURFACE) >= LEAST_FOR_TEXT ? WHITE : BLACK}`;
	const light = `:root{${own};--accent-ring:${ringOn(LIGHT_SURFACE, accent)}}`;
	const dark = `@media(prefers-color-scheme:dark){:root{--accent-ring:${ringOn(DARK_SURFACE, accent)}}}`;
	return `${TOKENS}${light}${dark}${PAGE}`;
}

function ringOn(surface: string, accent: string): string {
	return contrast(accent, surface) >= LEAST_FOR_RINGS ? accent : 'var(--ink)';
}

function contrast(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(part: number): number {
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
