import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, ReferenceUsedError, RefusedError, UnexpectedError } from '../../../gateway/values/errors';
import { payment as paymentOf } from '../../../gateway/payment';
import type { Item } from '../../../nodes/shared/execution/item';
import type { MoneyRequest, MoneyRules, Operation } from '../../../nodes/shared/execution/operation';
import { openRun, sendItems } from '../../../nodes/shared/execution/sendItems';
import { SentRequests } from '../../../nodes/shared/execution/sentRequests';
import type { Result } from '../../../nodes/shared/payments/result';
import { STORED } from '../context';
import { CHARGING, ready, requestOf, sent, storedOf } from './support';

interface Setting {
	continues?: boolean;
	options?: object;
	signal?: AbortSignal;
	state?: Record<string, unknown>;
	show?: (item: Item) => Item;
}

const ACCOUNT: unknown = expect.stringMatching(/^[0-9a-f]{16}$/);

const RESULT: Result = { output: { outcome: 'authorized' } };
const done = (reference: string): Item => ({ kind: 'done', reference, result: RESULT });
const failed = (reference: string, error: unknown, isInDoubt = false) => ({
	kind: 'failed',
	reference,
	error,
	isInDoubt,
});
/** What is kept of items that were sent. */
const kept = (...items: object[]) => ({ sentRequests: { run: 0, items: { charge: { ...items } }, payments: {} } });
const keptOf = (reference: string, result?: Result) => ({
	reference,
	request: storedOf(reference),
	account: ACCOUNT,
	...(result && { result }),
});

const REFUSED = new RefusedError('Refused', '', 403);
const MAY_BE_CHARGED = Object.assign(new RefusedError('Refused', '', 403), { charged: 'unknown' as const });

function contextOf({ options = {}, signal, state = {} }: Setting) {
	const context = {
		getContext: () => state,
		getCredentials: async () => STORED,
		getExecutionCancelSignal: () => signal,
		getNodeParameter: () => options,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getMode: () => 'trigger',
	};
	return context as unknown as IExecuteFunctions;
}

/** An operation whose requests fail as told, and what was done in which order. */
function operationWith(failures: Readonly<Record<string, Error>>) {
	const log: string[] = [];
	const operation: Operation = {
		option: { name: 'Charge', value: 'charge' },
		fields: [{ displayName: 'Options', name: 'options', type: 'collection', default: {} }],
		referenceField: 'Reference',
		prepare: () => requestOf('A'),
		async perform(_, request) {
			const { reference } = request as MoneyRequest;
			log.push(`send ${reference}`);
			await new Promise((resolve) => setImmediate(resolve));
			log.push(`end ${reference}`);
			if (failures[reference]) throw failures[reference];
			return RESULT;
		},
		moneyRules: {
			...CHARGING,
			buildLookUp(run, request) {
				const { reference } = request;
				log.push(`look up ${reference}`);
				if (!failures[reference]) return CHARGING.buildLookUp(run, request);
				return { ...CHARGING.buildLookUp(run, request), ask: () => Promise.reject(failures[reference]!) };
			},
		},
	};
	return { operation, log };
}

const NOT_ASKED = { kind: 'cannotTell' } as const;

async function send({ operation }: { operation: Operation }, items: Item[], setting: Setting = {}) {
	const context = contextOf(setting);
	const run = await openRun(context, operation);
	const sentRequests = new SentRequests(context, 'charge');
	const operationRun = { context, run, operation, sentRequests, stopsOnFailure: !setting.continues };
	return await sendItems(operationRun, items, setting.show ?? ((item) => item));
}

