import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { type Fault } from '../../../dev/sandbox';
import { ActiveTrigger, chargeAtSandbox, claimOf } from '../support/trigger';
import { CARDS, World } from '../support/world';

let world: World;
let trigger: ActiveTrigger;
let credential: ICredentialDataDecryptedObject;
beforeAll(async () => {
	world = await World.start();
	credential = world.engine.store.read(world.credentialId);
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());
afterEach(async () => {
	await trigger.deactivate();
	restoreCredential();
	for (const close of opened.splice(0)) await close();
});
/** Functions that end the services a test has started. */
const opened: Array<() => unknown> = [];

const restoreCredential = () => world.engine.store.write(world.credentialId, credential);

async function activate(
	parameters: IDataObject = {},
	options?: Parameters<typeof ActiveTrigger.activate>[2],
): Promise<void> {
	trigger = await ActiveTrigger.activate(world, parameters, options);
}

/** An open payment, moved on to a status where one is given. */
async function payment(status?: number) {
	const open = await chargeAtSandbox(world, CARDS.otp);
	if (status !== undefined) world.sandbox.setStatus(open.transactionReference, status);
	return open;
}

describe('what a notification claims', () => {
	const lies = {
		merchantRef: 'ORDER-9',
		requestedAmount: 99_000,
		grossAmount: 99_001,
		currencyCode: 'USD',
		status: 4,
		statusCode: 6,
		outcome: 'declined',
		authorized: false,
		customerId: 'Mallory',
		errorMessage: 'Lie',
		transactionDate: '1999-01-01',
		callbackUrl: 'https://lies.example/',
		notificationId: 'lie',
		verified: false,
		settlementAmount: 1,
		transactionFee: 2,
		paymentRequestor: 'Liar',
		merchant: 'Liar',
		mismatch: 'lie',
	};

	test('never gets into a verified item, whatever field it is in', async () => {
		await activate();
		const paid = await chargeAtSandbox(world);
		const truth = { ...paid, status: 2, outcome: 'authorized', authorized: true, verified: true };
		expect(await trigger.result(trigger.notify(claimOf(paid, lies)))).toEqual([200, 1]);
		const [item] = await trigger.started();
		expect(item).toMatchObject({ ...truth, amount: 10.5, amountMinor: 1050, currency: 'NGN' });
		const told = JSON.stringify(item);
		const believed = Object.values(lies).filter((lie) => typeof lie === 'string' && told.includes(`"${lie}"`));
		expect(believed).toEqual([]);
		expect(item).not.toHaveProperty('claimed');
		expect(item).not.toHaveProperty('notification');
	});

	test.each([
		['paid, but is declined', 4, 503, 0, ['authorized']],
		['paid, but is voided', 9, 200, 0, ['authorized']],
		['paid, but is refunded', 6, 200, 0, ['authorized']],
		['paid, but is still open', undefined, 503, 0, ['authorized']],
		['paid, but is declined, which is wanted too', 4, 503, 0, ['authorized', 'declined']],
		['paid, but is refunded, which is wanted too', 6, 200, 1, ['authorized', 'refunded']],
	])('starts nothing as paid where it is %s', async (_, status, answer, executions, outcomes) => {
		await activate({ outcomes });
		expect(await trigger.result(trigger.notify(claimOf(await payment(status))))).toEqual([answer, executions]);
		expect((await trigger.started()).filter(({ authorized }) => authorized)).toEqual([]);
	});

	test.each([
		['verify', { verifyKnowsMerchantReference: true, hasHistory: false }],
		['the transaction history', { verifyKnowsMerchantReference: false, hasHistory: true }],
	])('may be the reference of the merchant, where %s finds it', async (_, found) => {
		await activate();
		const { reference } = await payment(2);
		world.sandbox.configure({ verifyKnowsMerchantReference: false, hasHistory: false });
		expect(await trigger.result(trigger.notify({ merchantRef: reference }))).toEqual([401, 0]);
		world.sandbox.configure(found);
		expect(await trigger.result(trigger.notify({ merchantRef: reference }))).toEqual([200, 1]);
	});

	test.each(['SBX-unknown', '5060990580000217499', '../../uaa/api/auth', 'a?b#c%2f', ' \u{1f4b3} '])(
		'is refused for the unknown reference "%s"',
		async (transactionReference) => {
			await activate();
			expect(await trigger.result(trigger.notify({ transactionReference, status: 2 }))).toEqual([401, 0]);
			expect(await trigger.result(trigger.callback({ transactionReference, status: '2' }))).toEqual([200, 0]);
			const asked = world.requestsTo(`/transaction/verify/${encodeURIComponent(transactionReference.trim())}`);
			expect(asked).toHaveLength(2);
		},
	);
});

describe('while the service cannot be asked, a notification is put off, and taken afterwards:', () => {
	type Change = () => unknown;
	const fault = (kind: Fault['kind'], status?: number): [Change, Change] => [
		() => {
			for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, kind, status, times: 2 });
		},
		() => undefined,
	];
	const edited = (changes: IDataObject): [Change, Change] => [() => world.editCredential(changes), restoreCredential];
	const configured = (): [Change, Change] => [
		() => world.sandbox.configure({ ipNotWhitelisted: true }),
		() => world.sandbox.configure({ ipNotWhitelisted: false }),
	];

	test.each<[string, Change, Change]>([
		['it answers 500', ...fault('status', 500)],
		['it answers 503', ...fault('status', 503)],
		['it answers 302', ...fault('status', 302)],
		['it breaks the connection', ...fault('reset')],
		['it answers nothing', ...fault('empty')],
		['a proxy answers 404', ...fault('html', 404)],
		['it does not answer in time', ...fault('hang')],
		['the private key is wrong', ...edited({ privateKey: 'wrong' })],
		['the IP address is not whitelisted', ...configured()],
		['its address is wrong', ...edited({ transactionBase: '/elsewhere' })],
		['nothing listens at its address', ...edited({ transactionBase: 'http://127.0.0.1:9' })],
	])('%s', async (_, begin, end) => {
		await activate({ options: { timeout: 3 } });
		const paid = await payment(2);
		begin();
		const answer = await trigger.notify(claimOf(paid));
		expect(await trigger.result(answer)).toEqual([503, 0]);
		const { transactionReference } = paid;
		// The address is not signed, so the page does not even say whether there is such a payment.
		expect(await trigger.result(trigger.callback({ transactionReference }))).toEqual([200, 0]);
		end();
		expect(await trigger.result(trigger.notify(claimOf(paid)))).toEqual([200, 1]);
		expect(await trigger.started()).toMatchObject([{ ...paid, outcome: 'authorized' }]);
	});

	test('it answers with the record of another transaction', async () => {
		const [paid, other] = [await payment(2), await payment(2)];
		const confused = await serve(`/transaction/verify/${other.transactionReference}`);
		await activate();
		world.editCredential({ transactionBase: confused });
		expect(await trigger.result(trigger.notify(claimOf(paid)))).toEqual([503, 0]);
		expect(await trigger.result(trigger.notify(claimOf(other)))).toEqual([200, 1]);
		expect(await trigger.started()).toMatchObject([other]);
	});
});

/** A service that answers everything with what the sandbox has at one path. */
async function serve(path: string): Promise<string> {
	const server = createServer((request, response) => {
		const headers = { authorization: request.headers.authorization!, 'content-type': 'application/json' };
		void fetch(world.sandbox.url + path, { headers })
			.then((answer) => answer.text())
			.then((text) => response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(text));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	opened.push(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
