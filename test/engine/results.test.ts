import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type AnySchemaObject } from 'ajv';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Fault } from '../../dev/sandbox';
import { OUTCOMES, type Outcome } from '../../gateway/outcome';
import { ACCOUNTS, CARDS, chargeFields, FIRST_FIELDS, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/*
 * The output of a node as people read it, with Simplify on as it is by default: every payment item begins with the same seven
 * fields, and has ten at most, whatever came of it.
 */

const STATUS_CODES: IDataObject = { authorized: 2, pending: 1, declined: 4, refunded: 6, unknown: 99 };
const TRANSFER_WORDS: IDataObject = {
	authorized: 'COMPLETE',
	pending: 'PENDING',
	declined: 'FAILED',
	refunded: 'RETURNED',
	unknown: 'ODD',
};
const MOST = 10;

setUpWorld(
	{ verifyKnowsMerchantReference: true, hasHistory: false, hasTransferStatusByRequestId: true },
	// Faults meet the look-ups that they are for where nothing else is asked.
	{
		...{ transferStatuses: '{"RETURNED": "refunded"}', findPaymentsWith: 'verify', checkReferences: false },
		defaultCurrency: 'NGN',
	},
);
beforeEach(async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	// So that faults meet the calls that they are for.
	await logIn();
});

let count = 0;
const newReference = () => `R-${++count}`;

let simplify = true;

async function all(resource: string, operation: string, parameters: object = {}): Promise<IDataObject[]> {
	const { options, ...fields } = parameters as IDataObject;
	const given = { ...fields, options: { ...(options as IDataObject), simplify } };
	return (await world.one(resource, operation, given)).map(({ json }) => json);
}

const one = async (...given: Parameters<typeof all>) => (await all(...given))[0]!;

/** Lets the service's answers, from now on, have other fields. */
const alter = (on: 'charge' | 'authorize' | 'verify', data: object) =>
	world.sandbox.fail({ on, kind: 'altered', fields: { data } });
const alterTransfer = (on: 'transfer' | 'transferStatus', status: unknown) =>
	world.sandbox.fail({ on, kind: 'altered', fields: { status, responseCode: '' }, times: 9 });

/** Pays twice, where the service is asked first, and the second item shows the first payment. */
async function twice(pay: () => Promise<IDataObject>): Promise<IDataObject> {
	world.editCredential({ checkReferences: true });
	await pay();
	return await pay().finally(() => world.editCredential({ checkReferences: false }));
}

const charge = async (changes: IDataObject = {}) =>
	await one('card', 'charge', chargeFields({ reference: newReference(), ...changes }));

/** A charge whose answer is lost, and of which verify then says this. */
async function lostCharge(status: unknown): Promise<IDataObject> {
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	alter('verify', { status });
	return await charge();
}

async function openReference(): Promise<string> {
	return String((await charge()).transactionReference);
}

async function authorize(otp: string, prepare: () => void = () => undefined): Promise<IDataObject> {
	const transactionReference = await openReference();
	prepare();
	return await one('card', 'authorize', { transactionReference, otp, authorizationType: 'OTP' });
}

/** Reads a payment with this status. */
async function read(operation: string, parameters: object, status: unknown): Promise<IDataObject> {
	const transactionReference = await openReference();
	alter('verify', { status });
	return await one('transaction', operation, { transactionReference, ...parameters });
}

const transfer = async (changes: IDataObject = {}) =>
	await one('transfer', 'create', transferFields({ requestId: newReference(), ...changes }));

async function readTransfer(operation: string, parameters: object, status: unknown): Promise<IDataObject> {
	const { transactionReference } = await transfer();
	alterTransfer('transferStatus', status);
	return await one('transfer', operation, { transferReference: transactionReference, ...parameters });
}

async function bankPayment(changes: IDataObject = {}): Promise<IDataObject> {
	return await one('bankPayment', 'create', { amount: '10.50', requestId: newReference(), ...changes });
}

