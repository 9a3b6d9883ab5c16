import type { NodeOperationError } from 'n8n-workflow';

import type { Fault, Transaction } from '../../dev/sandbox';
import { skipWaits } from './support/clock';
import { chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* Wait for Outcome: a wait waits. */

setUpWorld({ webhooksEnabled: true });
skipWaits();

/** Without what is asked about the merchant's reference before a charge. */
const verifications = () => world.sandbox.requests.filter(({ url }) => /\/transaction\/verify\/(?!ORD-)/.test(url));

async function pendingPayment(): Promise<string> {
	const [item] = await world.one('card', 'charge', chargeFields());
	return item!.json.transactionReference as string;
}

/** A payment of which the service has just heard, from nobody in n8n. */
function opened(merchantReference: string): Transaction {
	return world.sandbox.ledger.open({
		...{ merchantReference, amountMinor: 1050, currency: 'NGN', decimals: 2, flow: 'HOSTED', last4: '' },
		...{ decision: { status: 2, errorCode: '00', errorMessage: 'Approved' }, callbackUrl: '', webhookURL: '' },
		customerId: 'ada@shop.example',
	})!;
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

describe('a wait waits, whatever came in', () => {
	test.each([
		['a payment that nobody had heard of', {}],
		['a payment whose outcome was unknown', { outcome: 'unknown' }],
		['an item of another node', { outcome: 'otp_required', name: 'Ada' }],
	])('for %s: the service shows it later', async (_, input) => {
		const reference = 'ORD-LATER';
		const asked = () => world.requestsTo('/transaction/history').length;
		const show = () => {
			if (asked() < 3) return void setImmediate(show);
			const { transactionReference } = opened(reference);
			world.sandbox.setStatus(transactionReference, 2);
		};
		show();
		const fields = { transactionReference: reference, timeLimit: 60 };
		const [item] = await world.one('transaction', 'waitForOutcome', fields, [input]);
		expect(item!.json).toMatchObject({ outcome: 'authorized', reference, timedOut: false });
	});

	test.each<[string, Omit<Fault, 'on'>]>([
		['404 of a wrong address', { kind: 'html', status: 404 }],
		['400', { kind: 'status', status: 400 }],
		['a status that nobody has documented', { kind: 'status', status: 409 }],
		['a firewall', { kind: 'html', status: 403 }],
		['429', { kind: 'status', status: 429 }],
		['503', { kind: 'status', status: 503 }],
		['no answer', { kind: 'reset' }],
		['an answer that cannot be read', { kind: 'brokenJson' }],
	])('while the service answers with %s', async (_, fault) => {
		const { transactionReference } = opened('ORD-BUSY');
		world.sandbox.setStatus(transactionReference, 2);
		for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, ...fault });
		const [item] = await world.one('transaction', 'waitForOutcome', { transactionReference, timeLimit: 60 });
		expect(item!.json).toMatchObject({ outcome: 'authorized', timedOut: false });
	});

	test.each([
		['transaction', 'transactionReference', /^It is not known yet whether this was paid\. /],
		['transfer', 'transferReference', /^It is not known yet whether the money was sent\. /],
	])('until the time is up: a %s that nobody has heard of', async (resource, field, message) => {
		const options = { simplify: true };
		const [item] = await world.one(resource, 'waitForOutcome', { [field]: 'NONE', timeLimit: 0, options });
		expect(item!.json).toMatchObject({ outcome: 'unknown', authorized: false, transactionReference: 'NONE' });
		expect(item!.json).toMatchObject({ timedOut: true, message: expect.stringMatching(message) as string });
		expect(item!.json.details).toMatch(/^The service does not know a trans(action|fer) with this reference\.$/);
		expect(JSON.stringify(item!.json)).not.toMatch(/(charge|pay|send)( it)? again/);
		const failing = { ...options, failUnlessAuthorized: true };
		await expect(
			world.one(resource, 'waitForOutcome', { [field]: 'NONE', timeLimit: 0, options: failing }),
		).rejects.toMatchObject({ message: expect.stringContaining('NONE is not authorized yet') as string });
	});

	test.each([
		['a refused private key', { privateKey: 'wrong' }, 'refused the private key'],
		['a Base URL that is none', { baseUrl: 'shop' }, "'Base URL' is not a web address"],
	])('but not where it would change nothing: %s', async (_, credential, message) => {
		const { baseUrl, privateKey } = world.engine.store.read(world.credentialId);
		world.editCredential(credential);
		const waiting = world.one('transaction', 'waitForOutcome', { transactionReference: 'nobody', timeLimit: 60 });
		await expect(waiting).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
		world.editCredential({ baseUrl, privateKey });
		expect(verifications().length).toBeLessThanOrEqual(1);
	});
});

