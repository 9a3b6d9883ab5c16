import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { payment as paymentOf } from '../../../gateway/payment';
import type { MoneyCall } from '../../../gateway/sending/call';
import { ReadFailedError } from '../../../gateway/values/errors';
import type { NodeRun, PayOperation } from '../../../nodes/shared/execution/operation';
import { payItems } from '../../../nodes/shared/execution/payItems';
import { openRun } from '../../../nodes/shared/execution/run';
import type { NodeFailure } from '../../../nodes/shared/transport/nodeErrors';
import { NODE, STORED } from '../context';
import { CHARGING, finding, NEW_PAYMENT, requestOf, storedOf } from './support';

interface Setting {
	continues?: boolean;
	options?: object;
	signal?: AbortSignal;
	state?: Record<string, unknown>;
}

const ACCOUNT: unknown = expect.stringMatching(/^[0-9a-f]{16}$/);

const BODY = { status: 200, data: { outcome: 'authorized' } };
const RESULT = { output: { outcome: 'authorized' }, raw: BODY };
/** Makes what is kept of items that were sent. */
const kept = (...items: object[]) => ({ sentRequests: { run: 0, items: { charge: { ...items } }, payments: {} } });
const keptOf = (reference: string, result?: object) => ({
	reference,
	request: storedOf(reference),
	account: ACCOUNT,
	...(result && { result }),
});

const done = (item: number, json: object = { outcome: 'authorized' }) => ({ json, pairedItem: { item } });
/** An item that failed, as n8n makes it: the error's message becomes the item's `error`. */
const failed = (item: number, told: object) => ({
	json: {},
	error: { message: expect.objectContaining(told) as unknown },
	pairedItem: item,
});
const REFUSED = { code: 'refused', charged: 'no' };
const IN_DOUBT = { code: 'unexpected', charged: 'unknown' };

const FIELDS: PayOperation['fields'] = [{ displayName: 'Options', name: 'options', type: 'collection', default: {} }];

/** An operation whose requests the service refuses where they are named, and what was done in which order. */
function operationWith(...refused: string[]) {
	const log: string[] = [];
	const operation: PayOperation = {
		kind: 'pay',
		option: { name: 'Charge', value: 'charge' },
		fields: FIELDS,
		prepare: (parameters) => requestOf(parameters.get('reference')),
		call: {
			...CHARGING,
			finders: finding(async (reference) => {
				log.push(`look up ${reference}`);
				if (refused.includes(reference)) return { kind: 'cannotTell' };
				return { kind: 'record', record: paymentOf({ outcome: 'authorized' }) };
			}),
		},
	};
	return { operation, log, refused, states: [] as unknown[] };
}

type Trial = ReturnType<typeof operationWith>;