describe('what moves money', () => {
	test('is sent one after another, in order, and written down before it is sent and after', async () => {
		const { operation, log } = operationWith({});
		const state = {};
		const before: unknown[] = [];
		const perform: Operation['perform'] = async (run, request) => {
			before.push(structuredClone(state));
			return await operation.perform(run, request, NOT_ASKED);
		};
		const trial = { operation: { ...operation, perform } };
		expect(await send(trial, [ready('A'), ready('B')], { state })).toEqual([done('A'), done('B')]);
		expect(log).toEqual(['send A', 'end A', 'send B', 'end B']);
		expect(before).toEqual([kept(keptOf('A')), kept(keptOf('A', RESULT), keptOf('B'))]);
		expect(state).toEqual(kept(keptOf('A', RESULT), keptOf('B', RESULT)));
	});

	test('and was sent by an earlier try without a result is looked up', async () => {
		const trial = operationWith({});
		const state = {};
		expect(await send(trial, [sent('A')], { state })).toEqual([done('A')]);
		expect(trial.log).toEqual(['look up A']);
		expect(state).toMatchObject(kept({ reference: 'A', request: storedOf('A'), result: RESULT }));
	});

	test('and is known to have done nothing may be sent again', async () => {
		const state = {};
		const [item] = await send(operationWith({ A: REFUSED }), [ready('A')], { state });
		expect(item).toEqual(failed('A', REFUSED));
		expect(state).toEqual(kept());
	});

	test.each<[string, Error, unknown]>([
		['after a bug', new TypeError('bug'), expect.any(UnexpectedError)],
		['where the service refused it and may have acted', MAY_BE_CHARGED, MAY_BE_CHARGED],
	])('stays written down %s', async (_, error, told) => {
		const state = {};
		const [item] = await send(operationWith({ A: error }), [ready('A')], { state });
		expect(item).toEqual(failed('A', told, true));
		expect(state).toEqual(kept(keptOf('A')));
	});

	test('and was declined may be sent again', async () => {
		const { operation } = operationWith({});
		const declined = { output: { outcome: 'declined' }, isRetryable: true as const };
		const state = {};
		const trial = { operation: { ...operation, perform: async () => declined } };
		expect(await send(trial, [ready('A')], { state })).toEqual([{ ...done('A'), result: declined }]);
		expect(state).toEqual(kept());
	});

	test('stays in doubt whatever a look-up comes to', async () => {
		const state = {};
		const [item] = await send(operationWith({ A: REFUSED }), [sent('A')], { state });
		expect(item).toEqual(failed('A', REFUSED, true));
		expect(state).toEqual({});
	});
});

describe('a payment', () => {
	/** Charges of which the service has B already. */
	function payments() {
		const { operation, log } = operationWith({});
		const moneyRules: Operation['moneyRules'] = {
			...operation.moneyRules!,
			async ask(_, { reference }) {
				log.push(`ask ${reference}`);
				const record = paymentOf({ outcome: 'authorized' });
				return reference === 'B' ? { kind: 'record', record } : { kind: 'nothing' };
			},
			paymentRules: { name: 'payment', isSame: () => true },
		};
		return { operation: { ...operation, moneyRules }, log };
	}

	test('is asked about while the one before it is sent, and sent where the service has nothing', async () => {
		const trial = payments();
		const state = {};
		const items = await send(trial, [ready('A', 'key A'), ready('B', 'key B'), ready('C', 'key C')], {
			state,
		});
		expect(items).toMatchObject([{ kind: 'done' }, { kind: 'failed', isInDoubt: false }, { kind: 'done' }]);
		expect(items[1]).toMatchObject({ error: expect.any(ReferenceUsedError) as unknown });
		expect(trial.log).toEqual(['ask A', 'ask B', 'send A', 'end A', 'ask C', 'ask C', 'send C', 'end C']);
		const { sentRequests } = state as ReturnType<typeof kept>;
		expect(Object.keys(sentRequests.items.charge)).toEqual(['0', '2']);
		expect(Object.keys(sentRequests.payments)).toEqual(['key A', 'key C']);
	});

	test('is not asked about where it was sent before', async () => {
		const trial = payments();
		await send(trial, [sent('B')]);
		expect(trial.log).toEqual(['look up B']);
	});

	test('is neither sent nor asked about once the execution was stopped, perhaps while the service was asked', async () => {
		const stop = new AbortController();
		const { operation, log } = payments();
		const ask: MoneyRules<MoneyRequest>['ask'] = async (run, request) => {
			stop.abort();
			return await operation.moneyRules.ask!(run, request);
		};
		const trial = { operation: { ...operation, moneyRules: { ...operation.moneyRules, ask } } };
		const items = [ready('A'), done('C'), ready('D')];
		expect(await send(trial, items, { signal: stop.signal })).toEqual(items);
		expect(log).toEqual(['ask A', 'ask D']);
		const late = payments();
		expect(await send(late, items, { signal: stop.signal })).toEqual(items);
		expect(late.log).toEqual([]);
	});

	test('that was made before is shown where the user wants it, and not sent', async () => {
		const { operation, log } = payments();
		const shown = { output: { outcome: 'authorized', duplicate: true } };
		const paymentRules = { ...operation.moneyRules.paymentRules!, showFirst: () => shown };
		const item = { ...ready('B'), request: { ...requestOf('B'), ifUsed: 'show' } } as Item;
		const state = {};
		const trial = { operation: { ...operation, moneyRules: { ...operation.moneyRules, paymentRules } } };
		expect(await send(trial, [item], { state })).toEqual([{ ...done('B'), result: shown }]);
		expect([log, state]).toEqual([['ask B'], {}]);
	});
});

