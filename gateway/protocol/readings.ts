/** A part of a text that is to be hidden, and what is shown in its place. */
export interface Hidden {
	start: number;
	end: number;
	shown: string;
}

interface Reading {
	text: string;
	/** Where each character stands in the text that is read, and where that text ends. */
	at: (index: number) => number;
}

// A text within a text within a text is escaped as many times.
const DEEPEST = 4;
// One character each, as JSON, JavaScript, HTML and URLs write it. In a URL it has up to four bytes, in UTF-8. Digits of
// other scripts are read as Western ones.
const ESCAPE = new RegExp(
	[
		'\\\\(?:u\\{[\\da-f]{1,6}\\}|u[\\da-f]{4}|x[\\da-f]{2}|[bfnrtv"\'/\\\\])',
		'%(?:u[\\da-f]{4}|[0-7][\\da-f]|[cd][\\da-f]%[89ab][\\da-f]|e[\\da-f](?:%[89ab][\\da-f]){2}|f[0-4](?:%[89ab][\\da-f]){3})',
		'&(?:#x[\\da-f]{1,6}|#\\d{1,7}|[a-z][a-z\\d]{1,15});',
		'(?!\\d)\\p{Nd}',
	].join('|'),
	'giu',
);
// Most texts have no escape, and this is found out fast.
const MAY_HAVE_ESCAPE = /[\\%&]|[^ -~]/;
const NAMED = new Map([
	['&amp;', '&'],
	['&lt;', '<'],
	['&gt;', '>'],
	['&quot;', '"'],
	['&apos;', "'"],
]);
const LAST_CODE_POINT = 0x10ffff;

/**
 * Replaces parts of a text, which are found in it as it stands and as it reads without its escapes: a service may put a
 * JSON text, a page or an address into a message.
 * @param find finds the parts in one reading
 */
export function hideIn(text: string, find: (reading: string) => Hidden[]): string {
	const parts: Hidden[] = [];
	for (const { text: reading, at } of readingsOf(text))
		for (const { start, end, shown } of find(reading)) parts.push({ start: at(start), end: at(end), shown });
	if (parts.length === 0) return text;
	parts.sort((a, b) => a.start - b.start);
	// What is found twice, or in part, is hidden once, and as a whole.
	const whole: Hidden[] = [];
	for (const part of parts) {
		const before = whole.at(-1);
		if (before === undefined || part.start >= before.end) whole.push(part);
		else if (part.end > before.end) Object.assign(before, { end: part.end, shown: part.shown });
	}
	let result = '';
	let end = 0;
	for (const part of whole) {
		result += text.slice(end, part.start) + part.shown;
		end = part.end;
	}
	return result + text.slice(end);
}

/** The matches of an expression with the flag `g`. Most texts have none, and this is found out fast. */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
	return text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)];
}

/** A text as it stands, without its escapes, without those that appear then, and so on. */
function readingsOf(text: string): Reading[] {
	const readings: Reading[] = [{ text, at: (index) => index }];
	while (readings.length <= DEEPEST) {
		const next = unescaped(readings.at(-1)!);
		if (next === undefined) break;
		readings.push(next);
	}
	return readings;
}

function unescaped({ text, at }: Reading): Reading | undefined {
	if (!MAY_HAVE_ESCAPE.test(text)) return undefined;
	const places: number[] = [];
	let result = '';
	let end = 0;
	const copy = (to: number) => {
		result += text.slice(end, to);
		for (let place = end; place < to; place++) places.push(at(place));
	};
	for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
		copy(index);
		const character = characterOf(escape);
		result += character;
		for (let unit = 0; unit < character.length; unit++) places.push(at(index));
		end = index + escape.length;
	}
	if (end === 0) return undefined;
	copy(text.length);
	places.push(at(text.length));
	return { text: result, at: (index) => places[index]! };
}

function characterOf(escape: string): string {
	const code = /^(?:\\u\{?|\\x|%u|&#x)(?<hex>[\da-f]+)|^&#(?<decimal>\d+)/i.exec(escape)?.groups;
	if (code) return characterWith(code.decimal === undefined ? parseInt(code.hex!, 16) : Number(code.decimal));
	if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
	// A letter after a backslash is a control character. Of the entities, only these stand in keys.
	if (escape.startsWith('\\')) return /[a-z]/i.test(escape) ? '\n' : escape.slice(1);
	if (escape.startsWith('&')) return NAMED.get(escape.toLowerCase()) ?? ' ';
	return western(escape.codePointAt(0)!);
}

function characterWith(code: number): string {
	return code > LAST_CODE_POINT ? ' ' : String.fromCodePoint(code);
}

/** Decimal digits stand in tens, one after the other, and each ten begins with its zero. */
function western(digit: number): string {
	let zero = digit;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String((digit - zero) % 10);
}
