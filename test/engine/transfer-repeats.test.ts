import type { EngineRun, INodeJson, Retriable } from '../../dev/engine';
import { LOSSES } from './support/losses';
import { ACCOUNTS, transferFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false, transferPendingMs: 60_000 });
});
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	// A reset takes back all tokens, and a transfer is not sent again with a new one.
	await world.one('bank', 'getMany', { limit: 1 });
	world.sandbox.requests.length = 0;
});

const rows = ['P-1', 'P-2', 'P-3'].map((requestId) => ({ requestId, accountNumber: ACCOUNTS.completes }));
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

function transfer(more: Partial<INodeJson> = {}, changes: object = {}): INodeJson {
	const fields = transferFields({
		requestId: '={{ $json.requestId }}',
		accountNumber: '={{ $json.accountNumber }}',
		options: { timeout: 1 },
		...changes,
	});
	return world.node('Transfer', 'transfer', 'create', fields, more);
}

/** The second of three transfers is refused: the service has not acted on it. */
function refuseSecond(times = 1): void {
	world.sandbox.fail({ on: 'transfer', kind: 'status', status: 403, when: 'before', skip: 1, times });
}

const countPerRow = (requestIds: unknown[]) =>
	rows.map(({ requestId }) => requestIds.filter((other) => other === requestId).length);
const postsPerRow = () =>
	countPerRow(world.requestsTo('/transfer-funds').map(({ body }) => (body as { requestId: string }).requestId));
const transfersPerRow = () => countPerRow(world.sandbox.transfers.list.map(({ requestId }) => requestId));
const outcomes = (run: EngineRun, output = 0) =>
	run.items('Transfer', output).map(({ json }) => json.outcome ?? 'failed');

describe.each(LOSSES)('a service that takes the transfer and then %s', (_, loss) => {
	test('is asked for its status: what was found is put out, and nothing is sent again', async () => {
		world.sandbox.fail({ on: 'transfer', skip: 1, ...loss });
		const run = await world.run([transfer()], rows);
		expect(run.items('Transfer').map(({ json }) => [json.reference, json.outcome, json.answerLost])).toEqual([
			['P-1', 'authorized', false],
			['P-2', 'authorized', true],
			['P-3', 'authorized', false],
		]);
		const recorded = world.sandbox.transfers.byRequestId('P-2');
		expect(run.items('Transfer')[1]!.json).toMatchObject({
			transactionReference: recorded!.reference,
			amount: 10.5,
			amountMinor: 1050,
			currency: 'NGN',
		});
		expect(postsPerRow()).toEqual([1, 1, 1]);
		expect(transfersPerRow()).toEqual([1, 1, 1]);
	});

	test('and does not find request ids: the outcome stays unknown, with advice', async () => {
		world.sandbox.configure({ statusKnowsRequestId: false });
		world.sandbox.fail({ on: 'transfer', skip: 1, ...loss });
		const run = await world.run([transfer()], rows);
		expect(outcomes(run)).toEqual(['authorized', 'unknown', 'authorized']);
		expect(run.items('Transfer')[1]!.json).toMatchObject({
			authorized: false,
			answerLost: true,
			reference: 'P-2',
			amount: 10.5,
			message: 'It is not known whether the money was sent. Get its status before you send it again.',
			details: expect.stringContaining('Do not send it again under a new request ID'),
		});
		expect(transfersPerRow()).toEqual([1, 1, 1]);
	});
});

test('a lost answer to a transfer that stays pending is found pending', async () => {
	world.sandbox.fail({ on: 'transfer', kind: 'reset' });
	const run = await world.run([transfer()], [{ ...rows[0]!, accountNumber: ACCOUNTS.completesLater }]);
	expect(run.items('Transfer')[0]!.json).toMatchObject({ outcome: 'pending', answerLost: true });
});

test('a lost answer to a transfer that was not made stays unknown', async () => {
	world.sandbox.fail({ on: 'transfer', kind: 'status', status: 503, when: 'before' });
	const run = await world.run([transfer()], [rows[0]!]);
	expect(outcomes(run)).toEqual(['unknown']);
	expect(transfersPerRow()).toEqual([0, 0, 0]);
});

test('the look-up is asked again when it fails at first', async () => {
	world.sandbox.fail({ on: 'transfer', kind: 'reset' });
	world.sandbox.fail({ on: 'transferStatus', kind: 'status', status: 503 });
	const run = await world.run([transfer()], [rows[0]!]);
	expect(outcomes(run)).toEqual(['authorized']);
});