const BANK_WORDS: IDataObject = { authorized: 'COMPLETED', pending: 'PENDING', unknown: 'ODD' };
const byBankStatus = (operation: string, parameters: object) =>
	byStatus(async (status) => {
		const { reference } = await bankPayment();
		if (status !== 'PENDING') world.sandbox.payIn(String(reference));
		world.sandbox.fail({ on: 'bankPaymentStatus', kind: 'altered', fields: { data: { status } } });
		return await one('bankPayment', operation, { requestId: reference, ...parameters });
	}, BANK_WORDS);

async function refund(changes: IDataObject = {}): Promise<IDataObject> {
	const { transactionReference } = await charge(CARDS.frictionless);
	return await one('transaction', 'refund', { transactionReference, ...changes });
}

async function hostedCheckout(): Promise<IDataObject> {
	const { amount, currency, reference } = chargeFields();
	const fields = { amount, currency, reference, email: 'ada@shop.example', returnUrl: 'https://shop.example/thanks' };
	return await one('payment', 'createHostedCheckout', fields);
}

type Case = [name: string, outcome: Outcome, act: () => Promise<IDataObject>];

const byStatus = (act: (status: unknown) => Promise<IDataObject>, statuses = STATUS_CODES): Case[] =>
	Object.entries(statuses).map(([outcome, status]) => [outcome, outcome as Outcome, async () => await act(status)]);

const lost = (on: Fault['on'], act: () => Promise<IDataObject>): Case => [
	'lost',
	'unknown',
	async () => {
		world.sandbox.fail({ on, kind: 'reset', when: 'before' });
		return await act();
	},
];

