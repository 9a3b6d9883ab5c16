import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { OTP, type Fault } from '../../dev/sandbox';
import type { EngineRun, INodeJson } from '../../dev/engine';
import { to } from '../../dev/engine/in-row';
import { CARDS, chargeFields, World } from './support/world';

let world: World;
let receiver: Server;
let orders = 0;
let told: Array<{ url: string; plain: string; transaction: string }>;

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

/** Makes a node that tells somebody the addresses of a payment. */
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
			jsonBody: `={ "url": "{{ $json.otpUrl }}", "plain": "{{ $execution.resumeUrl }}", "transaction": "{{ $json.transactionReference }}" }`,
		},
	};
}

/** Charges so many cards, or those of the given references, tells somebody the addresses, collects the OTPs, goes on with `next`, and waits for a manager. */
async function wait(items: number | string[], next: INodeJson[] = [], options: IDataObject = {}): Promise<EngineRun> {
	const transactionReference = "={{ $('Charge').item.json.transactionReference }}";
	const references = typeof items === 'number' ? Array.from({ length: items }, () => `ORD-${++orders}`) : items;
	return await world.run(
		[
			world.node('Charge', 'card', 'charge', chargeFields({ reference: '={{ $json.reference }}' })),
			tell(),
			world.node('Collect', 'card', 'collectOtp', { transactionReference, timeLimit: 15, options }),
			...next,
			{ name: 'Manager approves', type: 'n8n-nodes-base.wait', parameters: { resume: 'webhook' } },
			{ name: 'Deliver', type: 'n8n-nodes-base.noOp' },
		],
		references.map((reference) => ({ reference })),
	);
}

/** Enters an OTP into a form, by default into one that was just opened. */
const enter = async (address: string, otp = OTP, form = '') => {
	const state = /name="state" value="([^"]+)"/.exec(form)?.[1] ?? '';
	return await fetch(address, { method: 'POST', body: new URLSearchParams({ otp, state }) });
};
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

test('the address in the item of the charge leads to the page', async () => {
	await wait(1);
	const { url, plain, transaction } = told[0]!;
	expect(url).toMatch(/\/webhook-waiting\/\d+\/card-payment-otp\?signature=\w+&transaction=SBX-[\w-]+$/);
	expect(await headingOf(await fetch(url))).toBe('Confirm your payment');
	// n8n reads the path from the end of its token as well.
	expect(await headingOf(await fetch(`${plain}/card-payment-otp&transaction=${transaction}`))).toBe(
		'Confirm your payment',
	);
});

test('the execution goes on when the customer has entered the OTP, and not before', async () => {
	const { executionId, status } = await wait(1);
	expect(status).toBe('waiting');
	const again = await (await enter(told[0]!.url, '000000')).text();
	for (const text of [/This code was not accepted/, /You can enter \d more codes?\./]) expect(again).toMatch(text);
	expect((await world.engine.latest(executionId)).items('Collect')).toMatchObject([{ json: { timedOut: true } }]);
	expect(await headingOf(await enter(told[0]!.url))).toBe('Payment received');
	const run = await world.engine.latest(executionId);
	expect(run.items('Collect')).toMatchObject([{ json: { outcome: 'authorized', timedOut: false } }]);
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

describe('an OTP that the service repeats without saying what it is', () => {
	const words = `Customer was authorized with ${OTP}`;

	test('does not show in an item', async () => {
		const { executionId } = await wait(2);
		const data = { errorMessage: words, merchant: words };
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data }, times: 20 });
		for (const { url } of told) expect(await headingOf(await enter(url))).toBe('Payment received');
		const items = (await world.engine.latest(executionId)).items('Collect');
		const hidden = { serviceMessage: 'Customer was authorized with [hidden]' };
		expect(items).toMatchObject([{ json: hidden }, { json: hidden }]);
		expect(JSON.stringify(items)).not.toContain(OTP);
	});

	test('is not written to the log', async () => {
		await wait(1);
		world.engine.logs.length = 0;
		const fields = { status: 'error', data: null, message: words };
		world.sandbox.fail({ on: 'verify', kind: 'altered', status: 500, fields, times: 20 });
		expect(await headingOf(await enter(told[0]!.url))).toBe('Your payment is being checked');
		const log = world.engine.logs.join('\n');
		expect(log).toContain('Customer was authorized with [hidden]');
		expect(log).not.toContain(OTP);
	});
});

