import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../../dev/engine';
import type { Fault } from '../../dev/sandbox';
import { CANARY, hidden, secretsIn } from './support/canary';
import { WITHOUT_ISOLATES } from './support/expressions';
import { chargeFields, transferFields, World } from './support/world';

const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const SANDBOX = {
	echo: true,
	apiKey: CANARY.apiKey,
	privateKey: CANARY.privateKey,
	otp: CANARY.otp,
	refreshPath: '/renew',
};

/** One for each mode, as most of the time is spent waiting for services that fail. */
let worlds: World[];
beforeAll(async () => {
	const engine = await Engine.start(WITHOUT_ISOLATES);
	worlds = await Promise.all(MODES.map(async () => await World.start(SANDBOX, { renewalPath: '/renew' }, engine)));
});
afterAll(async () => await Promise.all(worlds.map(async (world) => await world.stop())));
beforeEach(async () => {
	worlds[0]!.engine.logs.length = 0;
	for (const world of worlds) {
		await world.sandbox.reset();
		world.editCredential({ ...KEYS, cardAuthentication: 'apiKey' });
	}
});

/** The effects of a failing item, and the world to try it in. */
interface Mode {
	world: World;
	onError: string;
}

/** Does the same in every mode, at the same time. */
async function inEveryMode(act: (mode: Mode) => Promise<void>): Promise<void> {
	await Promise.all(MODES.map(async (onError, index) => await act({ onError, world: worlds[index]! })));
}

const BAD_PIN = `${CANARY.shortPin}A`;
const { apiKey, privateKey, previousPrivateKey } = CANARY;
const KEYS = { apiKey, privateKey, previousPrivateKey };

const QUICK = { cardPin: hidden(CANARY.shortPin, CANARY.longPin), timeout: 1, requestsAtOnce: 2 };

let lists = 0;

/** An expression for the references of a list that was not run before. */
const orders = () => `=${String(++lists)}-{{ $itemIndex }}`;

const secretCharge = (changes: IDataObject = {}) =>
	chargeFields({
		cardNumber: hidden(CANARY.cardNumber),
		cvv: hidden(CANARY.cvv),
		options: QUICK,
		reference: orders(),
		...changes,
	});
const secretOtp = (transactionReference: string) => ({
	transactionReference,
	otp: hidden(CANARY.shortWrongOtp, CANARY.longWrongOtp),
	options: { timeout: 1 },
});

/** The transaction references of two payments that wait for their OTPs, for an item each. */
async function waitingPayments(world: World): Promise<string> {
	const charged = await world.one('card', 'charge', chargeFields({ reference: orders() }), [{}, {}]);
	return `={{ ${JSON.stringify(charged.map(({ json }) => json.transactionReference))}[$itemIndex] }}`;
}

/** Everything that the execution left, in n8n's database, its logs and its error workflow. */
async function traces({ world, onError }: Mode, operation: string, parameters: object): Promise<string> {
	const [resource, name] = operation.split('.') as [string, string];
	const run = await world.run(
		[world.node('Node', resource, name, parameters, { onError })],
		[{ order: 1 }, { order: 2 }],
	);
	const addresses = world.sandbox.requests.map(({ url }) => url);
	return [run.serialized, JSON.stringify(run.error), ...addresses, ...world.engine.logs].join('\n');
}

/** Runs an operation, and expects that it leaves no secret. */
async function expectNoSecret(mode: Mode, operation: string, parameters: object, more: string[] = []): Promise<void> {
	const text = await traces(mode, operation, parameters);
	const { accessToken, refreshToken } = mode.world.engine.store.read(mode.world.credentialId);
	const tokens = [accessToken, refreshToken].map(String).filter(Boolean);
	const found = secretsIn(text, [...Object.values(CANARY), ...tokens, ...more]);
	expect({ mode: mode.onError, found }).toEqual({ mode: mode.onError, found: [] });
	expect(text.length).toBeGreaterThan(500);
}

