import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { Engine, type INodeJson } from '../../../dev/engine';
import { WITHOUT_ISOLATES } from '../support/expressions';
import { ActiveTrigger, chargeAtSandbox, claimOf } from '../support/trigger';
import { World } from '../support/world';

const NOT_READY = 'error Trigger is active, but cannot accept notifications yet: ';

/** Lists what the trigger has written into n8n's log. */
const linesIn = ({ engine }: World) => engine.logs.filter((line) => /^(error|warn|info) Trigger\b/.test(line));

describe('an activation', () => {
	let world: World;
	let trigger: ActiveTrigger | undefined;
	let credential: ICredentialDataDecryptedObject;
	beforeAll(async () => {
		world = await World.start();
		credential = world.engine.store.read(world.credentialId);
	});
	afterAll(async () => await world.stop());
	beforeEach(async () => {
		await world.sandbox.reset();
		world.engine.logs.length = 0;
	});
	afterEach(async () => {
		await trigger?.deactivate();
		trigger = undefined;
		restore();
	});

	const restore = () => world.engine.store.write(world.credentialId, credential);
	const activate = async (parameters?: IDataObject, options?: Parameters<typeof ActiveTrigger.activate>[2]) =>
		(trigger = await ActiveTrigger.activate(world, parameters, options));

	test.each([{}, { test: true }])('with good keys asks the service once and says nothing (%j)', async (options) => {
		await activate({}, options);
		expect(world.sandbox.requests.map(({ url }) => url)).toEqual([
			expect.stringMatching(/^\/transaction\/verify\/credential-test-[\w-]{36}$/),
		]);
		expect(linesIn(world)).toEqual([]);
	});

	interface Problem {
		is: string;
		begin?: () => void;
		parameters?: IDataObject;
		node?: Partial<INodeJson>;
		says: RegExp;
		/** True if the settings may be right, and only the service does not answer. */
		mayPass?: true;
	}
	const edit = (changes: IDataObject) => () => world.editCredential(changes);
	const without = { credentials: { cardPaymentApi: { id: 'deleted', name: 'deleted' } } };
	const problems: Problem[] = [
		{
			is: 'a wrong private key',
			begin: edit({ privateKey: 'wrong' }),
			says: /The service refused the private key\. .*Check the Private Key/,
		},
		{
			is: 'a wrong address',
			begin: edit({ transactionBase: '/a' }),
			says: /There is no card service at this address\. Some providers/,
			mayPass: true,
		},
		{
			is: 'an IP address that is not whitelisted',
			begin: () => world.sandbox.configure({ ipNotWhitelisted: true }),
			says: /does not accept calls from this server's IP address\. .*Ask your provider/,
		},
		{ is: 'a deleted credential', node: without, says: /There is no credential that this node can use\. Choose/ },
		{
			is: 'a private key that is too short to check signatures with',
			begin: edit({ privateKey: 'sk_live_4821' }),
			parameters: { options: { requireSignedUrl: true } },
			says: /'Private Key' of the credential is too short to sign links/,
		},
		{
			is: 'a filter that cannot be used',
			parameters: { options: { currencies: 'NAIRA' } },
			says: /'Options > Currencies' has an entry that is not a currency code/,
		},
		{
			is: 'a filter whose expression gives nothing',
			parameters: { options: { currencies: "={{ '' }}" } },
			says: /'Currencies' has an expression that returns nothing/,
		},
	];

	/** Expects an error in the editor, and nothing in the log. */
	async function refused({ begin, parameters, node, says }: Problem, how: Parameters<typeof activate>[1]) {
		begin?.();
		const error = await activate(parameters, { ...how, node }).then(
			() => undefined,
			(failure: Error) => failure,
		);
		expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(says) as string });
		expect(error!.message).toMatch(/^Trigger: /);
		expect(error!.message).not.toMatch(/undefined|\[object|\n| {2}/);
		expect(linesIn(world)).toEqual([]);
	}

	/** Expects one line in the log, while the trigger is there and answers 503. */
	async function closed({ begin, parameters, node, says }: Problem, how: Parameters<typeof activate>[1]) {
		begin?.();
		await activate(parameters, { ...how, node });
		expect(linesIn(world)).toEqual([expect.stringMatching(says)]);
		expect(linesIn(world)[0]).toContain(NOT_READY);
		const paid = await chargeAtSandbox(world);
		expect(await trigger!.result(trigger!.notify(claimOf(paid)))).toEqual([503, 0]);
	}

	test.each(problems)('by publishing, with $is, tells the person who publishes', async (problem) => {
		await refused(problem, { activation: 'activate' });
	});

	test.each(problems.filter(({ mayPass }) => !mayPass))(
		'by publishing a change, with $is, tells the person who publishes',
		async (problem) => await refused(problem, { activation: 'update' }),
	);

	test.each(problems.filter(({ mayPass }) => mayPass))(
		'by publishing a change, with $is, leaves the trigger to come back with the service',
		async (problem) => await closed(problem, { activation: 'update' }),
	);

	test.each(problems)('by a start of n8n, with $is, says so in the log and answers 503', async (problem) => {
		await closed(problem, { activation: 'init' });
	});

	test('by a start that found wrong keys needs no other one: the trigger works as soon as the keys do', async () => {
		world.editCredential({ privateKey: 'wrong' });
		const active = await activate({}, { activation: 'init' });
		const paid = await chargeAtSandbox(world);
		expect((await active.notify(claimOf(paid))).status).toBe(503);
		restore();
		expect(await trigger!.result(trigger!.notify(claimOf(paid)))).toEqual([200, 1]);
	});

	test('ends with a deactivation: both webhook paths answer 404', async () => {
		const { notificationUrl, callbackUrl } = await activate();
		const paid = claimOf(await chargeAtSandbox(world));
		const deliver = async () => [
			(await trigger!.notify(paid, {}, notificationUrl)).status,
			(await trigger!.notify(paid, {}, callbackUrl)).status,
			(await trigger!.callback({}, callbackUrl)).status,
		];
		expect(await deliver()).toEqual([200, 200, 400]);
		await trigger!.deactivate();
		expect(await deliver()).toEqual([404, 404, 404]);
	});

	describe('of a test', () => {
		test('does not name the node that it is told beside', async () => {
			const wrong = activate({ options: { currencies: 'NAIRA' } }, { test: true });
			await expect(wrong).rejects.toThrow(/^'Options > Currencies' has an entry/);
		});

		test('waits for one notification that starts, and shows it again each time', async () => {
			const paid = await chargeAtSandbox(world);
			for (let test = 1; test <= 2; test++) {
				await activate({}, { test: true });
				expect(trigger!.notificationUrl).toContain('/webhook-test/trigger-1/notification');
				expect(await trigger!.result(trigger!.notify({ status: 2 }))).toEqual([400, 0]);
				expect(await trigger!.result(trigger!.notify({ transactionReference: 'SBX-unknown' }))).toEqual([401, 0]);
				expect(await trigger!.result(trigger!.notify(claimOf(paid)))).toEqual([200, 1]);
				expect(await trigger!.started()).toMatchObject([{ ...paid, outcome: 'authorized', verified: true }]);
				expect(await trigger!.result(trigger!.notify(claimOf(paid)))).toEqual([404, 1]);
				expect(trigger!.staticData).toEqual({});
			}
		});
	});
});

describe('the public address', () => {
	let world: World;
	afterEach(async () => await world.stop());

	test.each([
		['https://n8n.example/', 0],
		['http://127.0.0.1:5678/', 0],
		['http://localhost:5678/', 0],
		['http://n8n.example/', 1],
		['http://127.0.0.1.n8n.example/', 1],
	])('%s makes %i warnings', async (webhookUrl, warnings) => {
		world = await World.start({}, {}, await Engine.start({ webhookUrl, ...WITHOUT_ISOLATES }));
		await ActiveTrigger.activate(world);
		const warning = expect.stringMatching(/^warn Trigger: the address for notifications is not https.*N8N_WEBHOOK_URL/);
		expect(linesIn(world)).toEqual(Array(warnings).fill(warning));
	});
});
