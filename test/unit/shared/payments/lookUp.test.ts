import {
	RefusedError,
	ServiceError,
	SettingError,
	TokenError,
	UnreachableError,
	type GatewayError,
} from '../../../../gateway/protocol/errors';
import { payment, type Payment } from '../../../../gateway/payment';
import { isNotFound, lookUp, type FetchRecord, type LookUpTarget } from '../../../../nodes/shared/payments/lookUp';
import type { Connection } from '../../../../nodes/shared/transport/connection';
import { withoutWaiting } from '../context';

const START = Date.UTC(2026, 0, 15);
const RECORD = payment({ outcome: 'authorized', reference: 'ORDER-1' });
const NOT_FOUND = new RefusedError('Not found', '', 404);
const BUSY = new ServiceError('n8n could not verify: error 503', '', 503);
const NOTHING_FOUND = 'the service finds nothing under this reference, and not every provider can find payments by it';

beforeEach(() => {
	jest.useFakeTimers({ now: START });
});
afterEach(() => {
	jest.useRealTimers();
});

/** A service that answers from a list; `times` tells when it was asked, in milliseconds from the start. */
function serviceWith(replies: Array<Payment | GatewayError>) {
	const times: number[] = [];
	const asked: unknown[][] = [];
	const fetchRecord: FetchRecord = async (...parameters) => {
		times.push(Date.now() - START);
		asked.push(parameters);
		const reply = replies.shift()!;
		return reply instanceof Error ? { failure: reply } : { value: reply, raw: {} };
	};
	const target: LookUpTarget = {
		reference: 'ORDER-1',
		fetchRecord,
		isIt: ({ reference }) => reference === 'ORDER-1',
		secrets: ['123456'],
	};
	return { target, times, asked };
}

const connection = {} as Connection;

test('finds a record at once', async () => {
	const { target, times, asked } = serviceWith([RECORD]);
	expect(await withoutWaiting(lookUp(connection, target))).toEqual({ record: RECORD });
	expect(times).toEqual([0]);
	expect(asked).toEqual([[connection, 'ORDER-1', ['123456']]]);
});

test("does not take another payment's record, and does not ask again", async () => {
	const other = payment({ outcome: 'authorized', reference: 'ORDER-2' });
	const { target, times } = serviceWith([other]);
	expect(await withoutWaiting(lookUp(connection, target))).toEqual({
		why: 'what the service has under this reference is another payment',
		other,
	});
	expect(times).toEqual([0]);
});

test('asks three times for what may still appear', async () => {
	const { target, times } = serviceWith([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
	expect(await withoutWaiting(lookUp(connection, target))).toEqual({ why: NOTHING_FOUND, failure: NOT_FOUND });
	expect(times).toEqual([0, 500, 2000]);
});

test.each([
	[
		[NOT_FOUND, RECORD],
		[0, 500],
	],
	[
		[BUSY, NOT_FOUND, RECORD],
		[0, 500, 2000],
	],
])('finds what appears later', async (replies, expected) => {
	const { target, times } = serviceWith([...replies]);
	expect(await withoutWaiting(lookUp(connection, target))).toEqual({ record: RECORD });
	expect(times).toEqual(expected);
});

test('asks once for what cannot appear any more', async () => {
	const { target, times } = serviceWith([NOT_FOUND]);
	const found = await withoutWaiting(lookUp(connection, target, { mayAppear: false }));
	expect(found).toEqual({ why: NOTHING_FOUND, failure: NOT_FOUND });
	expect(times).toEqual([0]);
});

test('asks again after a failure that may pass, also for what cannot appear any more', async () => {
	const { target, times } = serviceWith([BUSY, NOT_FOUND]);
	const found = await withoutWaiting(lookUp(connection, target, { mayAppear: false }));
	expect(found).toEqual({ why: NOTHING_FOUND, failure: NOT_FOUND });
	expect(times).toEqual([0, 500]);
});

test.each<[GatewayError, number]>([
	[BUSY, 3],
	[new UnreachableError('The service cannot be reached'), 3],
	[new TokenError('No token'), 3],
	[new RefusedError('Too many requests', '', 429), 3],
	[new RefusedError('Bad request', '', 400), 1],
	[new RefusedError('Bad key', '', 401), 1],
	[new RefusedError('Forbidden', '', 403), 1],
	[new RefusedError('Conflict', '', 409), 1],
	[new RefusedError('Other', '', 428), 1],
	[new SettingError('The credential has no Private Key'), 1],
])('%s: asks %i times', async (failure, count) => {
	const { target, times } = serviceWith([failure, failure, failure]);
	const found = await withoutWaiting(lookUp(connection, target));
	const why = failure.message.replace(/^./, (first) => first.toLowerCase());
	expect(found).toEqual({ why, failure });
	expect(times).toHaveLength(count);
});

test('tells the last reason', async () => {
	const last = new RefusedError('Bad key', '', 401);
	const { target } = serviceWith([NOT_FOUND, last]);
	expect(await withoutWaiting(lookUp(connection, target))).toEqual({ why: 'bad key', failure: last });
});

test('does not pause when the execution is stopped', async () => {
	const { target, times } = serviceWith([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
	await withoutWaiting(lookUp({ ...connection, signal: AbortSignal.abort() }, target));
	expect(times).toEqual([0, 0, 0]);
});

test.each([
	[NOT_FOUND, true],
	[new RefusedError('Bad request', '', 400), false],
	[new ServiceError('Not found', '', 404), false],
	[undefined, false],
])('only a refusal with status 404 is "not found": %s', (failure, expected) => {
	expect(isNotFound(failure)).toBe(expected);
});