describe('what is not about the payment does not end a wait', () => {
	const waitFor = async (transactionReference: string) =>
		await world.one('transaction', 'waitForOutcome', { transactionReference, timeLimit: 60 });
	const paid = () => {
		const { transactionReference } = opened('ORD-ODD');
		world.sandbox.setStatus(transactionReference, 2);
		return transactionReference;
	};

	test.each([401, 403])('a history that is not open to these keys, where verify answers: %i', async (status) => {
		const transactionReference = paid();
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 404, times: 2 });
		world.sandbox.fail({ on: 'history', kind: 'status', status, times: 50 });
		const item = { transactionReference, reference: 'ORD-ODD' };
		const outcomes = [
			await waitFor(transactionReference),
			await world.one('transaction', 'waitForOutcome', { timeLimit: 60 }, [item]),
		];
		expect(outcomes).toMatchObject([[{ json: { authorized: true } }], [{ json: { authorized: true } }]]);
	});

	test.each([
		['verify', { verify: 403 }],
		['every way to ask', { verify: 403, history: 403 }],
	])('but a refusal of the keys by %s does', async (_, statuses) => {
		for (const [on, status] of Object.entries(statuses))
			world.sandbox.fail({ on: on as 'verify', kind: 'status', status, times: 50 });
		await expect(waitFor('SBX-1')).rejects.toMatchObject({ message: expect.stringContaining('IP address') as string });
	});

	test('one answer about another record; if it stays, the item says so', async () => {
		const transactionReference = paid();
		world.sandbox.configure({ hasHistory: false });
		const data = { transactionReference: 'X', reference: 'Y' };
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data } });
		expect(await waitFor(transactionReference)).toMatchObject([{ json: { authorized: true } }]);
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data }, times: 50 });
		const [item] = await world.one('transaction', 'waitForOutcome', { transactionReference, timeLimit: 0 });
		expect(item!.json).toMatchObject({ outcome: 'unknown', timedOut: true });
		expect(item!.json.details).toContain('answered with the record of another payment');
	});
});

describe('an item with both references', () => {
	const parameters = { timeLimit: 0, options: { simplify: true } };
	const waitBehind = async (item: object) =>
		(await world.one('transaction', 'waitForOutcome', parameters, [{ ...item }]))[0]!.json;

	test.each(['is unknown to the service', 'is of another name in the record'])(
		'leads to its payment where the code of its page %s',
		async (what) => {
			const { transactionReference } = opened('ORD-CODE');
			world.sandbox.setStatus(transactionReference, 2);
			const isUnknown = what.startsWith('is unknown');
			const data = { transactionReference: 'TX-9' };
			if (!isUnknown) world.sandbox.fail({ on: 'verify', kind: 'altered', times: 50, fields: { data } });
			const item = { transactionReference: isUnknown ? 'ac_77Xq' : transactionReference, reference: 'ORD-CODE' };
			expect(await waitBehind(item)).toMatchObject({ authorized: true, reference: 'ORD-CODE', timedOut: false });
		},
	);

	test('goes into the next round with both, also where the service knows nothing yet', async () => {
		const item = { transactionReference: 'ac_77Xq', reference: 'ORD-NONE' };
		expect(await waitBehind(item)).toMatchObject({ ...item, outcome: 'unknown', timedOut: true });
	});
});

describe('Time Limit', () => {
	test('bounds the wait for the answer of a service that hangs', async () => {
		world.sandbox.fail({ on: 'verify', kind: 'hang', times: 50 });
		const [item] = await world.one('transaction', 'waitForOutcome', { transactionReference: 'SBX-1', timeLimit: 0 });
		expect(item!.json).toMatchObject({ outcome: 'unknown', timedOut: true });
		expect(verifications()).toHaveLength(1);
	}, 20_000);

	test.each(['transaction', 'transfer'])(
		'is five minutes at most, and the error names the loop: %s',
		async (resource) => {
			const field = `${resource === 'transfer' ? 'transfer' : 'transaction'}Reference`;
			const waiting = world.one(resource, 'waitForOutcome', { [field]: 'ORD-1', timeLimit: 301 });
			const error = (await waiting.catch((thrown: unknown) => thrown)) as NodeOperationError;
			expect(error.message).toBe("'Time Limit (Seconds)' is more than five minutes.");
			expect(error.description).toMatch(
				/'Wait for Outcome' with 10 seconds, an IF on 'timedOut', n8n's 'Wait', and back/,
			);
			expect(world.sandbox.requests).toEqual([]);
		},
	);

	test('of the editor is no longer, and its default waits', () => {
		const { properties } = world.engine.nodeType('n8n-nodes-card-payment.cardPayment').description;
		const limits = properties.filter(({ name, displayOptions }) => {
			return name === 'timeLimit' && displayOptions?.show?.operation?.includes('waitForOutcome');
		});
		expect(limits.map(({ typeOptions, default: seconds }) => [typeOptions?.maxValue, seconds])).toEqual(
			limits.map(() => [300, 120]),
		);
		expect(limits.length).toBeGreaterThan(0);
	});
});