const CASES: Record<string, Case[]> = {
	'card.charge': [
		['with an OTP', 'otp_required', async () => await charge()],
		['with 3-D Secure', 'redirect_required', async () => await charge(CARDS.threeDSecure)],
		['without either', 'authorized', async () => await charge(CARDS.frictionless)],
		['declined', 'declined', async () => await charge({ ...CARDS.frictionless, cvv: '999' })],
		...byStatus(async (status) => {
			alter('charge', { status });
			alter('verify', { status });
			return await charge(CARDS.frictionless);
		}),
		...byStatus(lostCharge).map(([name, ...rest]): Case => [`lost, then ${name}`, ...rest]),
		[
			'lost, and not found',
			'unknown',
			async () => {
				world.sandbox.configure({ verifyKnowsMerchantReference: false });
				world.sandbox.fail({ on: 'charge', kind: 'reset' });
				return await charge();
			},
		],
		[
			'a duplicate',
			'authorized',
			async () => {
				const again = { ...CARDS.frictionless, reference: newReference(), options: { ifUsed: 'show' } };
				return await twice(async () => await charge(again));
			},
		],
	],
	'card.authorize': [
		['a wrong OTP', 'otp_required', async () => await authorize('000000')],
		...byStatus(
			async (status) =>
				await authorize('123456', () => {
					alter('authorize', { status });
					for (let looked = 0; looked < 3; looked++) alter('verify', { status });
				}),
		),
		...byStatus(
			async (status) =>
				await authorize('123456', () => {
					world.sandbox.fail({ on: 'authorize', kind: 'reset' });
					for (let looked = 0; looked < 3; looked++) alter('verify', { status });
				}),
			// The payment was open before, so an open record does not say what became of the OTP.
		).map(([name, outcome, act]): Case => [`lost, then ${name}`, outcome === 'pending' ? 'unknown' : outcome, act]),
	],
	'transaction.verify': byStatus(async (status) => await read('verify', {}, status)),
	'transaction.waitForOutcome': [
		...byStatus(async (status) => await read('waitForOutcome', { timeLimit: 0 }, status)),
		[
			'no answer in time',
			'unknown',
			async () => {
				const transactionReference = await openReference();
				world.sandbox.fail({ on: 'verify', kind: 'status', status: 500 });
				return await one('transaction', 'waitForOutcome', { transactionReference, timeLimit: 0 });
			},
		],
		...byStatus(async (status) => await read('waitForOutcome', { timeLimit: 0, waitFor: 'refund' }, status)).map(
			([name, outcome, act]): Case => [`a refund, ${name}`, outcome === 'authorized' ? 'pending' : outcome, act],
		),
	],
	'card.collectOtp': byStatus(async (status) => {
		const transactionReference = await openReference();
		alter('verify', { status });
		return await one('card', 'collectOtp', { transactionReference, timeLimit: 1 });
	}).map(([name, outcome, act]): Case => {
		const waits = outcome === 'pending' || outcome === 'unknown';
		return [name, waits ? 'unknown' : outcome, act];
	}),
	'transfer.create': [
		['done', 'authorized', async () => await transfer()],
		['not done yet', 'pending', async () => await transfer({ accountNumber: ACCOUNTS.completesLater })],
		['refused', 'declined', async () => await transfer({ accountNumber: ACCOUNTS.fails })],
		...byStatus(async (status) => {
			alterTransfer('transfer', status);
			alterTransfer('transferStatus', status);
			return await transfer();
		}, TRANSFER_WORDS),
		...byStatus(async (status) => {
			world.sandbox.fail({ on: 'transfer', kind: 'reset' });
			alterTransfer('transferStatus', status);
			return await transfer();
		}, TRANSFER_WORDS).map(([name, ...rest]): Case => [`lost, then ${name}`, ...rest]),
		[
			'a duplicate',
			'authorized',
			async () => {
				const again = { requestId: newReference(), options: { ifUsed: 'show' } };
				return await twice(async () => await transfer(again));
			},
		],
		['of another holder', 'declined', async () => await transfer({ checkName: true, expectedName: 'Chike Obi' })],
	],
	'bankPayment.create': [
		['an account', 'pending', async () => await bankPayment()],
		lost('bankPayment', bankPayment),
		[
			'a duplicate',
			'pending',
			async () => {
				const again = { requestId: newReference(), options: { ifUsed: 'show' } };
				return await twice(async () => await bankPayment(again));
			},
		],
		[
			'a duplicate, paid in part',
			'unknown',
			async () => {
				const again = { requestId: newReference(), options: { ifUsed: 'show' } };
				await bankPayment(again);
				world.sandbox.payIn(again.requestId, 1);
				return await twice(async () => await bankPayment(again));
			},
		],
	],
	'bankPayment.get': byBankStatus('get', {}),
	'bankPayment.waitForOutcome': byBankStatus('waitForOutcome', { timeLimit: 0 }),
	'transfer.getStatus': byStatus(async (status) => await readTransfer('getStatus', {}, status), TRANSFER_WORDS),
	'transfer.waitForOutcome': [
		...byStatus(async (status) => await readTransfer('waitForOutcome', { timeLimit: 0 }, status), TRANSFER_WORDS),
		[
			'not found',
			'unknown',
			async () => await one('transfer', 'waitForOutcome', { transferReference: 'NONE', timeLimit: 0 }),
		],
	],
	'transaction.refund': [
		['all of it', 'refunded', async () => await refund()],
		['a part of it', 'refunded', async () => await refund({ amountToRefund: '4.25', reason: 'Returned' })],
		[
			'of an undocumented code',
			'unknown',
			async () => {
				world.sandbox.configure({ refundAcquirerCode: '51', makesRefunds: false });
				return await refund();
			},
		],
		lost('refund', refund),
	],
	'payment.createHostedCheckout': [
		['a page', 'redirect_required', async () => await hostedCheckout()],
		lost('hostedCheckout', hostedCheckout),
	],
};

