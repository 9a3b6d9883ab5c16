import * as fc from 'fast-check';

import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { OTP, type Fault, type SandboxOptions, type Transaction } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import { activate, checkout, setUpCheckouts, world } from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';
import { CARDS } from '../support/world';

/** The number of sequences of steps to try. A search for rare ones takes more of them, and another seed. */
const numRuns = Number(process.env.CUSTOMER_RUNS ?? 20);
const seed = Number(process.env.CUSTOMER_SEED ?? 20_260_115);
jest.setTimeout(120_000 + numRuns * 5_000);

const MINUTE = 60_000;
const PAID = [0, 2, 3, 16];
const OPEN = [1, 8, 10, 12, 15, 17];
const DECLINED = [4, 5, 9, 13, 14];
const AUTHORIZED = 2;
const REFUNDED = 6;
/** Two links have one reference, by a mistake of the merchant. */
const LINKS = [
	{ reference: 'INV-7', amount: '10.50' },
	{ reference: 'INV-7', amount: '99' },
	{ reference: 'INV-8', amount: '20.00' },
];
/** Services differ in what they find by the merchant's reference. One that finds all may take a reference again. */
const SERVICES: SandboxOptions[] = [
	{},
	{ verifyKnowsMerchantReference: true },
	{ hasHistory: false },
	{ hasHistory: false, verifyKnowsMerchantReference: true },
	{ acceptsUsedReferences: true },
	{ acceptsUsedReferences: true, verifyKnowsMerchantReference: true },
];
const OTHER_KEY = 'the-next-private-key';

const PAGE = { amountFrom: 'link', outcomes: ['authorized', 'declined', 'refunded', 'unknown'] };

setUpCheckouts();
afterEach(resetClock);

/** Holds the customers' links, and all pages that they have seen, because they may go back to any of them. */
class Customers {
	/** True if n8n has lost what it had stored, so that nobody knows any more what has started the workflow. */
	isForgotten = false;
	private readonly pages: BrowserPage[] = [];
	private now = Date.now();
	private readonly links = LINKS.map((terms) => {
		const usual = { currency: 'NGN', description: '', customFields: {}, tries: 3, expires: this.now + 600 * MINUTE };
		return makeLink(checkout.url, { ...terms, ...usual }, world.sandbox.options.privateKey);
	});

	/** One of the pages seen, counted from the last one; undefined where none is like that. */
	page(age: number, isSuitable: (page: BrowserPage) => boolean = () => true): BrowserPage | undefined {
		const suitable = this.pages.filter(isSuitable);
		return suitable.at(-1 - (age % suitable.length));
	}

	async open(link: number): Promise<void> {
		await this.see(checkout.open(this.links[link]));
	}

	/** Sees pages, which were asked for at the same time. None of them is a receipt of what is not paid. */
	async see(...asked: Array<Promise<BrowserPage> | undefined>): Promise<void> {
		const pages = await Promise.all(asked.filter((page) => page !== undefined));
		this.pages.push(...pages);
		for (const { heading, html } of pages) {
			expect(heading).toBeDefined();
			if (heading !== 'Payment received') continue;
			const [, reference = ''] = /data-copy="(.*?)"/.exec(html)!;
			const attempts = world.sandbox.ledger.transactions.filter((one) => one.merchantReference.startsWith(reference));
			expect(attempts.some(({ status }) => PAID.includes(status))).toBe(true);
		}
	}

	wait(minutes: number): void {
		setClock((this.now += minutes * MINUTE));
	}
}

const takesCard = (page: BrowserPage) => page.fields.includes('cardNumber');
const takesOtp = (page: BrowserPage) => page.fields.includes('otp');
const leadsToBank = (page: BrowserPage) => page.refresh?.address.includes('/3ds/') === true;
const leadsOn = (page: BrowserPage) => !leadsToBank(page) && nextOf(page) !== undefined;
const nextOf = (page: BrowserPage) => page.link ?? page.refresh?.address;

/** A payment that the service has; undefined where it has none. */
function paymentAt(index: number): Transaction | undefined {
	const { transactions } = world.sandbox.ledger;
	return transactions[index % transactions.length];
}

/** The service notifies, or somebody else does, at the address that was given for one payment. */
async function notify({ webhookURL }: Transaction, { transactionReference }: Transaction): Promise<number> {
	const body = JSON.stringify({ transactionReference, status: AUTHORIZED });
	const headers = { 'content-type': 'application/json' };
	return (await fetch(webhookURL, { method: 'POST', headers, body })).status;
}

/** The merchant replaces the private key, and keeps the one before. */
function replaceKey(): void {
	const { privateKey } = world.sandbox.options;
	if (privateKey === OTHER_KEY) return;
	world.sandbox.configure({ privateKey: OTHER_KEY });
	world.editCredential({ privateKey: OTHER_KEY, previousPrivateKey: privateKey });
}

