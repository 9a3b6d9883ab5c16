import { RefusedError, UnexpectedError, type GatewayError } from '../../../../gateway/protocol/errors';
import { ItemReport, type ItemOutcome } from '../../../../nodes/shared/execution/itemReport';
import type { MoneyRules } from '../../../../nodes/shared/execution/operation';
import type { Result } from '../../../../nodes/shared/payments/result';

const node = {
	id: '1',
	name: 'Charge',
	type: 'x',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: { cvv: '739' },
};
const money: MoneyRules<string> = {
	reference: (request) => request,
	referenceField: 'Reference',
	notDone: 'not charged',
	lookUpSent: async () => ({ output: {} }),
};
const report = new ItemReport(node, money);

const itemsWith = (error: GatewayError): Array<ItemOutcome<string>> => [
	{ kind: 'done', request: 'A-1', result: { output: { outcome: 'authorized' } } },
	{ kind: 'failed', request: 'A-2', error },
	{ kind: 'ready', request: 'A-3' },
];

describe('The error of a run that stopped on its way', () => {
	test('tells what became of every item', () => {
		const { message, description } = report.stopped(itemsWith(new RefusedError('Refused', 'Look.', 403)));
		expect(message).toBe('Refused (item 1, reference A-2, not charged)');
		expect(description).toBe(
			'Look. Item 0: reference A-1, outcome authorized. Item 1: reference A-2, not charged. Item 2: reference A-3, not sent.',
		);
	});

	test('does not say "not charged" after a mistake of this package', () => {
		const { message, description } = report.stopped(
			itemsWith(new UnexpectedError('The node failed unexpectedly (TypeError)')),
		);
		expect(message).toContain('reference A-2, outcome not known: verify it before you do anything else');
		expect(description).not.toContain('not charged');
	});

	test("holds none of the node's parameters", () => {
		const failure = report.stopped(itemsWith(new RefusedError('Refused', 'Look.', 403)));
		expect(failure.node.parameters).toEqual({});
	});
});

describe('The output of an item with Simplify off', () => {
	const output = { outcome: 'authorized', message: null };
	const done = (result: Result) => ({ kind: 'done' as const, request: 'A-1', result });
	const jsonOf = (result: Result, simplify: boolean) =>
		report.output(done(result), simplify, 0).map(({ json }) => json);

	test("has the service's answer in addition, so that all items have the same form", () => {
		const raw = { status: 200, data: { status: 2 } };
		expect(jsonOf({ output, raw }, true)).toEqual([output]);
		expect(jsonOf({ output, raw }, false)).toEqual([{ ...output, response: raw }]);
	});

	test('has null there where no answer came', () => {
		expect(jsonOf({ output }, false)).toEqual([{ ...output, response: null }]);
	});

	test('has each record of a list with its own item', () => {
		const [first, second] = [{ id: 1 }, { id: 2 }];
		expect(jsonOf({ output: [{ code: 'a' }, { code: 'b' }], raw: [first, second] }, false)).toEqual([
			{ code: 'a', response: first },
			{ code: 'b', response: second },
		]);
	});

	test.each(['', 0, 'no', { a: 1 }])('is no failed item where the answer has a field "error": %j', (error) => {
		const [json] = jsonOf({ output, raw: { error, data: { status: 2 } } }, false);
		expect(json).not.toHaveProperty('error');
		expect(json).toMatchObject({ response: { error } });
	});
});
