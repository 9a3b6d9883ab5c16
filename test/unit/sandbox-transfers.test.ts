import { Agent, request } from 'undici';
import { startSandbox, TEST_ACCOUNTS, type Sandbox, type SandboxOptions } from '../../dev/sandbox';

type Json = Record<string, unknown>;

const PREFIX = '/paas/bank/transfer/v1';
const [completes, completesLater, failsLater, fails, odd] = TEST_ACCOUNTS.map(({ number }) => number);

const agent = new Agent();
let sandbox: Sandbox;
let token: string;

async function start(options?: SandboxOptions): Promise<void> {
	sandbox = await startSandbox({ webhooksEnabled: false, ...options });
	const { apiKey, clientId, basePrefix } = sandbox.options;
	const { json } = await call('POST', `${basePrefix}/uaa/api/auth`, { 'x-api-key': apiKey, 'x-client-id': clientId });
	token = String(json.accessToken);
}

afterEach(() => sandbox.stop());
afterAll(() => agent.destroy());

async function call(method: 'GET' | 'POST', path: string, headers: Record<string, string> = bearer(), body?: unknown) {
	const answer = await request(new URL(path, sandbox.url), {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
		dispatcher: agent,
	});
	const text = await answer.body.text();
	return { status: answer.statusCode, json: (text === '' ? {} : JSON.parse(text)) as Json };
}

const bearer = () => ({ authorization: `Bearer ${token}` });
const nameOf = (bankCode: string, number: string, headers?: Record<string, string>) =>
	call('GET', `${PREFIX}/banks/code/${bankCode}/accounts/account-number/${number}/name`, headers);
const transfer = (changes: Json = {}, headers?: Record<string, string>) =>
	call('POST', `${PREFIX}/transfer-funds`, headers, {
		amount: 10.5,
		bankCode: '011',
		recipientAccountNumber: completes,
		narration: 'Invoice 1001',
		requestId: 'PAYOUT-1',
		...changes,
	});
const statusOf = (reference: unknown) => call('GET', `${PREFIX}/transfer-funds/status/reference/${String(reference)}`);

describe('bank transfers', () => {
	it('are opened by the access token alone', async () => {
		await start();
		const { privateKey } = sandbox.options;
		expect((await nameOf('011', completes!, {})).status).toBe(401);
		expect((await transfer({}, { authorization: privateKey })).status).toBe(401);
		expect(sandbox.transfers.list).toEqual([]);
	});

	it('stand below the prefix', async () => {
		await start({ basePrefix: '/api' });
		const { json } = await call('GET', `/api${PREFIX}/transfer-status/reference/x`);
		expect(json.message).toBe('There is no transfer with the reference x');
		expect((await nameOf('011', completes!)).json.message).toBe('Not Found');
	});
});

describe('name enquiry', () => {
	it('tells the holder', async () => {
		await start();
		expect(await nameOf('011', completes!)).toEqual({
			status: 200,
			json: { bank: 'Amber Bank', accountNumber: completes, name: 'OKAFOR, ADAEZE CHINYERE' },
		});
		expect((await nameOf('011', '0555555528')).json.name).toBe('DANJUMA TUNDE');
	});

	it.each([
		['an account that does not exist', '011', '9123456789'],
		['a number that is too short', '011', '123'],
		['a bank that does not exist', '999', '0123456789'],
	])('knows no holder of %s', async (_, bankCode, number) => {
		await start();
		expect(await nameOf(bankCode, number)).toEqual({
			status: 404,
			json: { error: 'Not Found', message: `There is no account ${number} at this bank` },
		});
	});
});

