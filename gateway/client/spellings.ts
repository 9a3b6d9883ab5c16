/** A text as it is or decoded. Each of its characters stands for a part of the text that was given. */
export interface Reading {
	text: string;
	/** The places where the part of each character begins, and last the end of the text; undefined where the text is as it was given. */
	starts?: readonly number[];
}

// As JSON, URLs and HTML escape a character. A longer form of each stands before a shorter one. JSON within JSON has more backslashes.
const ESCAPED = /(?<!\\)\\+(?:u([\da-f]{4})|[bfnrt])|%([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|&(?:amp|quot);/gi;
// A text of JSON in an address in a text of JSON.
const MOST_LAYERS = 3;

/** Lists the readings of a text: as it is, and decoded as often as it is escaped. Most texts have one. */
export function readingsOf(text: string): Reading[] {
	const readings: Reading[] = [{ text }];
	for (let last = readings[0]!; readings.length <= MOST_LAYERS && last.text.search(ESCAPED) >= 0;) {
		last = decode(last);
		readings.push(last);
	}
	return readings;
}

/** Returns the place where the part begins that a character of a reading stands for. */
export function startOf({ starts }: Reading, place: number): number {
	return starts ? starts[place]! : place;
}

function decode(reading: Reading): Reading {
	const { text } = reading;
	const places: number[] = [];
	let result = '';
	let end = 0;
	const copy = (until: number) => {
		result += text.slice(end, until);
		for (let place = end; place < until; place += 1) places.push(startOf(reading, place));
	};
	for (const match of text.matchAll(ESCAPED)) {
		copy(match.index);
		result += characterOf(match);
		places.push(startOf(reading, match.index));
		end = match.index + match[0].length;
	}
	copy(text.length);
	places.push(startOf(reading, text.length));
	return { text: result, starts: places };
}

/** Decodes an escape to one character, so that each has one place. */
function characterOf([escape, inJson, inUrl, inHtml, decimal]: RegExpExecArray): string {
	const hex = inJson ?? inUrl ?? inHtml;
	const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
	if (Number.isNaN(code)) return escape === '&amp;' ? '&' : ' ';
	return String.fromCharCode(code);
}

/**
 * Lists the texts in base64 that a value makes, whatever stands before and after it: its bytes begin at any of three places of a group.
 * What it shares with its neighbours, a character at either end, is left out.
 */
export function inBase64(value: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
		const bits = (count: number) => (count * 8) / 6;
		return bytes.toString('base64').slice(Math.ceil(bits(before)), Math.floor(bits(bytes.length)));
	});
}
