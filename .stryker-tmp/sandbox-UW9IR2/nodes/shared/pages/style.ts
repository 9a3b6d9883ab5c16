// @ts-nocheck
// Text on the accent colour needs enough contrast (WCAG 2.2, 1.4.3).
const WHITE = '#fff';
const BLACK = '#000';

/**
 * The style of a page.
 * @param accent a colour as #rrggbb
 */
export function styleOf(accent: string): string {
	return `:root{color-scheme:light dark;--line:#767676;--bad:#b3001b}
@media(prefers-color-scheme:dark){:root{--line:#909090;--bad:#ff9d94}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;color:CanvasText;background:Canvas;margin:0;padding:1.5rem 1rem}
main{max-width:26rem;margin:0 auto}
img{max-width:100%;max-height:3.5rem}
h1{font-size:1.4rem;line-height:1.25;margin:1rem 0 .5rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
.amount{font-size:1.8rem;font-weight:600}
label{display:block;font-weight:600;margin-top:1rem}
#brand{float:inline-end;font-weight:400}
input{font:inherit;width:100%;min-height:3rem;margin-top:.25rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.4rem}
input[aria-invalid=true]{border:2px solid var(--bad)}
.hint,.error{font-size:.9rem;margin:.25rem 0 0}
.error,.problems{color:var(--bad)}
.problems{border:2px solid;border-radius:.4rem;padding:.5rem 1rem;margin:1rem 0}
.problems ul{margin:0;padding-inline-start:1.2rem}
.problems a{color:inherit}
.row{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
button,.button{display:block;width:100%;min-height:3rem;margin-top:1.5rem;padding:.7rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:${textOn(accent)};background:${accent};border:0;border-radius:.4rem;cursor:pointer}
:focus-visible{outline:3px solid;outline-offset:2px}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`;
}

function textOn(accent: string): string {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(accent.slice(at, at + 2), 16) / 255));
	const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	return 1.05 / (luminance + 0.05) >= 4.5 ? WHITE : BLACK;
}

function linear(part: number): number {
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