describe('a transfer', () => {
	it('is complete at once, and its amount in major units', async () => {
		await start();
		const { status, json } = await transfer();
		expect(status).toBe(200);
		expect(json).toEqual({
			reference: expect.stringMatching(/^SBT-/),
			status: 'COMPLETE',
			destination: completes,
			destinationName: 'OKAFOR, ADAEZE CHINYERE',
			requestId: 'PAYOUT-1',
			responseCode: '00',
			responseMessage: 'Approved',
			amount: 10.5,
		});
		expect(sandbox.transfers.list).toMatchObject([{ amountMinor: 1050, narration: 'Invoice 1001' }]);
		expect(sandbox.transfers.balance).toBe(sandbox.options.transferBalance - 1050);
	});

	it.each([
		['completes', () => completesLater, 'COMPLETE'],
		['fails', () => failsLater, 'FAILED'],
	])('that is pending %s later', async (_, number, ending) => {
		await start({ transferPendingMs: 60_000 });
		const { json } = await transfer({ recipientAccountNumber: number() });
		expect(json.status).toBe('PENDING');
		expect((await statusOf(json.reference)).json.status).toBe('PENDING');
		sandbox.configure({ transferPendingMs: 0 });
		expect((await statusOf(json.reference)).json.status).toBe(ending);
		expect((await statusOf(json.reference)).json.status).toBe(ending);
	});

	it.each([
		['to an account that takes none', { recipientAccountNumber: fails }, '57'],
		['to an account that does not exist', { recipientAccountNumber: '9123456789' }, '07'],
		['beyond the balance', { amount: 1_000_000.01 }, '51'],
		['beyond the daily limit', { amount: 500_000.01 }, '61'],
	])('%s fails, and takes nothing', async (_, changes, responseCode) => {
		await start();
		expect((await transfer(changes)).json).toMatchObject({ status: 'FAILED', responseCode });
		expect(sandbox.transfers.balance).toBe(sandbox.options.transferBalance);
	});

	it('counts against balance and limit while it is pending, and no more when it has failed', async () => {
		await start({ transferBalance: 3000, transferDailyLimit: 2000, transferPendingMs: 60_000 });
		const { json } = await transfer({ amount: 15, recipientAccountNumber: failsLater });
		expect([sandbox.transfers.balance, sandbox.transfers.leftToday]).toEqual([1500, 500]);
		expect((await transfer({ requestId: 'PAYOUT-2' })).json.responseCode).toBe('61');
		sandbox.setTransferStatus(String(json.reference), 'FAILED');
		expect([sandbox.transfers.balance, sandbox.transfers.leftToday]).toEqual([3000, 2000]);
		expect((await transfer({ requestId: 'PAYOUT-3' })).json.status).toBe('COMPLETE');
	});

	it('can have a status that nobody has documented', async () => {
		await start();
		expect((await transfer({ recipientAccountNumber: odd })).json.status).toBe('AWAITING_REVIEW');
	});

	it('takes a request id once', async () => {
		await start();
		await transfer();
		expect(await transfer({ amount: 5 })).toEqual({
			status: 400,
			json: { error: 'Bad Request', message: 'requestId: has been used before' },
		});
		expect(sandbox.transfers.transfersOf('PAYOUT-1')).toBe(1);
		expect(sandbox.transfers.duplicatesRefused).toBe(1);
	});

	it.each([
		['amount: has too many decimals', { amount: 10.505 }],
		['amount: must be number', { amount: '10.50' }],
		['amount: must be > 0', { amount: 0 }],
		['bankCode: is no bank', { bankCode: '999' }],
		['recipientAccountNumber: must match', { recipientAccountNumber: '123' }],
		['narration: is required', { narration: undefined }],
		['requestId: must NOT have fewer', { requestId: '' }],
	])('is refused with "%s"', async (message, changes) => {
		await start();
		const { status, json } = await transfer(changes);
		expect([status, json.error]).toEqual([400, 'Bad Request']);
		expect(json.message).toContain(message);
		expect(sandbox.transfers.list).toEqual([]);
	});

	it('whose answer is lost is made all the same, unless the fault comes before', async () => {
		await start();
		sandbox.fail({ on: 'transfer', kind: 'reset' });
		await expect(transfer()).rejects.toThrow();
		sandbox.fail({ on: 'transfer', kind: 'status', when: 'before' });
		expect((await transfer({ requestId: 'PAYOUT-2' })).status).toBe(500);
		expect(sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(['PAYOUT-1']);
	});
});

describe('the status of a transfer', () => {
	it('is found by its reference, and by the request id where the service knows it', async () => {
		await start();
		const { json } = await transfer();
		expect((await statusOf(json.reference)).json).toEqual(json);
		expect(await statusOf('PAYOUT-1')).toEqual({
			status: 404,
			json: { error: 'Not Found', message: 'There is no transfer with the reference PAYOUT-1' },
		});
		sandbox.configure({ statusKnowsRequestId: true });
		expect((await statusOf('PAYOUT-1')).json).toEqual(json);
	});

	it('is found by the request id at the second path, where the service has that path', async () => {
		await start();
		const { json } = await transfer();
		const atSecondPath = (id: unknown, headers?: Record<string, string>) =>
			call('GET', `${PREFIX}/transfer-status/reference/${String(id)}`, headers);
		expect((await atSecondPath('PAYOUT-1')).json).toEqual(json);
		expect((await atSecondPath(json.reference)).status).toBe(404);
		expect((await atSecondPath('PAYOUT-1', {})).status).toBe(401);
		sandbox.configure({ hasTransferStatusByRequestId: false });
		const unknownPath = await call('GET', `${PREFIX}/no-such-path`);
		expect(unknownPath.status).toBe(404);
		expect(await atSecondPath('PAYOUT-1')).toEqual(unknownPath);
		expect(await atSecondPath('PAYOUT-1', {})).toEqual(unknownPath);
		expect(sandbox.requests.at(-1)?.endpoint).toBe('transferStatus');
	});
});

describe('controls', () => {
	it('show the transfers, move them on, and forget them', async () => {
		await start({ transferBalance: 5000 });
		const { json } = await transfer();
		expect((await call('GET', '/sandbox/transfers')).json).toMatchObject({
			transfers: [{ requestId: 'PAYOUT-1', status: 'COMPLETE' }],
			duplicatesRefused: 0,
			balance: 3950,
		});
		const setStatus = (reference: unknown, body: Json) =>
			call('POST', `/sandbox/transfers/${String(reference)}/status`, {}, body);
		expect((await setStatus(json.reference, { status: 'FAILED', responseMessage: 'Recalled' })).status).toBe(204);
		expect((await statusOf(json.reference)).json).toMatchObject({ status: 'FAILED', responseMessage: 'Recalled' });
		expect((await setStatus('x', { status: 'FAILED' })).status).toBe(404);
		expect((await setStatus(json.reference, {})).status).toBe(400);
		await sandbox.reset();
		expect([sandbox.transfers.list, sandbox.transfers.balance]).toEqual([[], 5000]);
	});
});
