import { chance } from '../support/chance';

/** A request that is made to keep n8n busy, or to pass for a genuine one. */
export interface Junk {
	url: string;
	method: 'GET' | 'POST';
	contentType?: string;
	sent?: string;
}

const KILOBYTE = 1024;
/** As much as is read of a request. */
const LARGEST = 60 * KILOBYTE;
/** Node takes no longer URL, headers included. */
const LONGEST_QUERY = 12 * KILOBYTE;

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

function repeat(bytes: number, part: (index: number) => string, separator = ','): string {
	const parts: string[] = [];
	for (let length = 0; length < bytes; length += parts.at(-1)!.length + separator.length)
		parts.push(part(parts.length));
	return parts.join(separator);
}

const inBrackets = `{${repeat(LARGEST, (index) => `"a[k${index}]":1`)}}`;
const BODIES: Array<Pick<Junk, 'contentType' | 'sent'>> = [
	{ contentType: JSON_TYPE, sent: inBrackets },
	{ contentType: 'text/plain', sent: inBrackets },
	{ contentType: 'application/octet-stream', sent: inBrackets },
	{ sent: inBrackets },
	{ contentType: JSON_TYPE, sent: `[${repeat(LARGEST, (index) => `{"a[b]":${index}}`)}]` },
	{ contentType: JSON_TYPE, sent: '['.repeat(LARGEST / 2) + ']'.repeat(LARGEST / 2) },
	{ contentType: JSON_TYPE, sent: `{"${'[a'.repeat(LARGEST / 2)}":1}` },
	{ contentType: JSON_TYPE, sent: '{"transactionReference":"SBX-forged","merchantRef":"forged","status":2}' },
	{ contentType: JSON_TYPE, sent: '{"transactionReference": ' },
	{ contentType: FORM, sent: repeat(LARGEST, (index) => `a[k${index}]=1`, '&') },
	{ contentType: FORM, sent: `state=${'x'.repeat(LARGEST)}` },
	{ contentType: FORM, sent: 'x'.repeat(KILOBYTE * KILOBYTE) },
];
const QUERIES = [
	repeat(LONGEST_QUERY, (index) => `a[k${index}]=1`, '&'),
	`state=${'x'.repeat(LONGEST_QUERY)}`,
	`link=${'x.'.repeat(LONGEST_QUERY / 2)}`,
	'transactionReference=SBX-forged&status=2&reference=forged',
];

/**
 * Junk for some addresses.
 * @param state a sealed state that a page has given out; it goes out with an entry that is made to keep n8n busy
 */
export function junkAt(urls: readonly string[], state?: string): (index: number) => Junk {
	const entries = new URLSearchParams({ state: state ?? '', expiry: `12${' '.repeat(LARGEST / 2)}x`, cardNumber: '4' });
	const bodies = state === undefined ? BODIES : [...BODIES, { contentType: FORM, sent: entries.toString() }];
	return (index) => {
		const url = urls[Math.floor(chance('address', index) * urls.length)]!;
		const kind = Math.floor(chance('junk', index) * (bodies.length + QUERIES.length));
		const body = bodies[kind];
		if (body) return { url, method: 'POST', ...body };
		return { url: `${url}${url.includes('?') ? '&' : '?'}${QUERIES[kind - bodies.length]!}`, method: 'GET' };
	};
}