describe('after a failure', () => {
	test('nothing more is sent', async () => {
		const trial = operationWith({ B: REFUSED });
		expect(await send(trial, [ready('A'), ready('B'), ready('C')])).toEqual([
			done('A'),
			failed('B', REFUSED),
			ready('C'),
		]);
		expect(trial.log).not.toContain('send C');
	});

	test('that is a mistake of this package, the item is in doubt, and nothing more is sent', async () => {
		const show = (item: Item) => (item.kind === 'done' ? (JSON.parse('') as Item) : item);
		const items = await send(operationWith({}), [ready('A'), ready('B')], { show });
		expect(items).toEqual([failed('A', expect.any(UnexpectedError), true), ready('B')]);
	});

	test('because a reference was used before, all the rest is sent', async () => {
		const used = new ReferenceUsedError('Used', 'Look.', { outcome: 'authorized', transactionReference: null });
		const items = await send(operationWith({ B: used }), [ready('A'), ready('B'), ready('C')]);
		expect(items).toEqual([done('A'), failed('B', used), done('C')]);
	});

	test('all the rest is sent with "continue on fail"', async () => {
		const trial = operationWith({ B: REFUSED });
		const items = await send(trial, [ready('A'), ready('B'), ready('C')], { continues: true });
		expect(items).toEqual([done('A'), failed('B', REFUSED), done('C')]);
	});
});

describe('reads', () => {
	const unchecked: Item = { kind: 'unchecked', reference: '' };
	const refusal = new InputError([{ path: [], field: 'Reference', rule: 'is wrong.' }]);
	const sixTimes = (entry: string) => Array<string>(6).fill(entry);

	// The answer to each comes in the turn of the event loop in which it is sent, and six are sent in one turn.
	test.each<[refused: number, continues: boolean, items: object[], log: string[]]>([
		[0, false, Array<object>(7).fill(done('')), [...sixTimes('send A'), ...sixTimes('end A'), 'send A', 'end A']],
		[1, false, [failed('', refusal), unchecked], []],
		[1, true, [failed('', refusal), done('')], ['send A', 'end A']],
	])('of which the first %i are refused, with "continue on fail" %p', async (refused, continues, items, sends) => {
		const { operation, log } = operationWith({});
		let prepared = 0;
		const prepare = () => {
			if (prepared++ < refused) throw refusal;
			return requestOf('A');
		};
		const trial = { operation: { ...operation, moneyRules: undefined, referenceField: undefined, prepare } };
		const all = items.map(() => unchecked);
		expect(await send(trial, all, { continues })).toEqual(items);
		expect(log).toEqual(sends);
	});
});

test('the option for the longest wait is in seconds', async () => {
	const { operation } = operationWith({});
	const { transport } = await openRun(contextOf({ options: { timeout: 5 } }), operation);
	expect(transport).toMatchObject({ timeout: 5000 });
});
