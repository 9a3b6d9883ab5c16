import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { OTP } from '../../dev/sandbox';
import type { EngineRun, INodeJson } from '../../dev/engine';
import { OTP_ADDRESS } from '../../nodes/CardPayment/resources/card/collectOtp/address';
import { CARDS, chargeFields, World } from './support/world';

/** The address as n8n had it before it signed addresses. */
const UNSIGNED = OTP_ADDRESS.replace('$execution.resumeUrl', "'http://n8n.example/webhook-waiting/7'");

let world: World;
let receiver: Server;
let told: Array<{ url: string; plain: string; unsigned: string; transaction: string }>;

beforeAll(async () => {
	world = await World.start();
	await world.engine.listen();
	receiver = createServer((request, response) => {
		void request.toArray().then((parts) => {
			const text = Buffer.concat(parts as Buffer[]).toString();
			told.push(JSON.parse(text) as (typeof told)[number]);
			response.setHeader('content-type', 'application/json').end(text);
		});
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	receiver.close();
	await world.stop();
});
beforeEach(async () => {
	told = [];
	await world.sandbox.reset();
});

/** Tells somebody the addresses of a payment. */
function tell(): INodeJson {
	return {
		name: 'Tell',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={ "url": "${OTP_ADDRESS}", "unsigned": "${UNSIGNED}", "plain": "{{ $execution.resumeUrl }}", "transaction": "{{ $json.transactionReference }}" }`,
		},
	};
}

/** Charges so many cards, tells somebody the addresses, collects the OTPs, goes on with `next`, and waits for a manager. */
async function wait(items: number, next: INodeJson[] = []): Promise<EngineRun> {
	const transactionReference = "={{ $('Charge').item.json.transactionReference }}";
	return await world.run(
		[
			world.node('Charge', 'card', 'charge', chargeFields()),
			tell(),
			world.node('Collect', 'card', 'collectOtp', { transactionReference, timeLimit: 15 }),
			...next,
			{ name: 'Manager approves', type: 'n8n-nodes-base.wait' },
			{ name: 'Deliver', type: 'n8n-nodes-base.noOp' },
		],
		Array.from({ length: items }, () => ({})),
	);
}

const enter = async (address: string, otp = OTP) =>
	await fetch(address, { method: 'POST', body: new URLSearchParams({ otp }) });
/** Sends the headers of the form until n8n has read the execution and waits for the rest, which the returned function sends. */
async function beginForm(address: string): Promise<() => Promise<string>> {
	const body = new URLSearchParams({ otp: OTP }).toString();
	const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
	const form = request(address, { method: 'POST', headers: { ...headers, expect: '100-continue' } });
	form.flushHeaders();
	await once(form, 'continue');
	return async () => {
		form.end(body);
		const [answer] = (await once(form, 'response')) as [IncomingMessage];
		return Buffer.concat((await answer.toArray()) as Buffer[]).toString();
	};
}
const headingOf = async (answer: Response) => /<h1>(.*)<\/h1>/.exec(await answer.text())?.[1];

test('the address leads to the page, whether or not n8n signs addresses', async () => {
	await wait(1);
	const { url, plain, unsigned, transaction } = told[0]!;
	expect(url).toMatch(/\/webhook-waiting\/\d+\/card-payment-otp\?signature=\w+&transaction=SBX-[\w-]+$/);
	const old = new URL(unsigned);
	expect([old.pathname, old.searchParams.get('transaction')]).toEqual([
		'/webhook-waiting/7/card-payment-otp',
		transaction,
	]);
	expect(await headingOf(await fetch(url))).toBe('Confirm your payment');
	// n8n reads the path from the end of its token as well.
	expect(await headingOf(await fetch(`${plain}/card-payment-otp&transaction=${transaction}`))).toBe(
		'Confirm your payment',
	);
});

test('the execution goes on when the customer has entered the OTP, and not before', async () => {
	const { executionId, status } = await wait(1);
	expect(status).toBe('waiting');
	expect(await (await enter(told[0]!.url, '000000')).text()).toMatch(/This code was not accepted.*Tries left: \d/);
	expect((await world.engine.latest(executionId)).items('Collect')).toMatchObject([{ json: { timedOut: true } }]);
	expect(await headingOf(await enter(told[0]!.url))).toBe('Payment received');
	const run = await world.engine.latest(executionId);
	expect(run.items('Collect')).toMatchObject([{ json: { outcome: 'authorized', timedOut: false } }]);
});

test('what the charge told of the payment stays known where the record does not tell it', async () => {
	const nothing = { amount: null, requestedAmount: null, grossAmount: null, currencyCode: null, merchantRef: null };
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: nothing } });
	const run = await world.run([
		world.node('Charge', 'card', 'charge', chargeFields()),
		world.node('Collect', 'card', 'collectOtp', {
			transactionReference: '={{ $json.transactionReference }}',
			timeLimit: 15,
		}),
	]);
	expect(run.items('Collect')).toMatchObject([
		{ json: { timedOut: true, amount: 10.5, amountMinor: 1050, currency: 'NGN', reference: expect.any(String) } },
	]);
});

test('an old address of the page resumes no later step', async () => {
	const { executionId } = await wait(1);
	await enter(told[0]!.url);
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
	const statuses = [await fetch(told[0]!.url), await enter(told[0]!.url)].map((answer) => answer.status);
	expect(statuses).toEqual([404, 404]);
	const run = await world.engine.latest(executionId);
	expect([run.status, run.items('Deliver')]).toEqual(['waiting', []]);
	expect((await fetch(told[0]!.plain)).status).toBe(200);
	expect((await world.engine.latest(executionId)).status).toBe('success');
});

test('the plain address of the execution is not that of the page', async () => {
	const { executionId } = await wait(1);
	expect((await fetch(told[0]!.plain)).status).toBe(404);
	expect((await fetch(told[0]!.url.replace(/signature=\w/, 'signature=x'))).status).toBe(401);
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
});

test('each item has its own address, and the execution goes on after the last', async () => {
	const { executionId } = await wait(2);
	expect(await headingOf(await fetch(told[0]!.url.replace(/&transaction=.*/, '')))).toBe('This link does not work');
	expect(await headingOf(await enter(told[1]!.url))).toBe('Payment received');
	expect((await world.engine.latest(executionId)).items('Collect')).toMatchObject([
		{ json: { timedOut: true } },
		{ json: { timedOut: true } },
	]);
	expect(await headingOf(await enter(told[0]!.url))).toBe('Payment received');
	expect((await world.engine.latest(executionId)).items('Collect')).toMatchObject([
		{ json: { outcome: 'authorized' } },
		{ json: { outcome: 'authorized' } },
	]);
});

test('an address of an earlier wait does not show the payment of somebody else', async () => {
	await wait(1);
	const earlier = told[0]!.transaction;
	const { executionId } = await wait(1);
	const sent = world.requestsTo('/charge/authorize').length;
	const address = told[1]!.url.replace(/transaction=.*/, `transaction=${earlier}`);
	for (const other of [address, address.replace(/&transaction=.*/, '')]) {
		expect(await headingOf(await enter(other))).toBe('This link does not work');
	}
	expect(world.requestsTo('/charge/authorize')).toHaveLength(sent);
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
});

test('a form that comes late, when the execution has gone on, does not run the next steps again', async () => {
	const again = chargeFields({ ...CARDS.frictionless, reference: '=R-{{ $now.toMillis() }}' });
	const { executionId } = await wait(1, [world.node('Charge another card', 'card', 'charge', again)]);
	const finish = await beginForm(told[0]!.url);
	expect(await headingOf(await enter(told[0]!.url))).toBe('Payment received');
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
	expect(world.requestsTo('/charge')).toHaveLength(2);

	expect(await finish()).toContain('Payment received');
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
	expect(world.requestsTo('/charge')).toHaveLength(2);
});

test('a node that two branches lead to waits for each of them', async () => {
	const branches = ['A', 'B'].map((name) => [
		world.node(`Charge ${name}`, 'card', 'charge', chargeFields()),
		{ ...tell(), name: `Tell ${name}` },
	]);
	const collect = world.node('Collect', 'card', 'collectOtp', { transactionReference: '={{ $json.transaction }}' });
	const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: 'main', index: 0 }))] });
	const connections = {
		Start: to('Charge A', 'Charge B'),
		...Object.fromEntries(
			['A', 'B'].flatMap((name) => [
				[`Charge ${name}`, to(`Tell ${name}`)],
				[`Tell ${name}`, to('Collect')],
			]),
		),
	};
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
	const { executionId } = await world.engine.run(
		{ name: 'Test', nodes: [start, ...branches.flat(), collect], connections, settings: { executionOrder: 'v1' } },
		{ input: [{}] },
	);
	const finish = await beginForm(told[0]!.url);
	expect(await headingOf(await enter(told[0]!.url))).toBe('Payment received');
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
	expect(told).toHaveLength(2);
	// It belongs to the first wait, and does not begin the second again.
	expect(await finish()).toContain('Payment received');
	expect((await world.engine.latest(executionId)).status).toBe('waiting');
	expect(told).toHaveLength(2);
	expect(await headingOf(await enter(told[1]!.url))).toBe('Payment received');
	expect((await world.engine.latest(executionId)).status).toBe('success');
});