describe('after Transaction: Refund', () => {
	const HOUR = 3_600_000;
	/** The service takes a refund, and shows it later. */
	const paidWithRefund = async (answer: object) => {
		world.sandbox.configure({ refundLagMs: HOUR });
		world.sandbox.fail({ on: 'refund', kind: 'altered', fields: { data: answer } });
		const payment = opened('ORD-REFUND');
		world.sandbox.setStatus(payment.transactionReference, 2);
		return payment;
	};
	const refund = () => world.node('Refund', 'transaction', 'refund', { options: { simplify: true } });
	const wait = (more: object = {}, options: object = {}) =>
		world.node('Wait', 'transaction', 'waitForOutcome', {
			...{ timeLimit: 0, ...more },
			options: { simplify: true, ...options },
		});
	const loop = () => [refund(), wait(), { ...wait(), name: 'Wait Again' }];

	test.each([
		['pending', { status: 1, acquirerCode: '00' }],
		['unknown', { acquirerCode: '51' }],
		['refunded', { acquirerCode: '00' }],
	])('that ended %s, it waits for the refund, and for nothing else', async (outcome, answer) => {
		const { transactionReference } = await paidWithRefund(answer);
		const run = await world.run(loop(), [{ transactionReference }]);
		expect(run.items('Refund')).toMatchObject([{ json: { outcome, refund: true } }]);
		for (const node of ['Wait', 'Wait Again'])
			expect(run.items(node)).toMatchObject([
				{
					json: {
						...{ outcome: 'pending', authorized: false, timedOut: true, refund: true, transactionReference },
						message: expect.stringMatching(
							/^Still open after .*\. Wait again; do not refund a second time\.$/,
						) as string,
					},
				},
			]);
		world.sandbox.configure({ refundLagMs: 0 });
		const later = await world.run([wait()], [run.items('Wait Again')[0]!.json]);
		expect(later.items('Wait')).toMatchObject([{ json: { outcome: 'refunded', authorized: false, timedOut: false } }]);
	});

	test('a field says it where the item does not', async () => {
		const { transactionReference } = await paidWithRefund({ acquirerCode: '00' });
		const after = async (parameters: object, item: object) =>
			(await world.run([wait(parameters)], [{ transactionReference, ...item }])).items('Wait')[0]!.json.outcome;
		await world.run([refund()], [{ transactionReference }]);
		expect(await after({}, {})).toBe('authorized');
		expect(await after({ waitFor: 'refund' }, {})).toBe('pending');
		expect(await after({ waitFor: 'payment' }, { refund: true })).toBe('authorized');
		// A field of that name in an item about something else says nothing.
		const other = { refund: true, transactionReference: 'SBX-OTHER', reference: 'ORD-OTHER' };
		expect(await after({ transactionReference }, other)).toBe('authorized');
	});

	test.each(['transactionReference', 'reference'])(
		'it waits for the refund by either of its references: %s',
		async (name) => {
			const { transactionReference } = await paidWithRefund({ status: 1, acquirerCode: '00' });
			const run = await world.run(
				[refund(), wait({ transactionReference: `={{ $json.${name} }}` })],
				[{ transactionReference }],
			);
			expect(run.items('Wait')).toMatchObject([{ json: { outcome: 'pending', authorized: false, refund: true } }]);
			// Nothing but the transaction reference came in, and the order is asked about: its record tells that it is the same payment.
			const item = { transactionReference, refund: true };
			const later = await world.run([wait({ transactionReference: 'ORD-REFUND' })], [item]);
			expect(later.items('Wait')).toMatchObject([{ json: { outcome: 'pending', authorized: false } }]);
		},
	);

	test.each(['', '={{ $json.error.transactionReference }}', '={{ $json.error.reference }}'])(
		'that failed because another execution sent it, it waits for the refund by %j',
		async (transactionReference) => {
			const payment = await paidWithRefund({ acquirerCode: '00' });
			const failing = { ...refund(), onError: 'continueRegularOutput' as const };
			const item = { transactionReference: payment.transactionReference };
			await world.run([failing], [item]);
			const run = await world.run([failing, wait(transactionReference === '' ? {} : { transactionReference })], [item]);
			expect(run.items('Refund')).toMatchObject([{ json: { error: { code: 'reference_used', refund: true } } }]);
			expect(run.items('Wait')).toMatchObject([{ json: { authorized: false, refund: true } }]);
		},
	);

	test('nothing is authorized by a refund', async () => {
		const run = await world.run(
			[wait({ waitFor: 'refund' }, { failUnlessAuthorized: true })],
			[{ reference: 'ORD-1' }],
		);
		expect(run.error?.message).toBe("'Fail Unless Authorized' cannot be met by a refund.");
		expect(run.error?.description).not.toContain('The Payment');
	});
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
	const node = world.node('Wait', 'transaction', 'waitForOutcome', { transactionReference, timeLimit: 300 });
	const running = world.run([node], [{}], { onStart: (stop) => (cancel = stop) });
	while (verifications().length < 1) await new Promise(setImmediate);
	cancel();
	expect((await running).status).toBe('canceled');
	expect(verifications().length).toBeLessThanOrEqual(2);
});
