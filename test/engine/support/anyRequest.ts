import * as fc from 'fast-check';

import { WEBHOOK_PATHS } from '../../../nodes/shared/signing/signedUrl';

/** A request that anybody may send to a trigger. */
export interface AnyRequest {
	method: 'GET' | 'POST';
	path: 'notification' | 'callback';
	/** Behind the "?", as it is sent. */
	query: string;
	contentType: string | undefined;
	/** Text, or bytes. */
	body: string | Uint8Array;
}

const words = (text: string) => text.split(' ');

const NAMES = [
	...words('transactionReference merchantRef reference clientReference data transaction record event metadata'),
	...words('status statusCode requestedAmount grossAmount currencyCode customerId callbackUrl transactionDate date'),
	...words('authorized outcome verified notificationId claimed json binary pairedItem started body query rawBody'),
	...words(
		'__proto__ constructor prototype toString toJSON then length 0 $ [] a[b] data[status] data[transactionReference]',
	),
	...words('signedReference signedAmount signedCurrency signature'),
];
const TEXTS = [
	...['', ' ', '..', '..%2f..', '%00', '\0', '\r\nX-Evil: 1', '?a=b#c', '\ud800', '\u202e', '\ufeff', '={{ $json }}'],
	...[
		'<script>alert(1)</script>',
		'[object Object]',
		'__proto__',
		'$ne',
		'x'.repeat(257),
		'界'.repeat(256),
		'z'.repeat(70_000),
	],
	...['2', ' 2 ', '02', '2.0', '0x2', 'AUTHORIZED', 'authorized', 'COMPLETED', 'NGN', 'SBX-1'],
];
const VALUES = [...[null, true, -0, 2, 2.5, -1, 1e21, 2 ** 53], ...[[], {}, [[]], [2], { code: 2 }, ...TEXTS]];
const STATUSES = [2, '2', 'AUTHORIZED', 'authorized', 0, 3, 16, 1, 4, 6];

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const TEXT_TYPE = 'text/plain';
const OTHER_TYPES = [
	`${JSON_TYPE};charset=nonsense`,
	'text/xml',
	'image/png',
	';',
	'application/octet-stream',
	undefined,
];

/** The usual places more often; the last one answers nobody. */
const PLACES: Array<Pick<AnyRequest, 'method' | 'path'>> = [
	...Array.from({ length: 6 }, () => ({ method: 'POST', path: WEBHOOK_PATHS.notification }) as const),
	...Array.from({ length: 2 }, () => ({ method: 'GET', path: WEBHOOK_PATHS.callback }) as const),
	{ method: 'POST', path: WEBHOOK_PATHS.callback },
	{ method: 'GET', path: WEBHOOK_PATHS.notification },
];

// A server refuses longer ones before n8n sees them.
const LONGEST_QUERY = 8000;

/**
 * Requests of every kind, many of them close to real notifications.
 * @param references of transactions that the service has
 * @param queries tried next to invented ones
 */
export function anyRequest(references: readonly string[], queries: readonly string[] = ['']): fc.Arbitrary<AnyRequest> {
	const reference = fc.constantFrom(...references);
	const text = fc.oneof(reference, fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }));
	const { json, form, junk } = bodies(reference, text);
	const content = fc.oneof(
		{ weight: 9, arbitrary: typed(json, JSON_TYPE) },
		{ weight: 4, arbitrary: typed(form, FORM_TYPE) },
		typed(fc.oneof(json, text), TEXT_TYPE),
		typed(fc.oneof(junk, fc.uint8Array({ maxLength: 100 })), JSON_TYPE, FORM_TYPE, TEXT_TYPE),
		typed(fc.oneof(json, form, junk), ...OTHER_TYPES),
		fc.record({ body: fc.oneof(json, form), contentType: fc.string({ minLength: 1, maxLength: 30 }) }),
		typed(fc.constant(''), JSON_TYPE, undefined),
	);
	const query = fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(...queries) },
		{ weight: 3, arbitrary: form.filter(({ length }) => length < LONGEST_QUERY) },
		fc.string({ unit: fc.constantFrom(...'?&=%[]aA2.;/+'), maxLength: 30 }),
	);
	return fc
		.record({ place: fc.constantFrom(...PLACES), query, content })
		.map(({ place, query: given, content: sent }) => ({ ...place, query: given, ...sent }));
}

function bodies(
	reference: fc.Arbitrary<string>,
	text: fc.Arbitrary<string>,
): Record<'json' | 'form' | 'junk', fc.Arbitrary<string>> {
	const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ maxLength: 5 }));
	const scalar = fc.oneof(text, fc.constantFrom(...VALUES), fc.double(), fc.bigInt().map(Number));
	const claim = fc.record(
		{
			transactionReference: fc.oneof({ weight: 4, arbitrary: reference }, scalar),
			merchantRef: scalar,
			status: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...STATUSES) }, scalar),
			requestedAmount: scalar,
			currencyCode: fc.oneof(fc.constantFrom('NGN', 'ngn', 'USD'), scalar),
		},
		{ requiredKeys: [] },
	);
	const { value } = fc.letrec<Record<'value' | 'object' | 'list', unknown>>((tie) => ({
		value: fc.oneof({ maxDepth: 5 }, scalar, claim, tie('object'), tie('list')),
		object: fc.dictionary(name, tie('value'), { maxKeys: 6 }),
		list: fc.array(tie('value'), { maxLength: 5 }),
	}));
	const wrapped = fc.tuple(name, claim).map(([outer, inner]) => ({ [outer]: inner }));
	const any = fc.oneof(claim, wrapped, value, fc.jsonValue({ stringUnit: 'binary' }));
	const json = any.map((thing) => JSON.stringify(thing) ?? 'null');
	const pairs = fc.array(fc.tuple(name, text), { maxLength: 6 });
	const claimed = claim.map((fields) =>
		Object.entries(fields).map(([key, field]): [string, string] => [key, String(field)]),
	);
	const form = fc.oneof(claimed, pairs).map((fields) => new URLSearchParams(fields).toString());
	const broken = fc.tuple(fc.oneof(json, form), fc.nat(), text).map(([whole, at, other]) => {
		const cut = at % (whole.length + 1);
		return whole.slice(0, cut) + other + whole.slice(cut + 1);
	});
	const deep = fc
		.tuple(fc.constantFrom('[', '{"data":', '[{"data":'), fc.integer({ min: 1, max: 6000 }), reference)
		.map(([open, levels, inner]) => nested(open, levels, JSON.stringify({ transactionReference: inner, status: 2 })));
	return { json, form, junk: fc.oneof(fc.string({ unit: 'binary' }), broken, deep) };
}

const CLOSING: Record<string, string> = { '[': ']', '{': '}' };

function nested(open: string, levels: number, inner: string): string {
	const close = [...open]
		.reverse()
		.map((sign) => CLOSING[sign] ?? '')
		.join('');
	return open.repeat(levels) + inner + close.repeat(levels);
}

function typed<T>(
	body: fc.Arbitrary<T>,
	...types: Array<string | undefined>
): fc.Arbitrary<{ body: T; contentType: string | undefined }> {
	return fc.record({ body, contentType: fc.constantFrom(...types) });
}
