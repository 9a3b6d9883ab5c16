import { Rest, until, type StoredWorkflow } from '../../dev/playground/rest';
import { CREDENTIAL, saveSandboxCredential } from '../../dev/playground/seed';
import { OTP, startSandbox, type Sandbox } from '../../dev/sandbox';
import { BrowserPage, entries } from '../engine/support/checkout';
import { QueueMode } from './support/queueMode';

const MINUTE = 60_000;

let sandbox: Sandbox;
let queueMode: QueueMode;
let rest: Rest;
let workflow: StoredWorkflow;

beforeAll(async () => {
	// Of a notification that comes with the browser another process may hear, and start the workflow, too.
	sandbox = await startSandbox({ webhooksEnabled: false });
	queueMode = await QueueMode.start({ webhookProcessors: 2, workers: 1 });
	rest = await Rest.logIn(queueMode.main.url);
	const id = await saveSandboxCredential(rest, sandbox);
	workflow = await rest.createWorkflow({
		name: 'Payment page',
		nodes: [
			{
				name: 'Checkout',
				type: 'n8n-nodes-card-payment.cardPaymentCheckoutTrigger',
				typeVersion: 2,
				webhookId: 'queue-checkout',
				parameters: {
					amount: '10.50',
					currency: { __rl: true, mode: 'list', value: 'NGN' },
					options: {},
				},
				credentials: { cardPaymentApi: { id, name: CREDENTIAL } },
			},
		],
		connections: {},
	});
	await rest.activate(workflow);
}, 3 * MINUTE);

afterAll(async () => {
	await queueMode?.stop();
	await sandbox?.stop();
}, MINUTE);

const starts = async () => (await rest.executionsOf(workflow.id)).length;

/** What a payment has come to: charges at the service, and executions. */
async function pay(flow: () => Promise<BrowserPage[]>) {
	const [chargesBefore, startsBefore] = [sandbox.ledger.transactions.length, await starts()];
	const pages = await flow();
	await sandbox.settled();
	await until(async () => (await starts()) > startsBefore, 'the execution');
	return {
		headings: pages.map(({ heading }) => heading),
		charges: sandbox.ledger.transactions.slice(chargesBefore).map(({ chargeCount }) => chargeCount),
		starts: (await starts()) - startsBefore,
	};
}

async function open(): Promise<BrowserPage> {
	return await BrowserPage.of(await fetch(`${queueMode.balancer.url}/webhook/queue-checkout/checkout`));
}

// A form is answered with a redirect: with a request more in between, the next form reaches the other processor.
const asIs = (page: BrowserPage) => Promise.resolve(page);
const reloaded = async (page: BrowserPage) => await page.reload();

describe.each([
	['the same processor', asIs],
	['another processor each time', reloaded],
])('a payment whose forms reach %s is charged once and starts the workflow once', (_, next) => {
	test.each<[string, () => Promise<BrowserPage>]>([
		['without a question', async () => await (await next(await open())).submit(entries('frictionless'))],
		[
			'with an OTP',
			async () => {
				const otp = await (await next(await open())).submit(entries('otp'));
				return await (await next(otp)).submit({ otp: OTP });
			},
		],
		[
			'with 3-D Secure',
			async () => {
				const bank = await (await next(await open())).submit(entries('threeDSecure'));
				return await (await next(bank)).decide('approve');
			},
		],
	])('%s', async (__, flow) => {
		const before = [...queueMode.balancer.served];
		expect(await pay(async () => [await flow()])).toEqual({
			headings: ['Payment received'],
			charges: [1],
			starts: 1,
		});
		for (const [index, served] of queueMode.balancer.served.entries()) expect(served).toBeGreaterThan(before[index]!);
	});
});

test('a form that is sent twice at once, and so to both processors, charges the card once', async () => {
	const page = await open();
	const sendTwice = async () => {
		const answers = [1, 2].map(async () => await page.submit(entries('frictionless')));
		return await Promise.all((await Promise.all(answers)).map(async (answer) => await answer.reload()));
	};
	const { headings, charges } = await pay(sendTwice);
	expect(headings).toEqual(['Payment received', 'Payment received']);
	expect(charges).toEqual([1]);
});