describe('an OTP that the service does not accept', () => {
	const WRONG = '000000';
	const sent = () => world.requestsTo('/charge/authorize').length;
	/** Lets the service answer all OTPs in one way, without looking at them. */
	const answerAll = (fault: Pick<Fault, 'kind' | 'status'>) =>
		world.sandbox.fail({ on: 'authorize', when: 'before', times: 20, ...fault });
	const otpItem = async (executionId: string) => (await world.engine.latest(executionId)).items('Collect')[0]?.json;
	const triesLeft = (page: string) => /You can enter (\d) more codes?\./.exec(page)?.[1];

	test.each([400, 422])('takes a try where it is refused with a %i', async (status) => {
		const { executionId } = await wait(1, [], { otpTries: 3 });
		const before = sent();
		const { url } = told[0]!;
		answerAll({ kind: 'status', status });
		let form = await (await fetch(url)).text();
		for (const left of [2, 1]) {
			form = await (await enter(url, WRONG, form)).text();
			expect(form).toContain('This code was not accepted. Enter the latest code that you received.');
			expect(triesLeft(form)).toBe(String(left));
			expect(triesLeft(await (await enter(url, ' ', form)).text())).toBe(String(left));
		}
		expect(await headingOf(await enter(url, WRONG, form))).toBe('Payment not completed');
		expect(sent() - before).toBe(3);
		expect(await otpItem(executionId)).toMatchObject({
			outcome: 'otp_required',
			authorized: false,
			timedOut: false,
			otpRejected: true,
		});
	});

	test.each([401, 403, 429])(
		'takes no try where it is refused with a %i, for no fault of its own, and may be sent again',
		async (status) => {
			await wait(1, [], { otpTries: 1 });
			answerAll({ kind: 'status', status });
			const form = await (await enter(told[0]!.url, WRONG)).text();
			expect([/role="alert"[^>]*><p>(.*?)<\/p>/.exec(form)?.[1], triesLeft(form)]).toEqual([
				...['Your request could not be processed yet. Please press the button again in a moment.', '1'],
			]);
		},
	);

	test.each([
		['fails', { kind: 'status', status: 503 }],
		['gives no answer', { kind: 'reset' }],
	] as const)('is not called refused where the service %s, as it may be the right one', async (_, fault) => {
		const { executionId } = await wait(1, [], { otpTries: 1 });
		answerAll(fault);
		expect(await headingOf(await enter(told[0]!.url, WRONG))).toBe('Your payment is being checked');
		expect(await otpItem(executionId)).toMatchObject({ timedOut: true });
		world.sandbox.setStatus(told[0]!.transaction, 2);
		expect(await headingOf(await fetch(told[0]!.url))).toBe('Payment received');
		expect(await otpItem(executionId)).toMatchObject({ outcome: 'authorized', timedOut: false });
	});
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
		world.node(`Charge ${name}`, 'card', 'charge', chargeFields({ reference: `ORD-${name}` })),
		{ ...tell(), name: `Tell ${name}` },
	]);
	const collect = world.node('Collect', 'card', 'collectOtp', { transactionReference: '={{ $json.transaction }}' });
	const lead = (...nodes: string[]) => ({ main: [to(...nodes)] });
	const connections = {
		Start: lead('Charge A', 'Charge B'),
		...Object.fromEntries(
			['A', 'B'].flatMap((name) => [
				[`Charge ${name}`, lead(`Tell ${name}`)],
				[`Tell ${name}`, lead('Collect')],
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
