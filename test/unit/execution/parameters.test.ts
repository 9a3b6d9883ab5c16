import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/values/errors';
import { readReference } from '../../../nodes/CardPayment/commonFields';
import { settingsWith } from '../gateway/examples';
import { Parameters } from '../../../nodes/shared/execution/parameters';
import { resources } from '../../../nodes/CardPayment/resources';

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
function parametersOf(
	raw: Record<string, unknown>,
	values: Record<string, unknown> = raw,
	mode = 'trigger',
): Parameters {
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
	return new Parameters({ getNodeParameter, getMode: () => mode } as unknown as IExecuteFunctions, 0, FIELDS);
}

const thrownBy = (act: () => unknown): unknown => {
	try {
		return act();
	} catch (error) {
		return error;
	}
};

describe('a field that has a default', () => {
	test.each([{}, { reference: '' }, { reference: null }])(
		'has none of its own where it is literally empty: %j',
		(raw) => {
			expect(parametersOf(raw).getIfSet('reference')).toBeUndefined();
		},
	);

	test.each([0, '0', 'ORDER-1', false])('has its value: %j', (value) => {
		expect(parametersOf({ reference: '={{ $json.id }}' }, { reference: value }).getIfSet('reference')).toBe(value);
	});

	test.each([undefined, null, '', ' \t'])('is refused by its name where an expression gives nothing: %j', (value) => {
		const error = thrownBy(() =>
			parametersOf({ reference: '={{ $json.id }}' }, { reference: value }).getIfSet('reference'),
		);
		expect(error).toBeInstanceOf(InputError);
		expect(error).toMatchObject({
			problems: [
				{
					path: ['reference'],
					field: 'Reference',
					rule: 'has no value for this item. Give every item one.',
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
		const error = thrownBy(() => parametersOf({ [name]: '={{ x }}' }, { [name]: 'fails' }).getIfSet(name));
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

describe('the reference of a payment', () => {
	const RANDOM: unknown = expect.stringMatching(/^test-[0-9a-f-]{36}$/);

	test.each([
		['manual', 'test', '', RANDOM, true],
		['manual', 'test', 'ORDER-1', 'ORDER-1', false],
		// Where money moves, or nobody watches, a missing one is told.
		['manual', 'live', '', undefined, false],
		['manual', 'anything', '', undefined, false],
		['trigger', 'test', '', undefined, false],
		['retry', 'test', '', undefined, false],
		['evaluation', 'test', '', undefined, false],
	])('in mode %s with a credential for %s and the value %j is %j', (mode, environment, given, reference, isRandom) => {
		const parameters = parametersOf({ reference: given }, undefined, mode);
		expect(readReference(parameters, 'reference', settingsWith({ environment }))).toEqual({ reference, isRandom });
	});
});

describe('a template of a field that identifies a payment', () => {
	const within = (field: INodeProperties): string[] =>
		field.type === 'collection'
			? (field.options as INodeProperties[]).flatMap(within).map((name) => `${field.name}.${name}`)
			: / ?(Reference|Request ID)$/.test(field.displayName)
				? [field.name]
				: [];
	const operations = resources.flatMap(({ operations: ofResource }) => [...ofResource.values()]);
	const names = [...new Set(operations.flatMap(({ fields }) => fields.flatMap(within)))];

	test('is looked at in every such field', () => {
		expect(names.length).toBeGreaterThan(4);
		for (const name of names) {
			const context = {
				getNodeParameter: (_name: string, _index: number, _fallback: unknown, options?: object) =>
					options && 'rawExpressions' in options ? '=ORD-{{ $json.no }}' : 'ORD-',
				evaluateExpression: (expression: string, itemIndex: number) =>
					expression === '{{ $json.no }}' && itemIndex === 3 ? '' : 'other',
			};
			const parameters = new Parameters(context as unknown as IExecuteFunctions, 3, FIELDS);
			for (const read of [() => parameters.get(name), () => parameters.getIfSet(name)]) {
				expect(thrownBy(read)).toMatchObject({
					problems: [{ path: name.split('.'), rule: expect.stringContaining('gives nothing for this item') as string }],
				});
			}
		}
	});
});