const LOSSES: Array<Pick<Fault, 'kind' | 'status'>> = [
	{ kind: 'reset' },
	{ kind: 'hang' },
	{ kind: 'html', status: 502 },
	{ kind: 'empty' },
	{ kind: 'brokenJson' },
	...[400, 403, 409, 500].map((status) => ({ kind: 'status' as const, status })),
];
/** Those with a body, in which the service repeats its input. */
const REPEATING = LOSSES.filter(({ kind }) => kind === 'html' || kind === 'brokenJson' || kind === 'status');
describe('with a service that repeats its input, in every mode', () => {
	test.each(LOSSES)('a charge that fails with $kind $status', async (fault) => {
		await inEveryMode(async (mode) => {
			mode.world.sandbox.fail({ on: 'charge', times: 2, ...fault });
			await expectNoSecret(mode, 'card.charge', secretCharge());
		});
	});

	test('a charge whose keys are refused', async () => {
		await inEveryMode(async (mode) => {
			mode.world.sandbox.configure({ apiKey: 'another' });
			await expectNoSecret(mode, 'card.charge', secretCharge());
		});
	});

	test.each(['bearer', 'privateKey', 'privateKeyHeader'])(
		'a charge that is refused, opened by %s',
		async (cardAuthentication) => {
			await inEveryMode(async (mode) => {
				mode.world.sandbox.configure({ cardAuth: cardAuthentication as never });
				mode.world.editCredential({ cardAuthentication });
				mode.world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before', times: 2 });
				await expectNoSecret(mode, 'card.charge', secretCharge());
			});
		},
	);

	test.each([
		['as it is', hidden(CANARY.cardNumber)],
		['in groups', hidden('4539-1488-0343-6467')],
		['in a longer one', '={{ "ORDER-45" + "39148803436467-7" }}'],
	])('a card number that somebody typed into the reference, %s', async (_, reference) => {
		await inEveryMode(async (mode) => {
			mode.world.sandbox.fail({ on: 'charge', kind: 'status', status: 409, times: 2 });
			await expectNoSecret(mode, 'card.charge', secretCharge({ reference }));
			expect(mode.world.requestsTo('/transaction/charge')).toEqual([]);
		});
	});

	test('a card number that somebody typed into a reference, where no card is known', async () => {
		const printed = hidden('4539 1488 0343 6467');
		await inEveryMode(async (mode) => {
			await expectNoSecret(mode, 'transaction.verify', { transactionReference: printed });
			await expectNoSecret(mode, 'card.authorize', secretOtp(printed));
			await expectNoSecret(mode, 'transfer.create', transferFields({ requestId: printed }));
			expect(mode.world.sandbox.requests).toEqual([]);
		});
	});

	test('a declined card', async () => {
		const charge = secretCharge({ cardNumber: hidden(CANARY.declinedCard), options: { ...QUICK, simplify: false } });
		await inEveryMode(async (mode) => await expectNoSecret(mode, 'card.charge', charge));
	});

	test.each(REPEATING)('an authorization that fails with $kind $status', async (fault) => {
		await inEveryMode(async (mode) => {
			mode.world.sandbox.fail({ on: 'authorize', when: 'before', times: 1, ...fault });
			await expectNoSecret(mode, 'card.authorize', secretOtp('={{ "T" + $json.order }}'));
		});
	});

	test('OTPs that are refused', async () => {
		await inEveryMode(async (mode) => {
			const otps = { ...secretOtp(await waitingPayments(mode.world)), options: { simplify: false } };
			await expectNoSecret(mode, 'card.authorize', otps);
			expect(mode.world.requestsTo('/authorize')).toHaveLength(2);
		});
	});

	test.each(REPEATING)('a transfer that fails with $kind $status', async (fault) => {
		const check = { checkName: true, expectedName: 'Adaeze Chinyere Okafor', options: { timeout: 1 } };
		await inEveryMode(async (mode) => {
			mode.world.sandbox.fail({ on: 'transfer', times: 2, ...fault });
			await expectNoSecret(mode, 'transfer.create', transferFields({ ...check, requestId: orders() }));
		});
	});

	test('a name enquiry and the status of a transfer that fail', async () => {
		await inEveryMode(async (mode) => {
			for (const status of [401, 404, 500]) {
				mode.world.sandbox.fail({ on: 'name', kind: 'status', status, times: 2 });
				await expectNoSecret(mode, 'bankAccount.resolveName', transferFields());
				mode.world.sandbox.fail({ on: 'transferStatus', kind: 'status', status, times: 2 });
				await expectNoSecret(mode, 'transfer.getStatus', { transferReference: 'T1' });
			}
		});
	});

	test.each(REPEATING)('a verification that fails with $kind $status', async (fault) => {
		await inEveryMode(async (mode) => {
			mode.world.sandbox.fail({ on: 'verify', times: 2, ...fault });
			await expectNoSecret(mode, 'transaction.verify', { transactionReference: 'T1', options: { timeout: 1 } });
		});
	});

	test.each(['apiKey', 'privateKey'])('a wrong %s', async (key) => {
		const wrong = `canary-wrong-${key}-51c0`;
		await inEveryMode(async (mode) => {
			mode.world.editCredential({ [key]: wrong, accessToken: '' });
			await expectNoSecret(mode, 'bank.getMany', {}, [wrong]);
			await expectNoSecret(mode, 'account.get', {}, [wrong]);
			await expectNoSecret(mode, 'transaction.verify', { transactionReference: 'T1' }, [wrong]);
		});
	});

	test('the previous private key, which is sent nowhere and hidden where a service says it', async () => {
		await inEveryMode(async (mode) => {
			const { world } = mode;
			const said = { status: 401, message: `Use ${previousPrivateKey}` };
			for (const on of ['charge', 'verify', 'banks'] as const)
				world.sandbox.fail({ on, kind: 'altered', fields: said, times: 2 });
			await expectNoSecret(mode, 'card.charge', secretCharge());
			await expectNoSecret(mode, 'transaction.verify', { transactionReference: 'T1' });
			await expectNoSecret(mode, 'bank.getMany', {});
			await expectNoSecret(mode, 'account.checkSetup', {});
			expect(JSON.stringify(world.sandbox.requests)).not.toContain(previousPrivateKey);
		});
	});

	test('a token that is taken back, over and over', async () => {
		await inEveryMode(async (mode) => {
			mode.world.sandbox.fail({ on: 'banks', kind: 'status', status: 401, times: 9 });
			await expectNoSecret(mode, 'bank.getMany', {});
		});
	});

	test.each([
		['card number', { cardNumber: hidden(CANARY.mistypedCard) }],
		['expiry', { expiry: '03/20' }],
		['PIN', { options: { cardPin: hidden(BAD_PIN) } }],
		['amount', { amount: hidden(CANARY.cardNumber) }],
		['currency', { currency: hidden(CANARY.cardNumber) }],
		['address', { returnUrl: hidden(CANARY.cardNumber) }],
	])('input with a bad %s', async (_, changes) => {
		await inEveryMode(async (mode) => {
			await expectNoSecret(mode, 'card.charge', secretCharge(changes), [BAD_PIN]);
			expect(mode.world.sandbox.requests).toHaveLength(0);
		});
	});
});

test('payments that succeed leave no secret either, simplified or not', async () => {
	await inEveryMode(async (mode) => {
		const { world } = mode;
		for (const simplify of [true, false]) {
			const otps = {
				transactionReference: await waitingPayments(world),
				otp: hidden(CANARY.otp),
				options: { simplify },
			};
			await expectNoSecret(mode, 'card.authorize', otps);
			expect(world.sandbox.ledger.transactions.slice(-2)).toMatchObject([{ status: 2 }, { status: 2 }]);
			const charge = {
				cardNumber: hidden('4000056655665556'),
				cvv: hidden(CANARY.cvv),
				options: { ...QUICK, simplify },
			};
			await expectNoSecret(mode, 'card.charge', secretCharge(charge), ['4000056655665556']);
			await expectNoSecret(mode, 'account.get', { options: { simplify } });
			await expectNoSecret(mode, 'bank.getMany', { options: { simplify } });
		}
	});
});

test('the search finds what is there', async () => {
	await inEveryMode(async (mode) => {
		const text = await traces(mode, 'card.charge', secretCharge({ reference: `X ${CANARY.cvv}` }));
		expect(secretsIn(text)).toEqual([CANARY.cvv]);
	});
});
