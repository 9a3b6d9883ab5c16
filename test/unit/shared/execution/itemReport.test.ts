import type { IExecuteFunctions } from 'n8n-workflow';

import {
	InputError,
	PossibleRepeatError,
	RefusedError,
	UnexpectedError,
	type GatewayError,
} from '../../../../gateway/protocol/errors';
import { ItemReport, type ItemOutcome } from '../../../../nodes/shared/execution/itemReport';
import type { MoneyRules } from '../../../../nodes/shared/execution/operation';
import type { Result } from '../../../../nodes/shared/payments/result';
import { SentRequests } from '../../../../nodes/shared/execution/sentRequests';

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
	isAutomatic: () => false,
	notDone: 'not charged',
	withoutSecrets: (request) => request,
	lookUpSent: async () => ({ output: {} }),
};
let sentRequests: SentRequests<string>;
let report: ItemReport<string>;
beforeEach(() => {
	const state = {};
	const context = {
		getContext: () => state,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecutionId: () => '7',
	};
	sentRequests = new SentRequests(context as unknown as IExecuteFunctions, 'charge');
	report = new ItemReport(node, money, sentRequests);
});

/** Has the service refuse a request for an item. */
function refuse(itemIndex: number, reference: string): void {
	sentRequests.write(itemIndex, { reference, request: '' });
	sentRequests.refuse(itemIndex, new RefusedError('Refused', 'Look.', 403));
}

const AUTHORIZED = { output: { outcome: 'authorized' } };
const done = (reference: string): ItemOutcome<string> => ({ kind: 'done', reference, result: AUTHORIZED });
const failed = (reference: string, error: GatewayError, isInDoubt = false): ItemOutcome<string> => ({
	kind: 'failed',
	reference,
	error,
	isInDoubt,
});
const itemsWith = (error: GatewayError, isInDoubt = false): Array<ItemOutcome<string>> => [
	done('A-1'),
	failed('A-2', error, isInDoubt),
	{ kind: 'ready', reference: 'A-3', request: 'A-3' },
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
			itemsWith(new UnexpectedError('The node failed unexpectedly (TypeError)'), true),
		);
		expect(message).toContain('reference A-2, outcome not known: verify it before you do anything else');
		expect(description).not.toContain('not charged');
	});

	test("holds none of the node's parameters", () => {
		const failure = report.stopped(itemsWith(new RefusedError('Refused', 'Look.', 403)));
		expect(failure.node.parameters).toEqual({});
	});

	test('does not say "not charged" of what an earlier try has sent', () => {
		const items: Array<ItemOutcome<string>> = [
			{ kind: 'sent', reference: 'A-1', request: 'A-1', now: 'B-1' },
			failed('A-2', new RefusedError('Refused', 'Look.', 403)),
		];
		expect(report.stopped(items).description).toBe(
			'Look. Item 0: reference A-1, outcome not known: verify it before you do anything else. Item 1: reference A-2, not charged.',
		);
	});

	test('does not say plainly "not charged" where there may be a payment', () => {
		const error = new PossibleRepeatError('Refused', 'Look.', 400);
		expect(report.stopped([failed('A-2', error)]).message).toBe(
			'Refused (item 0, reference A-2, not charged by this call)',
		);
	});

	test('lists the other references that were refused, and what is not in the input any more', () => {
		refuse(0, 'A-1');
		refuse(0, 'B-1');
		refuse(0, 'C-1');
		sentRequests.write(4, { reference: 'A-5', request: '' });
		sentRequests.write(5, { reference: 'A-6', request: '', result: AUTHORIZED });
		const { message, description } = report.stopped([failed('C-1', new RefusedError('Refused', 'Look.', 403))]);
		expect(message).toBe('Refused (item 0, reference C-1, not charged)');
		expect(description).toBe(
			'Look. Item 0: reference C-1, not charged. Item 0 was refused before, under A-1, B-1. Item 4 is not in the input any more: reference A-5, outcome not known: verify it before you do anything else. Item 5 is not in the input any more: reference A-6, outcome authorized.',
		);
	});
});

test('the error of a run that broke a rule tells what earlier tries have sent', () => {
	refuse(1, 'A-2');
	const problem = new InputError([{ path: ['cvv'], field: 'CVV', rule: 'is required' }]);
	const { message, description } = report.refused([
		done('A-1'),
		failed('', problem),
		{ kind: 'sent', reference: 'A-3', request: 'A-3', now: undefined },
		failed('', problem),
	]);
	expect(message).toBe('CVV is required (item 1)');
	expect(description).toBe(
		'Nothing was sent. Item 3: CVV is required. Item 0 was sent by an earlier try: reference A-1, outcome authorized. Item 2 was sent by an earlier try: reference A-3, outcome not known: verify it before you do anything else. Item 1 was refused before, under A-2.',
	);
});

describe('The output of an item with Simplify off', () => {
	const output = { outcome: 'authorized', message: null };
	const doneWith = (result: Result) => ({ kind: 'done' as const, reference: 'A-1', result });
	const jsonOf = (result: Result, simplify: boolean) =>
		report.output(doneWith(result), simplify, 0).map(({ json }) => json);

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
