import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { objectOf, text } from '../../../../gateway/values/input';
import { readParameters } from '../../../../nodes/shared/webhooks/readParameters';

const schema = z.object({ amount: text.optional(), options: objectOf({ prefix: text.default('none') }).prefault({}) });
const LABELS = { amount: 'Amount', prefix: 'Prefix' };

/**
 * Reads parameters.
 * @param raw as they are stored in the node
 * @param values what n8n makes of them
 */
function read(raw: Record<string, unknown>, values: Record<string, unknown> = raw) {
	const getNodeParameter = (name: string, fallback: unknown, options?: { rawExpressions?: boolean }) =>
		(options?.rawExpressions ? raw : values)[name] ?? fallback;
	return readParameters(
		{ getNodeParameter } as unknown as IWebhookFunctions,
		Object.keys(schema.shape),
		schema,
		LABELS,
	);
}

test('a field that is literally empty has its default', () => {
	expect(read({})).toEqual({ options: { prefix: 'none' } });
	expect(read({ amount: '', options: { prefix: '' } })).toEqual({ options: { prefix: 'none' } });
});

test.each(['', '  '])(
	'an expression that gives nothing is refused, because it would turn a check off: %j',
	(nothing) => {
		const rule = 'has an expression that returns nothing.';
		expect(() => read({ amount: '={{ $vars.amount }}' }, { amount: nothing })).toThrow(`'Amount' ${rule}`);
		expect(() => read({ options: { prefix: '={{ $vars.prefix }}' } }, { options: { prefix: nothing } })).toThrow(
			`'Prefix' ${rule}`,
		);
		expect(() => read({ options: { prefix: '={{ $vars.prefix }}' } }, { options: { prefix: null } })).toThrow(
			`'Prefix' ${rule}`,
		);
	},
);

test('an expression that gives something is taken', () => {
	expect(read({ amount: '={{ $vars.amount }}' }, { amount: 0 })).toEqual({ amount: '0', options: { prefix: 'none' } });
});

test('of what is chosen in a list, or given as a code by an expression, the value counts', () => {
	const chosen = (value: unknown) => ({ amount: { __rl: true, mode: 'list', value } });
	expect(read(chosen('10.50'))).toMatchObject({ amount: '10.50' });
	expect(read(chosen('={{ $vars.code }}'), chosen('USD'))).toMatchObject({ amount: 'USD' });
	expect(read(chosen(''))).toEqual({ options: { prefix: 'none' } });
	expect(() => read(chosen('={{ $vars.code }}'), chosen(''))).toThrow(
		"'Amount' has an expression that returns nothing",
	);
	expect(() => read({ amount: { value: 'NGN' } })).toThrow("'Amount' is neither text nor a number.");
});
