import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { objectOf, text } from '../../../gateway/values/input';
import { readParameters } from '../../../nodes/shared/webhooks/readParameters';

const schema = z.object({ amount: text.optional(), options: objectOf({ prefix: text.default('none') }).prefault({}) });
const LABELS = { amount: 'Amount', prefix: 'Prefix' };

type Values = Record<string, unknown>;

/** Reads parameters, as n8n makes them of what is stored in the node. */
function read(values: Values, written: Values = values) {
	const getNodeParameter = (name: string, fallback: unknown, { rawExpressions = false } = {}) => {
		const from = rawExpressions ? written : values;
		return name in from ? from[name] : fallback;
	};
	return readParameters({ getNodeParameter } as unknown as IWebhookFunctions, schema, LABELS);
}

test('a field that is literally empty has its default', () => {
	expect(read({})).toEqual({ options: { prefix: 'none' } });
	expect(read({ amount: '', options: { prefix: '' } })).toEqual({ options: { prefix: 'none' } });
});

test.each([undefined, null])(
	'an expression that gives nothing is refused, because it would turn a check off: %j',
	(nothing) => {
		const rule = 'has an expression that returns nothing.';
		expect(() => read({ amount: nothing })).toThrow(`'Amount' ${rule}`);
		expect(() => read({ options: { prefix: nothing } })).toThrow(`'Prefix' ${rule}`);
	},
);

test.each(['', ' ', undefined, null])('so is one that gives an empty value, wherever it is written: %j', (nothing) => {
	const written = "={{ $env.NOTHING ?? '' }}";
	const rule = 'has an expression that returns nothing.';
	expect(() => read({ amount: nothing }, { amount: written })).toThrow(`'Amount' ${rule}`);
	expect(() => read({ options: { prefix: nothing } }, { options: { prefix: written } })).toThrow(`'Prefix' ${rule}`);
	const inList = (value: unknown) => ({ amount: { __rl: true, mode: 'id', value } });
	expect(() => read(inList(nothing), inList(written))).toThrow(`'Amount' ${rule}`);
});

test('of what is chosen in a list, or given as a code, the value counts', () => {
	const chosen = (value: unknown) => ({ amount: { __rl: true, mode: 'list', value } });
	expect(read(chosen('10.50'))).toMatchObject({ amount: '10.50' });
	expect(read(chosen(''))).toEqual({ options: { prefix: 'none' } });
	expect(() => read({ amount: { value: 'NGN' } })).toThrow("'Amount' is neither text nor a number.");
});
