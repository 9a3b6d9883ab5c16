import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import { InputError, NotAuthorizedError, RefusedError, type GatewayError } from '../../../gateway/values/errors';
import type { ReadOperation } from '../../../nodes/shared/execution/operation';
import { readItems } from '../../../nodes/shared/execution/readItems';
import type { NodeFailure } from '../../../nodes/shared/transport/nodeErrors';
import { NODE, STORED } from '../context';

interface Setting {
	continues?: boolean;
	signal?: AbortSignal;
	options?: object;
}

const REFUSAL = new InputError([{ path: [], field: 'Reference', rule: 'is wrong.' }]);
const REFUSED = new RefusedError('The service refused it.', 'Look.', 403);

/** A read of items with these references, of which those fail that have an error, and what was done in which order. */
function readOf(references: readonly string[], failures: Readonly<Record<string, Error>> = {}) {
	const log: string[] = [];
	const operation: ReadOperation<string> = {
		kind: 'read',
		option: { name: 'Verify', value: 'verify' },
		fields: [{ displayName: 'Options', name: 'options', type: 'collection', default: {} }],
		prepare(parameters) {
			const reference = parameters.get<string>('reference');
			if (reference === '') throw REFUSAL;
			return reference;
		},
		async perform(_, reference) {
			log.push(`send ${reference}`);
			await new Promise((resolve) => setImmediate(resolve));
			log.push(`end ${reference}`);
			if (failures[reference]) throw failures[reference];
			return { output: { reference } };
		},
	};
	const run = async (changes: Partial<ReadOperation<string>> = {}, setting: Setting = {}) => {
		const hints: string[] = [];
		const warnings: string[] = [];
		const context = contextOf(references, setting, hints, warnings);
		const failure = await readItems(context, { ...operation, ...changes }).then(
			(items) => ({ items }),
			(error: NodeFailure) => ({ error }),
		);
		return { items: [] as INodeExecutionData[], error: undefined, hints, warnings, ...failure };
	};
	return { log, run };
}

