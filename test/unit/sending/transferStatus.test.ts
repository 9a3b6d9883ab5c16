import { findTransfers } from '../../../gateway/calls/transferStatus';
import { lookUp, serviceAnswerOf } from '../../../gateway/sending/lookUp';
import { jwt, storedWithToken, type Reply } from '../context';
import { CALLS, NOT_FOUND, serviceWith } from './service';

const stored = storedWithToken(jwt(9_999_999_999));
const RECORD: Reply = {
	statusCode: 200,
	body: { reference: 'SBT-1', requestId: 'P-1', status: 'COMPLETE', amount: 10.5 },
};
const OTHER: Reply = {
	statusCode: 200,
	body: { reference: 'SBT-2', requestId: 'P-2', status: 'COMPLETE', amount: 10.5 },
};
const BUSY: Reply = { statusCode: 503 };

test.each<[first: Reply, second: Reply, found: string]>([
	[RECORD, NOT_FOUND, 'record'],
	[NOT_FOUND, RECORD, 'record'],
	[BUSY, RECORD, 'record'],
	// No document says what a 404 means here.
	[NOT_FOUND, NOT_FOUND, 'cannotTell'],
	[OTHER, NOT_FOUND, 'unanswered'],
	[NOT_FOUND, BUSY, 'unanswered'],
	[BUSY, NOT_FOUND, 'unanswered'],
])('a transfer is asked about by its request ID at both paths: %j, %j: %s', async (status, statusById, found) => {
	const { service, calls } = await serviceWith({ status, statusById }, stored);
	expect((await lookUp(service, findTransfers, { merchant: 'P-1' })).kind).toBe(found);
	expect(calls()).toEqual([`${CALLS.status}/P-1`, `${CALLS.statusById}/P-1`]);
});

test.each<[Reply, string]>([
	[RECORD, 'record'],
	[NOT_FOUND, 'cannotTell'],
	[BUSY, 'unanswered'],
])('at one path, where the credential has its own: %j: %s', async (statusById, found) => {
	const own = { ...stored, transferStatusPath: '/paas/bank/transfer/v1/transfer-status/reference/{requestId}' };
	const { service, calls } = await serviceWith({ statusById }, own);
	expect((await lookUp(service, findTransfers, { merchant: 'P-1' })).kind).toBe(found);
	expect(calls()).toEqual([`${CALLS.statusById}/P-1`]);
});

test.each<[first: Reply, second: Reply, calls: number, status: string | number]>([
	[RECORD, NOT_FOUND, 1, 'COMPLETE'],
	[BUSY, RECORD, 1, 503],
	[NOT_FOUND, RECORD, 2, 'COMPLETE'],
	[NOT_FOUND, BUSY, 2, 503],
	[NOT_FOUND, { statusCode: 405 }, 2, 404],
])(
	'a transfer that the first path does not know is fetched at the second: %j, %j',
	async (status, statusById, count, came) => {
		const { service, calls } = await serviceWith({ status, statusById }, stored);
		const fetched = serviceAnswerOf(await lookUp(service, findTransfers, { either: ['P-1'] }));
		expect(fetched).toMatchObject(
			'value' in fetched ? { value: { statusName: came } } : { failure: { httpStatus: came } },
		);
		expect(calls()).toHaveLength(count);
	},
);

test('a declined transfer is declined, whatever is known by its request ID: it is one transfer', async () => {
	const failed: Reply = { ...RECORD, body: { reference: 'SBT-1', requestId: 'P-1', status: 'FAILED', amount: 10.5 } };
	const { service, calls } = await serviceWith({ status: failed, statusById: BUSY }, stored);
	const found = await lookUp(service, findTransfers, { own: ['SBT-1'], merchant: 'P-1' });
	expect(found).toMatchObject({ record: { outcome: 'declined' } });
	expect(calls()).toHaveLength(1);
});