function contextOf(references: string[], setting: Setting, { log, refused, states }: Trial) {
	const { continues = false, options = {}, signal, state = {} } = setting;
	const helpers = {
		async httpRequestWithAuthentication(_: string, { body }: IHttpRequestOptions) {
			const { reference } = body as { reference: string };
			states.push(structuredClone(state));
			log.push(`send ${reference}`);
			await new Promise((resolve) => setImmediate(resolve));
			log.push(`end ${reference}`);
			return refused.includes(reference) ? { statusCode: 403, body: 'no' } : { statusCode: 200, body: BODY };
		},
	};
	const context = {
		helpers,
		getInputData: () => references.map((reference) => ({ json: { reference } })),
		getNode: () => NODE,
		getMode: () => 'trigger',
		continueOnFail: () => continues,
		getContext: () => state,
		getExecutionId: () => '7',
		getCredentials: async () => STORED,
		getExecutionCancelSignal: () => signal,
		getNodeParameter: (name: string, itemIndex: number) => (name === 'options' ? options : references[itemIndex]),
		getWorkflowDataProxy: () => ({
			$runIndex: 0,
			$execution: { resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=x' },
		}),
		addExecutionHints: jest.fn(),
		logger: { warn: jest.fn() },
	};
	return context as unknown as IExecuteFunctions;
}

async function pay(trial: Trial, references: string[], setting: Setting = {}) {
	return await payItems(contextOf(references, setting, trial), trial.operation);
}

/** The error of the node, with what it tells of each item. */
async function failureOf(paying: Promise<unknown>) {
	const { message, description } = await paying.then(
		() => Promise.reject(new Error('The node did not fail')),
		(error: NodeFailure) => error,
	);
	return { message, items: description!.split('<br>').filter((line) => line.startsWith('Item ')) };
}

/** Returns what the node keeps where an earlier try has sent these. */
async function stateAfter(...references: string[]) {
	const state = {};
	await pay(operationWith(), references, { state });
	return state as ReturnType<typeof kept>;
}

/** The same, as n8n keeps it after it was killed before the answer of one came. */
async function stateWithoutResult(itemIndex: number, ...references: string[]) {
	const state = await stateAfter(...references);
	delete (state.sentRequests.items.charge as Record<number, { result?: object }>)[itemIndex]!.result;
	return state;
}

function withCall({ operation, ...trial }: Trial, changes: Partial<MoneyCall>): Trial {
	return { ...trial, operation: { ...operation, call: { ...operation.call, ...changes } } };
}

describe('what moves money', () => {
	test('is sent one after another, in order, and written down before it is sent and after', async () => {
		const trial = operationWith();
		const state = {};
		expect(await pay(trial, ['A', 'B'], { state })).toEqual([done(0), done(1)]);
		expect(trial.log).toEqual(['send A', 'end A', 'send B', 'end B']);
		expect(trial.states).toEqual([kept(keptOf('A')), kept(keptOf('A', RESULT), keptOf('B'))]);
		expect(state).toEqual(kept(keptOf('A', RESULT), keptOf('B', RESULT)));
	});

	test('and was sent by an earlier try is shown as it was, and not sent', async () => {
		const trial = operationWith();
		expect(await pay(trial, ['A', 'B'], { state: await stateAfter('A') })).toEqual([done(0), done(1)]);
		expect(trial.log).toEqual(['send B', 'end B']);
	});

	test('and was sent by an earlier try without a result is looked up', async () => {
		const trial = operationWith();
		const state = await stateWithoutResult(0, 'A');
		expect(await pay(trial, ['A'], { state })).toEqual([done(0)]);
		expect(trial.log).toEqual(['look up A']);
		expect(state).toEqual(kept(keptOf('A', { output: RESULT.output })));
	});

	test('and was refused is told again by the next try of this run, and not sent', async () => {
		const state = {};
		for (const calls of [2, 0]) {
			const trial = operationWith('A');
			expect(await pay(trial, ['A'], { state, continues: true })).toEqual([failed(0, REFUSED)]);
			expect(trial.log.filter((line) => / A$/.test(line) && !line.startsWith('look'))).toHaveLength(calls);
			const { items, refusals } = (state as ReturnType<typeof kept> & { sentRequests: { refusals: object } })
				.sentRequests;
			expect([items, refusals]).toEqual([
				{ charge: {} },
				{ 0: expect.objectContaining({ httpStatus: 403 }) as object },
			]);
		}
	});

	test.each<[string, Partial<MoneyCall>, object]>([
		['after a bug', { item: () => JSON.parse('') as object }, IN_DOUBT],
		[
			'where the service refused it and may have acted',
			{ finders: finding(async () => ({ kind: 'unanswered', failure: new ReadFailedError('Busy', 'Wait.', 403) })) },
			{ code: 'refused', charged: 'unknown' },
		],
	])('stays written down %s', async (_, changes, told) => {
		const state = {};
		const trial = withCall(operationWith(...(told === IN_DOUBT ? [] : ['A'])), changes);
		expect(await pay(trial, ['A'], { state, continues: true })).toEqual([failed(0, told)]);
		expect(state).toEqual(kept(keptOf('A')));
	});

	test('and is held back is not sent, and may be sent by the next try', async () => {
		const trial = withCall(operationWith(), { holdBack: async () => paymentOf({ outcome: 'declined' }) });
		const state = {};
		expect(await pay(trial, ['A'], { state })).toEqual([done(0, { outcome: 'declined' })]);
		expect([trial.log, state]).toEqual([[], kept()]);
	});

	test('stays in doubt whatever a look-up comes to', async () => {
		const trial = withCall(operationWith(), { item: () => JSON.parse('') as object });
		const state = await stateWithoutResult(0, 'A');
		const before = structuredClone(state);
		expect(await pay(trial, ['A'], { state, continues: true })).toEqual([failed(0, IN_DOUBT)]);
		expect(state).toEqual(before);
	});

	test('is checked before the first is sent, and nothing is sent where one breaks a rule', async () => {
		const trial = operationWith();
		const { message, items } = await failureOf(pay(trial, ['A', 'B', 'A']));
		expect(message).toBe("No card was charged: 'Reference' is the same as that of item 0.");
		expect(items).toEqual([expect.stringMatching(/^Item 2, A: The card was not charged: /)]);
		expect(trial.log).toEqual([]);
	});
});

describe('a payment', () => {
	/** Charges of which the service has B already. */
	function payments(...refused: string[]): Trial {
		const trial = operationWith(...refused);
		const record = paymentOf({ outcome: 'authorized', amount: 10 });
		const finders = finding(async (reference) => {
			trial.log.push(`ask ${reference}`);
			return reference === 'B' ? { kind: 'record', record } : { kind: 'nothing' };
		});
		return withCall(trial, { finders, earlier: NEW_PAYMENT });
	}

	const USED = { code: 'reference_used', charged: 'no', reference: 'B', outcome: 'authorized' };

	test('is asked about while the one before it is sent, and sent where the service has nothing', async () => {
		const trial = payments();
		const state = {} as ReturnType<typeof kept>;
		const { message, items } = await failureOf(pay(trial, ['A', 'B', 'C'], { state }));
		expect(message).toBe('2 of 3 charged, 1 used before.');
		expect(items.slice(1)).toEqual([
			'Item 0, A: authorized.',
			'Item 1, B: used before, and authorized.',
			'Item 2, C: authorized.',
		]);
		expect(trial.log).toEqual(['ask A', 'ask B', 'send A', 'end A', 'ask C', 'ask C', 'send C', 'end C']);
		expect(Object.keys(state.sentRequests.items.charge)).toEqual(['0', '2']);
		const names = Object.keys(state.sentRequests.payments).map((id) => (JSON.parse(id) as string[])[1]);
		expect(names).toEqual(['A', 'C']);
	});

	test('is not asked about before, where it was sent before', async () => {
		const trial = payments();
		const state = await stateWithoutResult(0, 'B');
		expect(await pay(trial, ['B'], { state })).toEqual([done(0)]);
		expect(trial.log).toEqual(['ask B']);
	});

	test('is neither sent nor asked about once the execution was stopped, perhaps while the service was asked', async () => {
		const stop = new AbortController();
		const trial = payments();
		const { own } = trial.operation.call.finders;
		const stopping: typeof own = async (...asked) => {
			stop.abort();
			return await own(...asked);
		};
		const stopped = withCall(trial, {
			finders: { ...trial.operation.call.finders, own: stopping, merchant: () => [stopping] },
		});
		const state = await stateWithoutResult(2, 'X', 'X2', 'D');
		delete (state.sentRequests.items.charge as Record<number, object>)[0];
		const before = structuredClone(state);
		const setting = { signal: stop.signal, state };
		const items = [failed(0, { code: 'stopped', charged: 'no', reference: 'A' }), done(1)];
		const inDoubt = failed(2, { code: 'stopped', charged: 'unknown', reference: 'D' });
		expect(await pay(stopped, ['A', 'C', 'D'], setting)).toEqual([...items, inDoubt]);
		expect([trial.log, state]).toEqual([['ask A'], before]);
		const late = payments();
		expect(await pay(late, ['A', 'C', 'D'], setting)).toEqual([...items, inDoubt]);
		expect(late.log).toEqual([]);
	});

	test('that was made before is shown where the user wants it, and not sent', async () => {
		const { operation, ...trial } = payments();
		const prepare = (): ReturnType<typeof requestOf> => ({ ...requestOf('B'), ifUsed: 'show' });
		const state = {};
		const items = await pay({ ...trial, operation: { ...operation, prepare } }, ['B'], { state });
		expect(items).toEqual([done(0, { outcome: 'authorized', duplicate: true })]);
		expect([trial.log, state]).toEqual([['ask B'], {}]);
	});

	test('that was made before keeps nothing back', async () => {
		const trial = payments();
		expect(await pay(trial, ['B', 'C'], { continues: true })).toEqual([failed(0, USED), done(1)]);
	});
});

describe('after a failure', () => {
	test('nothing more is sent', async () => {
		const trial = operationWith('B');
		const { message, items } = await failureOf(pay(trial, ['A', 'B', 'C']));
		expect(message).toBe('1 of 3 charged, stopped at B.');
		expect(items.slice(1)).toEqual(['Item 0, A: authorized.', 'Item 1, B: not charged.', 'Item 2, C: not sent.']);
		expect(trial.log).not.toContain('send C');
	});

	test('that is a mistake of this package, the item is in doubt, and nothing more is sent', async () => {
		// It is made where the item is shown.
		const item = () => Object.defineProperty({}, 'outcome', { enumerable: true, get: () => JSON.parse('') as unknown });
		const trial = withCall(operationWith(), { item });
		const { message, items } = await failureOf(pay(trial, ['A', 'B']));
		expect(message).toBe('0 of 2 charged, stopped at A.');
		expect(items.slice(1)).toEqual([
			'Item 0, A: outcome not known: verify it before you do anything else.',
			'Item 1, B: not sent.',
		]);
		expect(trial.log).not.toContain('send B');
	});

	test('all the rest is sent with "continue on fail"', async () => {
		const items = await pay(operationWith('B'), ['A', 'B', 'C'], { continues: true });
		expect(items).toEqual([done(0), failed(1, { ...REFUSED, reference: 'B' }), done(2)]);
	});

	test('that is a mistake of this package about an item of an earlier try, the others are sent all the same', async () => {
		const state = await stateAfter('A');
		const items = state.sentRequests.items.charge as Record<number, { result: { output: object } }>;
		Object.defineProperty(items[0]!.result.output, 'more', { enumerable: true, get: () => JSON.parse('') as unknown });
		const inTime = Promise.race([
			pay(operationWith(), ['A', 'B'], { state, continues: true }).catch((error: unknown) => error),
			new Promise((resolve) => setTimeout(resolve, 500, 'The node hangs')),
		]);
		expect(await inTime).toEqual([failed(0, { ...IN_DOUBT, reference: 'A' }), done(1)]);
	});
});

describe('where the run cannot begin', () => {
	const options = { timeout: 'soon' };

	test('nothing is sent, and what an earlier try has sent is shown or in doubt', async () => {
		const trial = operationWith();
		const state = await stateWithoutResult(1, 'A', 'B');
		const told = { code: 'invalid_input', field: 'Timeout (Seconds)' };
		const items = await pay(trial, ['A', 'B', 'C'], { state, options, continues: true });
		expect(items).toEqual([
			done(0),
			failed(1, { code: 'invalid_input', charged: 'unknown', reference: 'B' }),
			failed(2, { code: told.code, charged: 'no', reference: null }),
		]);
		const { message } = await failureOf(pay(trial, ['A', 'B', 'C'], { state, options }));
		expect(message).toMatch(/^Nothing was sent by this call: /);
		expect(trial.log).toEqual([]);
	});
});

test('with "continue on fail" the input is never passed on, whatever goes wrong in n8n', async () => {
	const trial = operationWith();
	const context = { ...contextOf(['A', 'B'], { continues: true }, trial), getContext: () => undefined };
	const items = await payItems(context as unknown as IExecuteFunctions, trial.operation);
	expect(items).toEqual([failed(0, IN_DOUBT), failed(1, IN_DOUBT)]);
	expect(trial.log).toEqual([]);
});

test('an item with nothing to do goes on as it came', async () => {
	const { operation, ...trial } = operationWith();
	const passesOn: PayOperation['passesOn'] = (parameters) => parameters.get('reference') === 'A';
	const items = await pay({ ...trial, operation: { ...operation, passesOn } }, ['A', 'B']);
	expect(items).toEqual([{ json: { reference: 'A' }, pairedItem: { item: 0 } }, done(1)]);
	expect(trial.log).toEqual(['send B', 'end B']);
});

test('the option for the longest wait is in seconds', async () => {
	const context = contextOf([], { options: { timeout: 5 } }, operationWith());
	const { services } = openRun(context, FIELDS, 1) as NodeRun;
	expect(await services.ofItem(0)).toMatchObject({ timeout: 5000 });
});
