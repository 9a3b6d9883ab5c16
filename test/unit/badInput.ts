import * as fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import { CHARGE_INPUT } from './gateway/examples';

/** Texts that no message may repeat. No text of ours has them by chance. */
export const CANARIES = ['5060990580000217499', '5060990580000217498', '8842973', 'Canary-8842973-key', '٨٨٤٢٩٧٣'];
/** Short ones may stand in an identifier by chance. */
export const LONG_CANARIES = CANARIES.filter(({ length }) => length > 8);
export const [PAN = '', WRONG_PAN = '', DIGITS = '', KEY = '', ARABIC_DIGITS = ''] = CANARIES;

/**
 * Values of every kind that a workflow can bring, each a trap for some rule; what is text carries a canary. None is written
 * like an amount of few digits, which an error repeats on purpose.
 */
const VALUES: readonly unknown[] = [
	...[undefined, null, true, false, '', ' ', '\0', '\ufeff', '\u202e', '\ud800'],
	...[0, -0, 1, -1, 2.5, 0.1, 1e21, 1e-7, 5e-324, NaN, Infinity, -Infinity, 2 ** 53, Number.MAX_VALUE],
	...[Number(PAN), Number(DIGITS), -Number(DIGITS), 10n ** 30n],
	...[PAN, WRONG_PAN, PAN.replace(/(.{4})/g, '$1 '), `${PAN}\0`, `\u202e${PAN}`, DIGITS, KEY, ARABIC_DIGITS],
	...[`${PAN},50`, `${DIGITS}.5.0`, `1e${DIGITS}`, `0x${DIGITS}`, `+${DIGITS}`, `${DIGITS}\n`, `${DIGITS}\ud800`],
	...[`<b>${KEY}</b>`, `={{ ${KEY} }}`, `javascript:${KEY}`, `http://${KEY}@`, `http://[${DIGITS}`, `//${KEY}`],
	...[`{"${KEY}":1}`, `{"cardNumber":"${PAN}"`, `[${DIGITS}]`, KEY.repeat(5000), '9'.repeat(400), '界'.repeat(3000)],
	...['__proto__', 'constructor', 'toString', 'NaN', 'null', 'undefined', '[object Object]', 'NGN', '2', '02', 'OTP'],
	...['SBX-1', [], [PAN], [[KEY]], {}, { [PAN]: PAN }, { [KEY]: { [DIGITS]: KEY } }, { toString: KEY }, { length: -1 }],
	...[new Date(NaN), new Map([[KEY, KEY]]), Symbol.iterator, () => KEY, Object.create(null)],
	JSON.parse(`{"__proto__":"${KEY}"}`),
];

export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(...VALUES) },
	{ weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `${text}${KEY}`) },
	fc.double(),
	fc.jsonValue({ maxDepth: 2 }),
);

/** Values that work for the fields of the operations, by their names; any other field works with its default. */
export const GOOD: Readonly<Record<string, unknown>> = {
	...CHARGE_INPUT,
	expiry: '03/50',
	amount: '10.50',
	transactionReference: 'SBX-1',
	transferReference: 'SBT-1',
	otp: '123456',
	authorizationType: 'OTP',
	triggerUrl: 'https://n8n.example/webhook/place/notification',
	email: 'name@shop.example',
	cardPin: '1234',
	sourceUrl: 'https://shop.example',
	bankCode: '011',
	accountNumber: '0123456789',
	narration: 'Rent',
	from: '2026-11-24',
	until: '2026-11-25T08:00',
	requestId: 'PAYOUT-1',
	expectedName: 'Ada Obi',
	checkoutUrl: 'https://n8n.example/webhook/place/checkout',
};

/** Any parameters of an operation: each as it should be, or not, or missing. */
export function anyParameters(description: readonly INodeProperties[]): fc.Arbitrary<Record<string, unknown>> {
	const fields = description.map((property): [string, fc.Arbitrary<unknown>] => [property.name, valueOf(property)]);
	return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function valueOf({ name, type, options, default: usual }: INodeProperties): fc.Arbitrary<unknown> {
	const good = fc.constant(GOOD[name] ?? usual);
	if (type === 'collection') return fc.oneof(anyParameters(options as INodeProperties[]), good);
	// Only what the editor offers can be chosen.
	if (type === 'options') return fc.constantFrom(...(options as Array<{ value: unknown }>).map(({ value }) => value));
	return fc.oneof({ weight: 5, arbitrary: good }, { weight: 2, arbitrary: anyValue });
}