/** Operations whose items are no payments, or rows of a list, and which therefore have every field of their schema. */
const OTHERS: Record<string, () => Promise<IDataObject[]>> = {
	'transaction.getMany': async () => {
		world.sandbox.configure({ hasHistory: true });
		await charge(CARDS.frictionless);
		await charge();
		return await all('transaction', 'getMany', {});
	},
	'bank.getMany': async () => await all('bank', 'getMany', { returnAll: true }),
	'bankAccount.resolveName': async () => {
		const { bankCode } = transferFields();
		const numbers = [ACCOUNTS.completes, ACCOUNTS.none];
		return await Promise.all(
			numbers.map(async (accountNumber) => await one('bankAccount', 'resolveName', { bankCode, accountNumber })),
		);
	},
	'account.get': async () => await all('account', 'get'),
	'account.getBalance': async () => await all('account', 'getBalance'),
	'account.checkSetup': async () => await all('account', 'checkSetup'),
	'paymentLink.create': async () => {
		const { amount, currency } = chargeFields();
		const checkoutUrl = 'https://n8n.example/webhook/1/checkout';
		return await all('paymentLink', 'create', { checkoutUrl, amount, currency, reference: newReference() });
	},
};

const schemaOf = (name: string): AnySchemaObject =>
	JSON.parse(
		readFileSync(
			join(__dirname, '../../nodes/CardPayment/__schema__/v1.0.0', `${name.replace('.', '/')}.json`),
			'utf8',
		),
	) as AnySchemaObject;

describe.each(Object.entries(CASES))('%s', (name, cases) => {
	const schema = schemaOf(name);
	const fields = Object.keys(schema.properties as object);

	test.each(cases)(
		'%s (%s) has ten fields at most, in this order, and a message for a cell',
		async (_, outcome, act) => {
			const item = await act();
			expect(item.outcome).toBe(outcome);
			const names = Object.keys(item);
			expect(names.slice(0, FIRST_FIELDS.length)).toEqual(FIRST_FIELDS);
			expect(names).toEqual(fields.filter((field) => names.includes(field)));
			expect(names.length).toBeLessThanOrEqual(MOST);
			expect(Object.values(item).slice(FIRST_FIELDS.length)).not.toContain(null);
			const ajv = new Ajv({ strict: false });
			expect([ajv.validate(schema, item), ajv.errorsText()]).toEqual([true, 'No errors']);
			expect(String(item.message)).toMatch(/^.{1,89}$/);
		},
	);
});

describe('with Simplify off', () => {
	beforeEach(() => {
		simplify = false;
	});
	afterEach(() => {
		simplify = true;
	});

	test.each(Object.entries(CASES))(
		'%s begins with the same seven fields, and ends with the answer',
		async (_, cases) => {
			const names = Object.keys(await cases[0]![2]());
			expect(names.slice(0, FIRST_FIELDS.length)).toEqual(FIRST_FIELDS);
			expect(names.at(-1)).toBe('response');
			expect(new Set(names).size).toBe(names.length);
		},
	);
});

test.each(Object.entries(OTHERS))('%s has the fields of its schema, in this order, ten at most', async (name, act) => {
	const { version, ...schema } = schemaOf(name);
	expect(version).toBe(1);
	const fields = Object.keys(schema.properties as object);
	expect(fields.length).toBeLessThanOrEqual(MOST);
	const validate = new Ajv({ allowUnionTypes: true }).compile({
		...schema,
		required: fields,
		additionalProperties: false,
	});
	const items = await act();
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) {
		expect(Object.keys(item)).toEqual(fields);
		expect([validate(item), validate.errors]).toEqual([true, null]);
	}
});

test('every outcome is among them', () => {
	const seen = new Set(Object.values(CASES).flatMap((cases) => cases.map(([, outcome]) => outcome)));
	expect([...seen].sort()).toEqual([...OUTCOMES].sort());
});

test('every operation that the editor offers is among them', () => {
	const { properties } = world.engine.nodeType('n8n-nodes-card-payment.cardPayment').description;
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options, displayOptions }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${String(displayOptions!.show!.resource![0])}.${String(value)}`,
			),
		);
	expect([...Object.keys(CASES), ...Object.keys(OTHERS)].sort()).toEqual(offered.sort());
});