function settle(index: number, status: number, from: number[]): void {
	const payment = paymentAt(index);
	if (payment && from.includes(payment.status)) world.sandbox.setStatus(payment.transactionReference, status);
}

/** A step that can be taken at any time. It does nothing where there is nothing to do it with. */
function step<T extends unknown[]>(
	name: string,
	values: { [K in keyof T]: fc.Arbitrary<T[K]> },
	take: (customers: Customers, ...values: T) => Promise<unknown> | void,
): fc.Arbitrary<fc.AsyncCommand<object, Customers>> {
	return fc.tuple<T>(...values).map((given) => ({
		check: () => true,
		run: async (_, customers) => {
			await take(customers, ...given);
			expectChargedOnce();
			if (!customers.isForgotten) await expectStartedOnce();
		},
		toString: () => `${name}(${given.map((value) => JSON.stringify(value)).join()})`,
	}));
}

const age = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(10));
const card = fc.constantFrom(...(Object.keys(CARDS) as Array<keyof typeof CARDS>)).map((name) => entries(name));
const otp = fc.constantFrom({ otp: OTP }, { otp: OTP }, { otp: '000000' });
const any = fc.nat(5);
const times = fc.integer({ min: 1, max: 2 });
const fault = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record<Fault, 'on' | 'kind'>(
			{
				on: fc.constantFrom('charge', 'authorize', 'verify'),
				kind: fc.constantFrom('reset', 'status', 'empty', 'brokenJson', 'html'),
				status: fc.constantFrom(400, 402, 404, 409, 429, 500, 503),
				when: fc.constantFrom('before', 'after'),
				times,
			},
			{ requiredKeys: ['on', 'kind'] },
		),
	},
	// It never says that there is nothing where there is something.
	fc.record<Fault>({
		on: fc.constant('history'),
		kind: fc.constantFrom('reset', 'status'),
		status: fc.constantFrom(401, 429, 500, 503),
		times,
	}),
);

const enterCard = step('enterCard', [age, card], async (customers, which, entered) => {
	await customers.see(customers.page(which, takesCard)?.submit(entered));
});
const enterOtp = step('enterOtp', [age, otp], async (customers, which, entered) => {
	await customers.see(customers.page(which, takesOtp)?.submit(entered));
});
const decide = step('decide', [age, fc.constantFrom('approve', 'decline')], async (customers, which, decision) => {
	await customers.see(customers.page(which, leadsToBank)?.decide(decision));
});
const STEPS = [
	...[enterCard, enterCard, enterCard, enterCard, enterOtp, enterOtp, enterOtp, decide, decide],
	step('open', [fc.nat(LINKS.length - 1)], async (customers, link) => await customers.open(link)),
	step('goOn', [age], async (customers, which) => {
		const page = customers.page(which, leadsOn);
		await customers.see(page?.go(nextOf(page)!));
	}),
	step('reload', [age], async (customers, which) => await customers.see(customers.page(which)?.reload())),
	step('enterCards', [age, card, age, card], async (customers, one, entered, other, otherEntered) => {
		const [first, second] = [customers.page(one, takesCard), customers.page(other, takesCard)];
		await customers.see(first?.submit(entered), second?.submit(otherEntered));
	}),
	step('enterOtps', [age, otp, otp], async (customers, which, entered, otherEntered) => {
		const page = customers.page(which, takesOtp);
		await customers.see(page?.submit(entered), page?.submit(otherEntered));
	}),
	step('notify', [any, any, fc.integer({ min: 1, max: 3 })], async (_, at, of, copies) => {
		const [payment, other] = [paymentAt(at), paymentAt(of)];
		if (payment && other) await Promise.all(Array.from({ length: copies }, async () => await notify(payment, other)));
	}),
	step('settle', [any, fc.constantFrom(AUTHORIZED, 4, 9)], (_, of, status) => settle(of, status, OPEN)),
	step('capture', [any], (_, of) => settle(of, 3, PAID)),
	step('refund', [any], (_, of) => settle(of, REFUNDED, PAID)),
	step('fail', [fault], (_, given) => world.sandbox.fail(given)),
	step('wait', [fc.constantFrom(1, 59)], (customers, minutes) => customers.wait(minutes)),
	step('restart', [], async () => await checkout.restart()),
	// Another process answers what comes next, and knows only what n8n has stored.
	step('elsewhere', [], async () => await world.engine.newProcess()),
	step('replaceKey', [], replaceKey),
];

