import { chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

setUpWorld({ webhooksEnabled: true });

/** Without what is asked about the merchant's reference before a charge. */
const verifications = () => world.sandbox.requests.filter(({ url }) => /\/transaction\/verify\/(?!ORD-)/.test(url));

async function pendingPayment(): Promise<string> {
	const [item] = await world.one('card', 'charge', chargeFields());
	return item!.json.transactionReference as string;
}

function approveAfter(questions: number, transactionReference: string): void {
	const { ledger } = world.sandbox;
	const approve = () => {
		if (verifications().length < questions) {
			setImmediate(approve);
			return;
		}
		ledger.setStatus(ledger.byTransactionReference(transactionReference)!, {
			status: 2,
			errorCode: '00',
			errorMessage: 'Approved',
		});
	};
	approve();
}

test('a pending payment is asked for again until it is final', async () => {
	const transactionReference = await pendingPayment();
	approveAfter(2, transactionReference);
	const [item] = await world.one('transaction', 'waitForOutcome', { transactionReference, timeLimit: 60 });
	expect(item!.json).toMatchObject({ outcome: 'authorized', timedOut: false });
	expect(verifications()).toHaveLength(3);
});

test.each([
	['an unknown reference', {}, 'does not know a transaction with this reference'],
	['a refused private key', { privateKey: 'wrong' }, 'refused the private key'],
])('%s fails at once', async (_, credential, message) => {
	world.editCredential(credential);
	const waiting = world.one('transaction', 'waitForOutcome', { transactionReference: 'nobody', timeLimit: 60 });
	await expect(waiting).rejects.toMatchObject({ message: expect.stringContaining(message) });
	world.editCredential({ privateKey: world.sandbox.options.privateKey });
	expect(verifications()).toHaveLength(1);
});

test('all items wait at the same time, however few requests are allowed at once', async () => {
	const references = await Promise.all([pendingPayment(), pendingPayment(), pendingPayment()]);
	references.forEach((reference) => approveAfter(3, reference));
	const parameters = { transactionReference: '={{ $json.reference }}', timeLimit: 60, options: { requestsAtOnce: 1 } };
	const items = await world.one(
		'transaction',
		'waitForOutcome',
		parameters,
		references.map((reference) => ({ reference })),
	);
	expect(items.map(({ json }) => [json.transactionReference, json.outcome])).toEqual(
		references.map((reference) => [reference, 'authorized']),
	);
});

test('stopping the execution ends the waiting', async () => {
	const transactionReference = await pendingPayment();
	let cancel = () => {};
	const node = world.node('Wait', 'transaction', 'waitForOutcome', { transactionReference, timeLimit: 3600 });
	const running = world.run([node], [{}], { onStart: (stop) => (cancel = stop) });
	while (verifications().length < 1) await new Promise(setImmediate);
	cancel();
	expect((await running).status).toBe('canceled');
	expect(verifications().length).toBeLessThanOrEqual(2);
});
