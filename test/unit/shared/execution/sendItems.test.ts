import type { IExecuteFunctions } from 'n8n-workflow';

import { ENDPOINTS } from '../../../../gateway/protocol/endpoints';
import { InputError, RefusedError, SettingError, UnexpectedError } from '../../../../gateway/protocol/errors';
import type { ItemOutcome } from '../../../../nodes/shared/execution/itemReport';
import type { MoneyRules, Operation } from '../../../../nodes/shared/execution/operation';
import { openRun, sendItems } from '../../../../nodes/shared/execution/sendItems';
import { SentRequests } from '../../../../nodes/shared/execution/sentRequests';
import type { Result } from '../../../../nodes/shared/payments/result';
import { STORED } from '../context';

interface Setting {
	continues?: boolean;
	options?: object;
	signal?: AbortSignal;
	state?: Record<string, unknown>;
	credential?: object;
}

const resultOf = (request: string): Result => ({ output: { outcome: 'authorized', request } });
const ready = (request: string): ItemOutcome<string> => ({ kind: 'ready', request });
const done = (request: string): ItemOutcome<string> => ({ kind: 'done', request, result: resultOf(request) });
const REFUSED = new RefusedError('Refused', '', 403);

function contextOf({ options = {}, signal, state = {}, credential = STORED }: Setting) {
	const context = {
		getContext: () => state,
		getCredentials: async () => credential,
		getExecutionCancelSignal: () => signal,
		getNodeParameter: () => options,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	};
	return context as unknown as IExecuteFunctions;
}

/** An operation whose requests fail as told, and what was done in which order. */
function operationWith(failures: Readonly<Record<string, Error>>, { movesMoney = true, limitsItself = false } = {}) {
	const log: string[] = [];
	const act = (what: string) => async (_: unknown, request: string) => {
		log.push(`${what} ${request}`);
		await new Promise((resolve) => setImmediate(resolve));
		log.push(`end ${request}`);
		if (failures[request]) throw failures[request];
		return resultOf(request);
	};
	const money: MoneyRules<string> = {
		reference: (request) => request,
		referenceField: 'Reference',
		notDone: 'not charged',
		lookUpSent: act('look up'),
	};
	const operation: Operation<string> = {
		option: { name: 'Charge', value: 'charge' },
		fields: [{ displayName: 'Options', name: 'options', type: 'collection', default: {} }],
		prepare: () => '',
		perform: act('send'),
		limitsItself,
		...(movesMoney && { money }),
	};
	return { operation, log };
}

async function send(
	{ operation }: { operation: Operation<string> },
	items: Array<ItemOutcome<string>>,
	setting: Setting = {},
) {
	const context = contextOf(setting);
	const run = await openRun(context, operation);
	const stopsOnFailure = !setting.continues;
	return await sendItems({ run, operation, sentRequests: new SentRequests(context), stopsOnFailure }, items);
}

describe('what moves money', () => {
	test('is sent one after another, in order, and written down', async () => {
		const trial = operationWith({});
		const state = {};
		expect(await send(trial, [ready('A'), ready('B')], { state })).toEqual([done('A'), done('B')]);
		expect(trial.log).toEqual(['send A', 'end A', 'send B', 'end B']);
		expect(state).toEqual({ sentRequests: { '0:0:A': { result: resultOf('A') }, '0:1:B': { result: resultOf('B') } } });
	});

	test('is written down before it is sent', async () => {
		const trial = operationWith({});
		const state: Record<string, unknown> = {};
		const sending = send(trial, [ready('A')], { state });
		while (trial.log.length === 0) await Promise.resolve();
		expect(state).toEqual({ sentRequests: { '0:0:A': {} } });
		await sending;
	});

	test('and has a result from an earlier try is not sent', async () => {
		const trial = operationWith({});
		const state = { sentRequests: { '0:0:A': { result: resultOf('A') } } };
		expect(await send(trial, [ready('A')], { state })).toEqual([done('A')]);
		expect(trial.log).toEqual([]);
	});

	test('and was sent by an earlier try without a result is looked up', async () => {
		const trial = operationWith({});
		const state = { sentRequests: { '0:0:A': {} } };
		expect(await send(trial, [ready('A')], { state })).toEqual([done('A')]);
		expect(trial.log).toEqual(['look up A', 'end A']);
		expect(state).toEqual({ sentRequests: { '0:0:A': { result: resultOf('A') } } });
	});

	test('and is known to have done nothing is forgotten', async () => {
		const state = {};
		const [item] = await send(operationWith({ A: REFUSED }), [ready('A')], { state });
		expect(item).toEqual({ kind: 'failed', request: 'A', error: REFUSED });
		expect(state).toEqual({ sentRequests: {} });
	});

	test.each([new TypeError('bug'), new UnexpectedError('bug')])('stays written down after a bug: %s', async (bug) => {
		const state = {};
		const [item] = await send(operationWith({ A: bug }), [ready('A')], { state });
		expect(item).toMatchObject({ kind: 'failed', request: 'A', error: expect.any(UnexpectedError) as unknown });
		expect(state).toEqual({ sentRequests: { '0:0:A': {} } });
	});
});

