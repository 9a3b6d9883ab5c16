import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { objectOf, text } from '../../../gateway/values/input';
import { readParameters } from '../../../nodes/shared/webhooks/readParameters';

const schema = z.object({ amount: text.optional(), options: objectOf({ prefix: text.default('none') }).prefault({}) });
const LABELS = { amount: 'Amount', prefix: 'Prefix' };

/** Reads parameters, as n8n makes them of what is stored in the node. */
function read(values: Record<string, unknown>) {
	const getNodeParameter = (name: string, fallback: unknown) => (name in values ? values[name] : fallback);
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

test('of what is chosen in a list, or given as a code, the value counts', () => {
	const chosen = (value: unknown) => ({ amount: { __rl: true, mode: 'list', value } });
	expect(read(chosen('10.50'))).toMatchObject({ amount: '10.50' });
	expect(read(chosen(''))).toEqual({ options: { prefix: 'none' } });
	expect(() => read({ amount: { value: 'NGN' } })).toThrow("'Amount' is neither text nor a number.");
});
