import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox';
import { CANARY, secretsIn } from '../support/canary';
import { ActiveTrigger, chargeAtSandbox, claimOf } from '../support/trigger';
import { World } from '../support/world';

const { cardNumber, cvv, shortPin, longPin, otp, shortWrongOtp, apiKey, privateKey, token } = CANARY;
/** Under the names that services have for them. */
const NAMED = { cardNumber, cvv, cardPin: shortPin, otp: shortWrongOtp, apiKey, privateKey, token };

let world: World;
let trigger: ActiveTrigger;
beforeAll(async () => (world = await World.start({ echo: true, apiKey, privateKey })));
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.engine.logs.length = 0;
});
afterEach(async () => {
	await trigger?.deactivate();
	world.editCredential({ privateKey });
});

async function activate(
	parameters: IDataObject = {},
	options?: Parameters<typeof ActiveTrigger.activate>[2],
): Promise<void> {
	trigger = await ActiveTrigger.activate(world, parameters, options);
}

const TEXT = `Card ${cardNumber} (${cvv}), PINs ${shortPin} ${longPin}, OTPs ${otp} ${shortWrongOtp}, keys ${apiKey} ${privateKey} ${token}`;
const HEADERS = { authorization: `Bearer ${token}`, 'x-api-key': apiKey, 'x-card': cardNumber, cookie: `otp=${otp}` };
const QUERY = new URLSearchParams({ ...NAMED, errorMessage: TEXT, q: cardNumber }).toString();

/** A claim with secrets in fields of their names, in free text, and in fields that nobody knows. */
const careless = (claim: IDataObject): IDataObject => ({
	...claim,
	...NAMED,
	pan: cardNumber,
	errorMessage: TEXT,
	customerId: TEXT,
	merchant: TEXT,
	card: { cardNumber, cvv, list: [cardNumber] },
	metadata: { note: TEXT },
	[cardNumber]: TEXT,
});

/** Delivers at both paths, and gives all that was left of it: in n8n's database, in its logs, in the answers. */
async function traces(body: IDataObject): Promise<string> {
	const answers = [
		await trigger.notify(body, HEADERS, `${trigger.notificationUrl}?${QUERY}`),
		await trigger.notify(body, HEADERS, `${trigger.callbackUrl}?${QUERY}`),
	];
	const texts = await Promise.all(answers.map((answer) => answer.text()));
	const heads = answers.map(({ headers }) => JSON.stringify([...headers]));
	const runs = (await trigger.executions()).map(({ serialized }) => serialized);
	return [...texts, ...heads, ...runs, JSON.stringify(trigger.staticData), ...world.engine.logs].join('\n');
}

describe.each([
	['verified', {}, 'authorized'],
	['answered by a redirect', { redirectUrl: 'https://shop.example/' }, 'authorized'],
	['stored before the answer', { options: { startOnce: false } }, 'authorized'],
])('a notification that is %s', (_, parameters, outcome) => {
	test('leaves no secret of its own, nor its headers', async () => {
		await activate(parameters);
		const paid = await chargeAtSandbox(world);
		const left = await traces(careless(claimOf(paid)));
		expect(secretsIn(left)).toEqual([]);
		expect(left).toContain(paid.transactionReference);
		expect((await trigger.started())[0]).toMatchObject({ ...paid, outcome });
	});
});

describe('a notification that is not accepted leaves no secret:', () => {
	test.each<[string, IDataObject]>([
		['with no reference', {}],
		['of an unknown transaction', { transactionReference: 'SBX-unknown' }],
		['with a card number as reference', { transactionReference: cardNumber }],
		['with all secrets as reference', { transactionReference: TEXT }],
		['with a key as reference', { transactionReference: privateKey }],
		['that is too large', { transactionReference: 'SBX-1', junk: TEXT.repeat(1000) }],
	])('%s', async (_, claim) => {
		await activate();
		const left = await traces({ ...careless(claim), ...claim });
		expect(secretsIn(left)).toEqual([]);
		expect(left).toContain('info Trigger did not accept a notification');
	});

	test('with a URL that is not signed', async () => {
		await activate({ options: { requireSignedUrl: true } });
		const left = await traces(careless(claimOf(await chargeAtSandbox(world))));
		expect(secretsIn(left)).toEqual([]);
		expect(left).toContain('its URL is not signed');
	});

	const failures = [400, 401, 403, 404, 409, 429, 500, 503].map((status) => ({ kind: 'status' as const, status }));
	const losses: Array<Pick<Fault, 'kind' | 'status'>> = [
		...[
			{ kind: 'reset' as const },
			{ kind: 'hang' as const },
			{ kind: 'empty' as const },
			{ kind: 'brokenJson' as const },
		],
		{ kind: 'html', status: 502 },
	];
	test.each([...losses, ...failures])('while the service fails with %j and repeats its input', async (fault) => {
		await activate({ options: { timeout: fault.kind === 'hang' ? 1 : 10 } });
		const paid = await chargeAtSandbox(world);
		// A payment that the service does not know is asked for under the other reference as well, and in its history.
		const isUnknown = fault.status === 400 || fault.status === 404;
		for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, times: isUnknown ? 4 : 2, ...fault });
		const left = await traces(careless(claimOf(paid)));
		expect(secretsIn(left)).toEqual([]);
		expect(left.split('Trigger did not accept a notification')).toHaveLength(3);
	});

	test('while the private key is wrong', async () => {
		await activate();
		const paid = await chargeAtSandbox(world);
		world.sandbox.configure({ privateKey: 'another' });
		expect(secretsIn(await traces(careless(claimOf(paid))))).toEqual([]);
		expect(world.engine.logs.join('\n')).toContain('The service refused the private key');
	});
});

test('an activation with a wrong key, at a service that repeats it, shows no secret', async () => {
	world.sandbox.configure({ privateKey: 'another' });
	await activate({}, { activation: 'init' });
	const error = await ActiveTrigger.activate(world, {}, { test: true }).catch((failure: unknown) => failure);
	expect(error).toMatchObject({ message: expect.stringContaining('The service refused the private key') as string });
	const { message, description, stack } = error as Error & { description?: string };
	const left = [message, description, stack, JSON.stringify(error), ...world.engine.logs].join('\n');
	expect(secretsIn(left)).toEqual([]);
	expect(left).toContain('[hidden]');
});
