import { readExample } from '../../dev/playground/examples';
import { Outbox } from '../../dev/playground/outbox';
import { Rest, until } from '../../dev/playground/rest';
import { atHome, saveSandboxCredential } from '../../dev/playground/seed';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { pay } from '../e2e/support/payment';
import { QueueMode } from './support/queueMode';

const MINUTE = 60_000;
const COPIES = 20;

let sandbox: Sandbox;
let outbox: Outbox;
let queueMode: QueueMode;

beforeAll(async () => {
	[sandbox, outbox] = await Promise.all([startSandbox({ notificationCopies: COPIES }), Outbox.start()]);
	queueMode = await QueueMode.start({ webhookProcessors: 2, workers: 1 });
}, 3 * MINUTE);

afterAll(async () => {
	await queueMode?.stop();
	await Promise.all([sandbox?.stop(), outbox?.stop()]);
}, MINUTE);

it(
	'delivers a payment exactly once with PostgreSQL, of which two webhook processors hear at the same moment',
	async () => {
		const { main, balancer, postgres } = queueMode;
		const rest = await Rest.logIn(main.url);
		const account = { host: '127.0.0.1', port: postgres.port, database: 'postgres', user: 'n8n', password: 'any' };
		const example = readExample('deliver-exactly-once-postgresql', {
			cardPaymentApi: await saveSandboxCredential(rest, sandbox),
			postgres: await rest.saveCredential('Postgres account', 'postgres', account),
		});
		const workflow = await rest.createWorkflow(atHome(example, balancer.url, outbox.url));
		expect(await rest.run(workflow, 'Set Up (Run Once)')).toMatchObject({ status: 'success' });
		await rest.activate(workflow);

		const { reference } = await pay(sandbox, `${balancer.url}/webhook/card-payment-postgresql/notification`);
		await sandbox.settled();
		expect(sandbox.deliveries.map(({ status }) => status)).toEqual(Array(COPIES).fill(200));
		const ended = async () =>
			(await rest.executionsOf(workflow.id)).filter(({ mode, status }) => mode === 'webhook' && status === 'success');
		await until(async () => (await ended()).length >= COPIES, 'the end of all executions', MINUTE);
		expect(outbox.posts).toMatchObject([{ path: '/shop/deliver', body: { order: reference, paid: true } }]);
		const rows = await postgres.query('SELECT reference, handled FROM card_payments_handled');
		expect(rows).toEqual([{ reference, handled: true }]);
	},
	2 * MINUTE,
);
