import * as fc from 'fast-check';

import { checkTemplateParts, partsOf } from '../../../nodes/shared/execution/expressions';
import { always } from '../gateway/property';

test.each<[raw: unknown, codes: string[]]>([
	['=ORD-{{ $json.no }}', [' $json.no ']],
	['={{$json.a}}{{$json.b}}', ['$json.a', '$json.b']],
	['={{ {a: {b: 1} }.a.b }}', [' {a: {b: 1} }.a.b ']],
	['={{ "\\}}" }}', [' "}}" ']],
	['=\\{{ $json.no }}', []],
	['={{ $json.no', [' $json.no']],
	['=', []],
	['=ORD', []],
	['{{ $json.no }}', []],
	[5, []],
	[undefined, []],
])('the parts of %j are %j', (raw, codes) => {
	expect(partsOf(raw).map(({ code }) => code)).toEqual(codes);
});

const GIVE_ONE = 'Give every item a value there, or leave such items out.';
const rule = (raw: string, ...values: unknown[]) => checkTemplateParts(raw, () => values.shift());

test.each(['undefined', 'null', 'NaN', '[object Object]', 'Invalid DateTime', 'Invalid Date'])(
	'a value may not hold %j, unless the template does',
	(sign) => {
		const held = `has an expression that gives "${sign}" for this item. ${GIVE_ONE}`;
		for (const value of [sign, `ORD-${sign}`, `${sign}-1`, `A ${sign} B`, `(${sign})`, `_${sign}_`]) {
			expect(rule('={{ $json.no }}', value)).toBe(held);
			expect(rule('=ORD{{ $json.no }}X', value)).toBe(held);
			expect(rule(`={{ "${sign}" + $json.no }}`, value)).toBeUndefined();
			expect(rule(`={{ '${sign}' + $json.no }}`, value)).toBeUndefined();
		}
		expect(rule(`=${sign}-{{ $json.no }}`, 7)).toBeUndefined();
		// The operands of a comparison in the code are not written out.
		expect(rule(`={{ $json.no === ${sign} ? 1 : "A-" + $json.id }}`, `A-${sign}`)).toBe(held);
	},
);

test.each([
	'Null',
	'NULL',
	'Undefined',
	'nan',
	'nullify',
	'Annullierung',
	'1null',
	'NaNA',
	'FiNaNce',
	'éNaN',
	'object',
	'Invalid',
])('a value may be %j', (value) => {
	expect(rule('={{ $json.no }}', value)).toBeUndefined();
	expect(rule('=ORD-{{ $json.no }}', value)).toBeUndefined();
});

test('each part is looked at', () => {
	expect(rule('={{ a }}-{{ b }}-{{ c }}', 1, '', 3)).toBe(
		`has an expression (2 of 3) that gives nothing for this item. ${GIVE_ONE}`,
	);
	expect(rule('={{ a }}-{{ b }}-{{ c }}', 1, 2, 'null')).toMatch(/^has an expression \(3 of 3\) that gives "null"/);
});

test('what is a part of a template gives text or a number; what is the whole has a check of its own', () => {
	always(
		fc.property(fc.anything(), (value) => {
			const isGiven = (typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);
			const broken = rule('=ORD-{{ $json.no }}', value);
			if (isGiven && !/undefined|null|NaN|object|Invalid|E\+/i.test(String(value))) expect(broken).toBeUndefined();
			if (!isGiven && typeof value !== 'number') expect(broken).toMatch(/^has an expression that gives n/);
			if (typeof value === 'object') expect(rule('={{ $json.no }}', value)).toBeUndefined();
		}),
	);
});