test('the record of another amount under the same request id is not taken for this transfer', async () => {
	await world.run([transfer()], [rows[0]!]);
	world.sandbox.fail({ on: 'transfer', kind: 'reset', when: 'before' });
	const run = await world.run([transfer({}, { amount: '99' })], [rows[0]!]);
	expect(outcomes(run)).toEqual(['unknown']);
	expect(run.items('Transfer')[0]!.json.details).toContain('another payment');
});

test('nothing answers at the address: not sent, and a plain error', async () => {
	world.editCredential({ baseUrl: 'http://127.0.0.1:9' });
	const run = await world.run([transfer()], [rows[0]!]);
	world.editCredential({ baseUrl: world.sandbox.url });
	expect(run.error!.message).toBe('The money was not transferred: nothing answers at the address of the service.');
});

describe('a request id that was used before', () => {
	const SHOW = { options: { ifUsed: 'show' } };

	test('fails the item with the state of the first transfer, and transfers nothing', async () => {
		const first = await world.run([transfer()], [rows[0]!]);
		const run = await world.run([transfer()], [rows[0]!]);
		expect(run.error!.message).toBe('Request ID P-1 has already been used; the money was not transferred again.');
		expect(run.error!.description).toContain(
			`The first one: outcome authorized (COMPLETE), amount 10.5, transaction reference ${String(first.items('Transfer')[0]!.json.transactionReference)}.`,
		);
		expect(world.sandbox.transfers.transfersOf('P-1')).toBe(1);
	});

	test('is no repeat where it is automatic: n8n was killed, and the item shows its own transfer', async () => {
		const automatic = transfer({}, { requestId: '' });
		const killed: Retriable[] = [];
		const first = await world.run([automatic], rows, { onProgress: (saved) => killed.push(saved) });
		const retried = await world.run([automatic], rows, { retryOf: killed[0] });
		expect(retried.items('Transfer').map(({ json }) => [json.transactionReference, json.duplicate])).toEqual(
			first.items('Transfer').map(({ json }) => [json.transactionReference, false]),
		);
		expect(world.sandbox.transfers.list).toHaveLength(3);
	});

	test('shows the first transfer where that is wanted, and transfers nothing', async () => {
		await world.run([transfer()], [rows[0]!]);
		const run = await world.run([transfer({}, SHOW)], [rows[0]!]);
		expect(run.items('Transfer')[0]!.json).toMatchObject({
			outcome: 'authorized',
			duplicate: true,
			reference: 'P-1',
			bankCode: null,
			message: 'This request ID was used before, so nothing was sent now. See the first transfer.',
			serviceMessage: 'Approved',
			details: expect.stringMatching(/nothing was transferred now.* are not confirmed/),
		});
		expect(world.sandbox.transfers.transfersOf('P-1')).toBe(1);
		expect(world.sandbox.transfers.duplicatesRefused).toBe(1);
	});

	test.each([
		['with another amount', { amount: '99', ...SHOW }, {}, /^The first one is different: /],
		['to another account', { accountNumber: '0555555597' }, {}, /^The first one is different: /],
		// The look-up that failed may have been for a transfer of the same.
		[
			'where the service does not find it',
			SHOW,
			{ statusKnowsRequestId: false },
			/requestId: has been used before.* could not be looked up: find out what became of it/,
		],
	])('%s is an error, not the first transfer', async (_, changes, options, says) => {
		world.sandbox.configure(options);
		await world.run([transfer()], [rows[0]!]);
		const run = await world.run([transfer({}, changes)], [rows[0]!]);
		expect(run.error!.message).toBe('Request ID P-1 has already been used; the money was not transferred again.');
		expect(run.error!.description).toMatch(says);
	});

	test('in two items is refused before anything is sent', async () => {
		const run = await world.run([transfer()], [rows[0]!, rows[1]!, rows[0]!]);
		expect(run.error!.message).toBe('No money was transferred: Request ID is the same as that of item 0.');
		expect(world.sandbox.requests).toHaveLength(0);
	});
});

