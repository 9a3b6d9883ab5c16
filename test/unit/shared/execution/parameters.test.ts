import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/protocol/errors';
import { whenUsed } from '../../../../nodes/CardPayment/resources/whenUsed';
import { Parameters, refuseNothing } from '../../../../nodes/shared/execution/parameters';

const FIELDS = [
	{ displayName: 'Reference', name: 'reference', type: 'string' },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		options: [{ displayName: 'If the Reference Was Used Before', name: 'ifUsed', type: 'options' }],
	},
] as INodeProperties[];

/**
 * Parameters of an item.
 * @param raw as they are stored in the node
 * @param values what n8n makes of them
 */
function parametersOf(raw: Record<string, unknown>, values: Record<string, unknown> = raw): Parameters {
	const getNodeParameter = (
		name: string,
		_itemIndex: number,
		fallback: unknown,
		options?: { rawExpressions?: boolean },
	) => {
		const from = options?.rawExpressions ? raw : values;
		if (from[name] === 'fails') throw new Error('8842973');
		return name in from ? from[name] : fallback;
	};
	return new Parameters({ getNodeParameter } as unknown as IExecuteFunctions, 0, FIELDS);
}

const thrownBy = (act: () => unknown): unknown => {
	try {
		return act();
	} catch (error) {
		return error;
	}
};

describe('the public address of this n8n', () => {
	test.each([
		['https://n8n.example/webhook-waiting/7?signature=secret', 'https://n8n.example/'],
		['https://n8n.example/webhook-waiting/7', 'https://n8n.example/'],
		['https://host.example/automation/webhook-waiting/7?signature=secret', 'https://host.example/automation/'],
		['http://localhost:5678/webhook-waiting/__UNKNOWN__', 'http://localhost:5678/'],
	])('is in front of %s', (resumeUrl, address) => {
		const context = { getWorkflowDataProxy: () => ({ $execution: { resumeUrl } }) };
		const parameters = new Parameters(context as unknown as IExecuteFunctions, 0, []);
		expect(parameters.addressOfN8n).toBe(address);
	});
});

describe('a field that has a default', () => {
	test.each([{}, { reference: '' }, { reference: null }])(
		'has none of its own where it is literally empty: %j',
		(raw) => {
			expect(parametersOf(raw).given('reference')).toBeUndefined();
		},
	);

	test.each([0, '0', 'ORDER-1', false])('has its value: %j', (value) => {
		expect(parametersOf({ reference: '={{ $json.id }}' }, { reference: value }).given('reference')).toBe(value);
	});

	test.each([undefined, null, '', ' \t'])('is refused by its name where an expression gives nothing: %j', (value) => {
		const error = thrownBy(() =>
			parametersOf({ reference: '={{ $json.id }}' }, { reference: value }).given('reference'),
		);
		expect(error).toBeInstanceOf(InputError);
		expect(error).toMatchObject({
			problems: [
				{
					path: ['reference'],
					field: 'Reference',
					rule: 'has no value for this item. Give it one in every item, or leave the field empty for all of them.',
				},
			],
		});
	});

	test.each([
		['reference', 'Reference'],
		['options.ifUsed', 'If the Reference Was Used Before'],
		['options.other', 'Options'],
		['none', 'none'],
	])('is named where its expression fails: %s', (name, field) => {
		const error = thrownBy(() => parametersOf({ [name]: '={{ x }}' }, { [name]: 'fails' }).given(name));
		expect(error).toMatchObject({
			problems: [
				{
					path: name.split('.'),
					field,
					rule: 'has an expression that cannot be evaluated. Open the node, and check the preview of the expression.',
				},
			],
		});
	});
});

test('what is nothing in JSON is refused with other words', () => {
	const problem = { path: ['reference'], field: 'Reference', instead: 'leave it out of the JSON' };
	expect(() => refuseNothing(0, problem)).not.toThrow();
	const error = { description: 'Give it one in every item, or leave it out of the JSON for all of them.' };
	expect(() => refuseNothing(null, problem)).toThrow(expect.objectContaining(error));
});

describe('where a reference was used before', () => {
	test.each([
		[undefined, 'fail'],
		['fail', 'fail'],
		['show', 'show'],
		['anything', 'fail'],
	])('the option %j makes it %s', (chosen, expected) => {
		const parameters = parametersOf(chosen === undefined ? {} : { 'options.ifUsed': chosen });
		expect(whenUsed(parameters, false)).toBe(expected);
		expect(whenUsed(parameters, true)).toBe('own');
	});

	test.each([true, false])('an option that gives nothing is refused (automatic: %s)', (isAutomatic) => {
		const parameters = parametersOf({ 'options.ifUsed': '={{ $json.x }}' }, { 'options.ifUsed': undefined });
		expect(() => whenUsed(parameters, isAutomatic)).toThrow('If the Reference Was Used Before has no value');
	});
});