/** Two tabs send their forms to two processes at once. A service that takes a reference again would charge both: nothing but its own rule protects then. */
const enterCardsElsewhere = step(
	'enterCardsElsewhere',
	[age, card, age, card],
	async (customers, one, entered, other, otherEntered) => {
		const [first, second] = [customers.page(one, takesCard), customers.page(other, takesCard)];
		world.sandbox.fail({ on: 'charge', kind: 'delay', when: 'before', ms: 100 });
		const sent = first?.submit(entered);
		await new Promise(setImmediate);
		await world.engine.newProcess();
		await customers.see(sent, second?.submit(otherEntered));
	},
);
const [ACCEPTING, REFUSING] = [true, false].map((accepts) =>
	SERVICES.filter(({ acceptsUsedReferences = false }) => acceptsUsedReferences === accepts),
) as [SandboxOptions[], SandboxOptions[]];

/** A reference has at most one payment that is open or made. */
function expectChargedOnce(): void {
	const payments = world.sandbox.ledger.transactions;
	for (const { reference } of LINKS) {
		const ofLink = payments.filter(({ merchantReference }) => merchantReference.startsWith(reference));
		const counting = [...PAID, ...OPEN, REFUNDED];
		expect(ofLink.filter(({ status }) => counting.includes(status)).length).toBeLessThanOrEqual(1);
	}
}

/** The statuses that a payment may have now, which has started the workflow with an outcome. */
const STATUSES_AFTER: Readonly<Record<string, number[]>> = {
	authorized: [...PAID, REFUNDED],
	declined: DECLINED,
	refunded: [REFUNDED],
};

/** Expects that each outcome has started the workflow once, and only what the service has confirmed is told as such. */
async function expectStartedOnce(): Promise<void> {
	const payments = world.sandbox.ledger.transactions;
	const started = await checkout.started();
	const keys = started.map(({ reference, attempt, outcome }) => JSON.stringify([reference, attempt, outcome]));
	expect(new Set(keys).size).toBe(keys.length);
	for (const { outcome, authorized, verified, transactionReference, amountMinor } of started) {
		expect(authorized).toBe(outcome === 'authorized');
		if (outcome === 'unknown') continue;
		const payment = payments.find((one) => one.transactionReference === transactionReference)!;
		expect([verified, amountMinor]).toEqual([true, payment.amountMinor]);
		expect(STATUSES_AFTER[outcome as string]).toContain(payment.status);
	}
}

/** The service tells of each payment until n8n has taken it in, and each outcome that counts has started the workflow. */
async function expectAllStarted(): Promise<void> {
	const ended = world.sandbox.ledger.transactions.filter(({ status }) => [...PAID, REFUNDED].includes(status));
	for (const payment of ended) {
		// Faults that no step has met are still ahead.
		for (let tries = 0; tries < 100 && (await notify(payment, payment)) !== 200; tries++);
	}
	await expectStartedOnce();
	const keyOf = ({ transactionReference, outcome }: { transactionReference?: unknown; outcome?: unknown }) =>
		JSON.stringify([transactionReference, outcome]);
	const wanted = ended.map(({ transactionReference, status }) =>
		keyOf({ transactionReference, outcome: status === REFUNDED ? 'refunded' : 'authorized' }),
	);
	const started = new Set((await checkout.started()).map(keyOf));
	expect(wanted.filter((key) => !started.has(key))).toEqual([]);
}

const kill = step('kill', [], async (customers) => {
	customers.isForgotten = true;
	await checkout.deactivate();
	await activate(PAGE, { staticData: {}, activation: 'init' });
});

test.each([
	[
		'whatever customers do, a link is charged once, and what is paid starts the workflow once',
		STEPS,
		SERVICES,
		numRuns,
	],
	['and in two processes at once', [...STEPS, enterCardsElsewhere, enterCardsElsewhere], REFUSING, numRuns / 2],
	['and at a service that takes a reference again', STEPS, ACCEPTING, numRuns / 2],
	['a link is charged once also where n8n is killed, and has stored nothing', [...STEPS, kill], SERVICES, numRuns / 2],
])('%s', async (_, possible, services, runs) => {
	const sequences = fc.commands(possible, { maxCommands: 40, size: 'max' });
	const property = fc.asyncProperty(sequences, fc.constantFrom(...services), async (steps, service) => {
		await world.sandbox.reset();
		world.editCredential({ privateKey: world.sandbox.options.privateKey, previousPrivateKey: '' });
		world.sandbox.configure(service);
		await activate(PAGE);
		try {
			const customers = new Customers();
			await customers.open(0);
			await fc.asyncModelRun(() => ({ model: {}, real: customers }), steps);
			if (!customers.isForgotten) await expectAllStarted();
		} finally {
			resetClock();
			await checkout.deactivate();
		}
	});
	await fc.assert(property, { seed, numRuns: runs });
});
