import * as fc from 'fast-check';

// The mutation tests repeat each property for every mutant, and set a smaller number.
const numRuns = Number(process.env.PROPERTY_RUNS ?? 100);

/** Tries a property on many inputs. They are the same in every run, so a failure can be repeated. */
export function always<T>(property: fc.IProperty<T>): void {
	fc.assert(property, { seed: 20_260_115, numRuns });
}

/** Values that a service could send in any field, each of them a trap for some reader. */
const trickyValues = [
	...[null, undefined, true, '', ' ', [], {}, [{}]],
	...[0, -0, 2, 2.5, -2, 18, 1e21, Number.MAX_VALUE, NaN, Infinity],
	...['2', ' 2 ', '02', '2.5', '-1', '1e5', '0x2', '9'.repeat(400)],
	...['AUTHORIZED', 'authorized', 'toString', '__proto__', 'OTP', 'otp', '3DS', '2DS', 'OPEN', 'NGN', 'ngn', 'R-1'],
	...['https://pages.example/a', 'javascript:alert(1)', '\ud800'],
];

export const anyValue = fc.oneof(fc.constantFrom(...trickyValues), fc.anything(), fc.jsonValue());

/** An object that has any of the given fields, with any values, next to fields that nobody knows. */
export function anyData(...fields: string[]): fc.Arbitrary<Record<string, unknown>> {
	const known = fc.record(Object.fromEntries(fields.map((field) => [field, anyValue])), { requiredKeys: [] });
	return fc.tuple(fc.object(), known).map(([unknown, values]) => ({ ...unknown, ...values }));
}

/** An HTTP answer with any status and any body, a success more often than not. */
export function anyAnswer(body: fc.Arbitrary<unknown>) {
	const envelope = fc.record(
		{ status: anyValue, message: anyValue, data: body, errors: anyValue },
		{ requiredKeys: ['data'] },
	);
	return fc.record({
		httpStatus: fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 599 })),
		body: fc.oneof(body, { arbitrary: envelope, weight: 3 }, fc.anything(), fc.object(), fc.jsonValue()),
	});
}

/** Text of `min` to `max` digits. */
export function digits(min: number, max = min): fc.Arbitrary<string> {
	return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
}

/** Digits that no message of ours contains by chance: there is no run of three of them in any. */
export function rareDigits(min: number, max = min): fc.Arbitrary<string> {
	return fc.string({ unit: fc.constantFrom(...'56789'), minLength: min, maxLength: max });
}