function contextOf(
	references: readonly string[],
	{ continues = false, signal, options = {} }: Setting,
	hints: string[] = [],
	warnings: string[] = [],
) {
	const context = {
		getInputData: () => references.map((reference) => ({ json: { input: reference } })),
		getCredentials: async () => STORED,
		getExecutionCancelSignal: () => signal,
		getNodeParameter: (name: string, itemIndex: number) => (name === 'options' ? options : references[itemIndex]),
		getWorkflowDataProxy: () => ({ $execution: { resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=x' } }),
		getNode: () => NODE,
		continueOnFail: () => continues,
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
		logger: { warn: (message: string) => warnings.push(message) },
	};
	return context as unknown as IExecuteFunctions;
}

const done = (reference: string, item: number) => ({ json: { reference }, pairedItem: { item } });
/** An item as n8n makes it: the error's message becomes the item's `error`. */
const failed = (error: GatewayError, item: number, more: object = {}) => ({
	json: {},
	error: { message: expect.objectContaining({ code: error.code, message: error.message, ...more }) as unknown },
	pairedItem: item,
});

const sixTimes = (entry: string) => Array<string>(6).fill(entry);

// The answer to each comes in the turn of the event loop in which it is sent, and six are sent in one turn.
test('reads are sent six in each turn, and their items come in order', async () => {
	const { log, run } = readOf(Array<string>(7).fill('A'));
	expect((await run()).items).toEqual([0, 1, 2, 3, 4, 5, 6].map((item) => done('A', item)));
	expect(log).toEqual([...sixTimes('send A'), ...sixTimes('end A'), 'send A', 'end A']);
});

test('reads are checked when their turn comes, and a refused one ends the run', async () => {
	const { log, run } = readOf(['', 'B']);
	const description = 'Correct it, and run the workflow again.<br>Item 0.';
	expect((await run()).error).toMatchObject({ message: REFUSAL.message, description, context: { itemIndex: 0 } });
	expect(log).toEqual([]);
});

test('a refused one is an item with "continue on fail", and the others are read', async () => {
	const { log, run } = readOf(['', 'B']);
	const { items } = await run({}, { continues: true });
	expect(items).toEqual([failed(REFUSAL, 0, { field: 'Reference', reference: null, charged: 'no' }), done('B', 1)]);
	expect(log).toEqual(['send B', 'end B']);
});

test('after a failure nothing more is read', async () => {
	const { log, run } = readOf(['A', 'B'], { A: REFUSED });
	expect((await run({}, { options: { requestsAtOnce: 1 } })).error).toMatchObject({ message: REFUSED.message });
	expect(log).toEqual(['send A', 'end A']);
});

test('the error of a run that moves no money says nothing of money, and names the item alone', async () => {
	const two = readOf(['A', 'B'], { B: REFUSED });
	expect((await two.run()).error).toMatchObject({ message: REFUSED.message, description: 'Look.<br>Item 1.' });
	const one = readOf(['A'], { A: REFUSED });
	expect((await one.run()).error).toMatchObject({ message: REFUSED.message, description: 'Look.' });
});

describe('A failed item', () => {
	const errorOf = async (error: GatewayError, changes: Partial<ReadOperation<string>> = {}) => {
		const { items } = await readOf(['A'], { A: error }).run(changes, { continues: true });
		return items[0]!.error!.message as unknown;
	};
	const words = { words: PAYMENT_WORDS };

	test('of a payment that could not be asked about may be charged, unless it was declined', async () => {
		const notAuthorized = (charged?: 'no') => new NotAuthorizedError('Not authorized.', 'Wait.', charged);
		expect(await errorOf(REFUSED, words)).toMatchObject({ message: REFUSED.message, charged: 'unknown' });
		expect(await errorOf(notAuthorized(), words)).toMatchObject({ code: 'not_authorized', charged: 'unknown' });
		expect(await errorOf(notAuthorized('no'), words)).toMatchObject({ charged: 'no' });
	});

	test('of an operation without payments charges nothing', async () => {
		expect(await errorOf(REFUSED)).toMatchObject({ charged: 'no', reference: null, description: 'Look.' });
	});
});

describe('items that must not be about the same', () => {
	const unique = { field: 'Transaction Reference', of: (reference: string) => reference };
	const rule = 'is the same as that of item 0. They are one payment, so keep only one of the items.';
	const same = new InputError([{ path: ['reference'], field: 'Transaction Reference', rule }]);

	test('are refused when the turn of the second one comes', async () => {
		const { log, run } = readOf(['A', 'A', 'B']);
		const { items } = await run({ unique }, { continues: true });
		expect(items).toEqual([done('A', 0), failed(same, 1, { reference: 'A', charged: 'no' }), done('B', 2)]);
		expect(log.filter((entry) => entry.startsWith('send'))).toEqual(['send A', 'send B']);
		expect((await run({ unique })).error).toMatchObject({ message: same.message, context: { itemIndex: 1 } });
	});

	test('are read where their operation does not mind', async () => {
		expect((await readOf(['A', 'A']).run()).items).toEqual([done('A', 0), done('A', 1)]);
	});

	test('are named in the error of a single item', async () => {
		const { error } = await readOf(['A'], { A: REFUSED }).run({ unique });
		expect(error).toMatchObject({ description: 'Look.<br>Transaction Reference: A' });
	});
});

test('an item with nothing to do goes on as it came', async () => {
	const { log, run } = readOf(['A', 'B']);
	const { items } = await run({ passesOn: (parameters) => parameters.get('reference') === 'A' });
	expect(items).toEqual([{ json: { input: 'A' }, pairedItem: { item: 0 } }, done('B', 1)]);
	expect(log).toEqual(['send B', 'end B']);
});

test('what an execution that was stopped did not reach is told, and not read', async () => {
	const stop = new AbortController();
	const { log, run } = readOf(['A', 'B', 'C']);
	const passesOn: ReadOperation['passesOn'] = () => {
		stop.abort();
		return false;
	};
	const { items, hints } = await run({ passesOn }, { signal: stop.signal, options: { requestsAtOnce: 1 } });
	expect(items[0]).toEqual(done('A', 0));
	const stopped = { error: { message: { code: 'stopped', charged: 'no', reference: null } } };
	expect(items.slice(1)).toMatchObject([stopped, stopped]);
	expect(hints).toEqual(['2 of 3 items were not reached, because the execution was stopped.']);
	expect(log).toEqual(['send A', 'end A']);
});

test.each([
	[{}, ['2 of 3 items have an unknown outcome. It is not known whether the card was charged.']],
	[{ timedOut: false }, ['2 of 3 items have an unknown outcome. It is not known whether the card was charged.']],
	[{ timedOut: true }, []],
])('unknown outcomes are told, unless they are waited for: %j', async (more, expected) => {
	const perform: ReadOperation<string>['perform'] = async (_, reference) => ({
		output: { outcome: reference === 'A' ? 'authorized' : 'unknown', ...more },
	});
	const { hints, warnings } = await readOf(['A', 'B', 'C']).run({ perform, words: PAYMENT_WORDS });
	expect(hints.map((hint) => hint.replace(/ Verify the payment before you charge again\.$/, ''))).toEqual(expected);
	// Nobody sees the hints of an execution in production.
	expect(warnings).toEqual(hints.map((hint) => `${NODE.name}: ${hint}`));
});

test('with "continue on fail" the input is never passed on, whatever goes wrong in n8n', async () => {
	const context = { ...contextOf(['A', 'B'], { continues: true }), getWorkflowDataProxy: () => undefined };
	const { run } = readOf(['A', 'B']);
	expect((await run()).items).toHaveLength(2);
	const operation = { kind: 'read', fields: [], words: PAYMENT_WORDS } as unknown as ReadOperation;
	const items = await readItems(context as unknown as IExecuteFunctions, operation);
	const unexpected = { json: {}, error: { message: { code: 'unexpected', charged: 'unknown' } } };
	expect(items).toMatchObject([unexpected, unexpected]);
});