describe('an item is refused on the way', () => {
	test('without continue on fail nothing further is sent, and the error tells the fate of every item', async () => {
		refuseSecond();
		const run = await world.run([transfer()], rows);
		expect(postsPerRow()).toEqual([1, 1, 0]);
		expect(run.error!.message).toBe('1 of 3 transferred, stopped at P-2.');
		expect(run.error!.description).toContain('Item 0, P-1: authorized.');
		expect(run.error!.description).toContain('Item 2, P-3: not sent.');
	});

	test('Retry On Fail sends only what was not transferred yet', async () => {
		refuseSecond();
		const run = await world.run([transfer(RETRY)], rows);
		expect(outcomes(run)).toEqual(['authorized', 'authorized', 'authorized']);
		expect(postsPerRow()).toEqual([1, 2, 1]);
		expect(transfersPerRow()).toEqual([1, 1, 1]);
	});

	test('a lost answer is not sent again by Retry On Fail', async () => {
		world.sandbox.configure({ statusKnowsRequestId: false });
		world.sandbox.fail({ on: 'transfer', kind: 'reset' });
		world.sandbox.fail({ on: 'transfer', kind: 'status', status: 403, when: 'before' });
		const run = await world.run([transfer(RETRY)], rows);
		expect(outcomes(run)).toEqual(['unknown', 'authorized', 'authorized']);
		expect(postsPerRow()).toEqual([1, 2, 1]);
	});

	test('retrying the execution sends only the rest, under the request ids of the first one', async () => {
		refuseSecond();
		const automatic = transfer({}, { requestId: '' });
		const failed = await world.run([automatic], rows);
		const retried = await world.run([automatic], rows, { retryOf: failed });
		expect(outcomes(retried)).toEqual(['authorized', 'authorized', 'authorized']);
		expect(world.sandbox.transfers.list).toHaveLength(3);
		expect(world.requestsTo('/transfer-funds')).toHaveLength(4);
	});

	test.each([
		['regular output', 'continueRegularOutput', {}],
		['regular output, with Retry On Fail', 'continueRegularOutput', RETRY],
	])('with continue on fail (%s) every item has its outcome, linked', async (_, onError, retry) => {
		refuseSecond();
		const run = await world.run([transfer({ onError, ...retry })], rows);
		expect(outcomes(run)).toEqual(['authorized', 'failed', 'authorized']);
		expect(run.items('Transfer').map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(run.items('Transfer')[1]!.json).toEqual({
			error: expect.objectContaining({ code: 'refused', reference: 'P-2', charged: 'no' }) as unknown,
		});
		expect(postsPerRow()).toEqual([1, 1, 1]);
	});

	test('on the error output, it takes the error branch', async () => {
		refuseSecond();
		const run = await world.run([transfer({ onError: 'continueErrorOutput', ...RETRY })], rows);
		expect(outcomes(run)).toEqual(['authorized', 'authorized']);
		expect(run.items('Transfer', 1).map(({ json }) => Object.keys(json))).toEqual([['error']]);
		expect(postsPerRow()).toEqual([1, 1, 1]);
	});
});

describe('bad input', () => {
	const badSecond = rows.map((row, index) => (index === 1 ? { ...row, accountNumber: 123456789 } : row));

	test('in one item keeps every transfer back', async () => {
		const run = await world.run([transfer()], badSecond);
		expect(run.error!.message).toBe('No money was transferred: Account Number does not have 10 digits.');
		expect(world.sandbox.requests).toHaveLength(0);
	});

	test('with continue on fail does not keep the good items back', async () => {
		const run = await world.run([transfer({ onError: 'continueRegularOutput' })], badSecond);
		expect(outcomes(run)).toEqual(['authorized', 'failed', 'authorized']);
		expect(postsPerRow()).toEqual([1, 0, 1]);
	});
});

test('a refused access token: not sent again, and the next one has a new token', async () => {
	world.sandbox.revokeTokens();
	const run = await world.run([transfer({ onError: 'continueRegularOutput' })], rows);
	expect(outcomes(run)).toEqual(['failed', 'authorized', 'authorized']);
	expect(postsPerRow()).toEqual([1, 1, 1]);
});

test('transfers go one after another, in order', async () => {
	const many = Array.from({ length: 12 }, (_, index) => ({ ...rows[0]!, requestId: `M-${index}` }));
	world.sandbox.fail({ on: 'transfer', kind: 'delay', ms: 30, skip: 3 });
	const run = await world.run([transfer()], many);
	const requestIds = many.map(({ requestId }) => requestId);
	expect(world.sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(requestIds);
	expect(run.items('Transfer').map(({ json }) => json.reference)).toEqual(requestIds);
});
