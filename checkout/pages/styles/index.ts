import BUTTONS from './buttons.css?text';
import FORMS from './forms.css?text';
import MESSAGES from './messages.css?text';
import PAGE from './page.css?text';
import SCREENS from './screens.css?text';
import TOKENS from './tokens.css?text';

// Text on the accent colour needs enough contrast (WCAG 2.2, 1.4.3), and rings around fields need enough of the ground (1.4.11).
const WHITE = '#ffffff';
const BLACK = '#000000';
const LEAST_FOR_TEXT = 4.5;
const LEAST_FOR_RINGS = 3;
const DARK_SURFACE = '#181e28';
// Wider screens come last, so that they count more.
const RULES = [PAGE, FORMS, BUTTONS, MESSAGES, SCREENS].join('');
// Shares of white, from none to nearly all.
const SHARES = Array.from({ length: 20 }, (_, index) => index / 20);

/**
 * The style of a page.
 * @param accent a colour as #rrggbb
 */
export function styleOf(accent: string): string {
	const dark = `@media(prefers-color-scheme:dark){:root{${colorsOf(brighten(accent), DARK_SURFACE)}}}`;
	return `${TOKENS}:root{${colorsOf(accent, WHITE)}}${dark}${RULES}`;
}

function colorsOf(accent: string, surface: string): string {
	const onAccent = contrast(accent, WHITE) >= LEAST_FOR_TEXT ? WHITE : BLACK;
	const ring = contrast(accent, surface) >= LEAST_FOR_RINGS ? accent : 'var(--ink)';
	return `--accent:${accent};--on-accent:${onAccent};--accent-ring:${ring}`;
}

/**
 * Brightens the accent colour for dark mode: with as much white in it as white text on it allows, so that a dark blue stands out as it does
 * in light mode.
 */
function brighten(accent: string): string {
	const mixed = SHARES.map((share) => partsOf(accent).map((part) => Math.round(part + (255 - part) * share)));
	const colors = mixed.map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);
	return colors.findLast((color) => contrast(color, WHITE) >= LEAST_FOR_TEXT) ?? accent;
}

function contrast(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => linear(part / 255));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, from 0 to 255. */
function partsOf(color: string): number[] {
	return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

function linear(part: number): number {
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