describe('after a failure', () => {
	const failed: ItemOutcome<string> = { kind: 'failed', request: 'B', error: REFUSED };

	test('nothing more is sent', async () => {
		const trial = operationWith({ B: REFUSED });
		expect(await send(trial, [ready('A'), ready('B'), ready('C')])).toEqual([done('A'), failed, ready('C')]);
		expect(trial.log).not.toContain('send C');
	});

	test('all the rest is sent with "continue on fail"', async () => {
		const trial = operationWith({ B: REFUSED });
		const items = await send(trial, [ready('A'), ready('B'), ready('C')], { continues: true });
		expect(items).toEqual([done('A'), failed, done('C')]);
	});

	test('in the checks, an item is not sent', async () => {
		const trial = operationWith({});
		const unchecked: ItemOutcome<string> = { kind: 'failed', error: new InputError([]) };
		expect(await send(trial, [unchecked, ready('B')], { continues: true })).toEqual([unchecked, done('B')]);
	});
});

test('nothing is sent when the execution is stopped', async () => {
	const trial = operationWith({});
	expect(await send(trial, [ready('A')], { signal: AbortSignal.abort() })).toEqual([ready('A')]);
	expect(trial.log).toEqual([]);
});

test.each([
	[{ timeout: 5 }, 5_000],
	[{}, 60_000],
])('an answer is waited for as long as the options say: %p', async (options, timeout) => {
	const waited: unknown[] = [];
	const context = Object.assign(contextOf({ options }), {
		helpers: {
			httpRequestWithAuthentication: (_: string, request: { timeout: number }) => {
				waited.push(request.timeout);
				return Promise.resolve({ statusCode: 200, body: {} });
			},
		},
	});
	const { operation } = operationWith({});
	const perform: Operation<string>['perform'] = async ({ transport }, request) => {
		await transport.send(ENDPOINTS.verify, { parameters: { transactionReference: 'SBX-1' } });
		return resultOf(request);
	};
	const run = await openRun(context, operation);
	const sentRequests = new SentRequests(context);
	await sendItems({ run, operation: { ...operation, perform }, sentRequests, stopsOnFailure: true }, [ready('A')]);
	expect(waited).toEqual([timeout]);
});

test('nothing is sent without a credential that can be used', async () => {
	const trial = operationWith({});
	await expect(send(trial, [ready('A')], { credential: { baseUrl: 'none' } })).rejects.toThrow(SettingError);
	expect(trial.log).toEqual([]);
});

describe('reads', () => {
	test('are sent at the same time, and leave no traces', async () => {
		const trial = operationWith({}, { movesMoney: false });
		const state = {};
		expect(await send(trial, [ready('A'), ready('B')], { state })).toEqual([done('A'), done('B')]);
		expect(trial.log).toEqual(['send A', 'send B', 'end A', 'end B']);
		expect(state).toEqual({});
	});

	test.each([1, 1.9])('are sent one after another when the user wants it: %d', async (requestsAtOnce) => {
		const trial = operationWith({}, { movesMoney: false });
		await send(trial, [ready('A'), ready('B')], { options: { requestsAtOnce } });
		expect(trial.log).toEqual(['send A', 'end A', 'send B', 'end B']);
	});

	test('that bound themselves are not bounded here', async () => {
		const trial = operationWith({}, { movesMoney: false, limitsItself: true });
		await send(trial, [ready('A'), ready('B')], { options: { requestsAtOnce: 1 } });
		expect(trial.log).toEqual(['send A', 'send B', 'end A', 'end B']);
	});

	test('that fail leave no traces either', async () => {
		const state = {};
		await send(operationWith({ A: REFUSED }, { movesMoney: false }), [ready('A')], { state });
		expect(state).toEqual({});
	});
});
