import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { MEMORY, withManyStarts } from '../../manyStarts';
import { sumOfRefunds } from '../../../dev/sandbox/ledger';
import { resetClock, setClock } from '../support/clock';
import { chargeAtSandbox } from '../support/trigger';
import { activate, setUpTriggers, trigger, world } from '../support/triggerTests';
import { CARDS } from '../support/world';

const RUNS = Number(process.env.EVENT_RUNS ?? 25);
const HOUR = 3_600_000;
const THREE_DAYS = 72 * HOUR;
const WHOLE = 1050;
jest.setTimeout(600_000);

setUpTriggers();
afterEach(resetClock);

/** A change of a payment: its new status, or a refund of so much, in minor units. */
type Event = { status: number } | { refund: number };

/** The lives of payments. Each ends with an outcome that is final. */
const LIVES: Event[][] = [
	[{ status: 2 }],
	[{ status: 1 }, { status: 2 }, { status: 3 }],
	[{ status: 1 }, { status: 4 }],
	[{ status: 4 }, { status: 2 }],
	[{ status: 14 }, { status: 2 }],
	[{ status: 2 }, { status: 9 }],
	[{ status: 3 }, { status: 13 }],
	[{ status: 2 }, { status: 7 }],
	[{ status: 2 }, { status: 6 }, { status: 7 }],
	[{ status: 4 }, { status: 2 }, { status: 9 }],
	[{ status: 2 }, { refund: 300 }, { status: 7 }],
	[{ status: 2 }, { refund: 300 }, { refund: WHOLE - 300 }, { status: 7 }],
	[{ status: 2 }, { refund: WHOLE }],
	[{ status: 2 }, { refund: 300 }],
	[{ status: 2 }, { refund: 300 }, { refund: 200 }],
	[{ status: 1 }, { status: 2 }, { refund: 300 }, { refund: 200 }, { refund: WHOLE - 500 }],
	[{ status: 4 }, { status: 2 }, { refund: 300 }, { refund: WHOLE - 300 }],
];

interface Payment {
	/** The changes of it. */
	life: Event[];
	/** True if the service's record shows all of it in the end, and does not stay at what it shows by then. */
	isShown: boolean;
	/** True if every other delivery of its notifications names the merchant's reference alone. */
	isByReference: boolean;
}

const anyPayment: fc.Arbitrary<Payment> = fc.record({
	life: fc.constantFrom(...LIVES),
	isShown: fc.boolean(),
	isByReference: fc.boolean(),
});

/** The next event, and how many hours later it happens. */
interface Step {
	/** "event": the next of a payment's life, of which the service then notifies; "show": its record shows the next. */
	kind: 'event' | 'show' | 'deliver' | 'retry' | 'restart';
	/** The number of the payment or notification. */
	which: number;
	hours: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
	kind: fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom<Step['kind']>('event', 'show', 'deliver') },
		{ weight: 1, arbitrary: fc.constantFrom<Step['kind']>('retry', 'restart') },
	),
	which: fc.nat(50),
	hours: fc.nat(20),
});

/** The progress of a payment with each status. */
const RANK: Readonly<Record<number, number>> = {
	...{ 1: 0, 4: 1, 14: 1, 2: 2, 3: 2, 9: 3, 13: 3 },
	...{ 11: 4, 6: 5, 7: 6 },
};

/** A notification that the service delivers until it is answered with 200, and again whenever it likes. */
interface Notification {
	claim: { status: number; refundedAmount: number };
	/** The references in it, which take turns. */
	names: IDataObject[];
	/** Of its payment. */
	transactionReference: string;
	isAccepted: boolean;
	/** The times at which it was first and last answered with 503, by what named it and what the record showed then. */
	waits: Map<string, { since: number; last: number }>;
	/** True if it was accepted only because it had come for three days. */
	isGivenUp: boolean;
}

/** A payment at the service: how much of its life has happened, and how much of it its record shows. */
class Service {
	readonly notifications: Notification[] = [];
	private happened = 0;
	private shown = 0;
	private refunded = 0;

	constructor(
		readonly payment: Payment,
		readonly known: { transactionReference: string; reference: string },
		private readonly partialRefundStatus: number,
	) {}

	/** True if the record shows all that has become of the payment. */
	get isShown(): boolean {
		return this.shown === this.payment.life.length;
	}

	get isGivenUp(): boolean {
		return this.notifications.some((notification) => notification.isGivenUp);
	}

	get isOver(): boolean {
		return this.happened === this.payment.life.length;
	}

	happen(): void {
		if (this.isOver) return;
		const event = this.payment.life[this.happened++]!;
		if ('refund' in event) this.refunded += event.refund;
		const status = 'refund' in event ? (this.refunded === WHOLE ? 6 : this.partialRefundStatus) : event.status;
		const { transactionReference, reference } = this.known;
		const names = [{ transactionReference }, ...(this.isNamedByReference ? [{ merchantRef: reference }] : [])];
		const claim = { status, refundedAmount: this.refunded / 100 };
		const fate = { isAccepted: false, isGivenUp: false, waits: new Map() };
		this.notifications.push({ claim, names, transactionReference, ...fate });
	}

	/** The record shows the next event that has happened. */
	show(): void {
		if (this.shown === this.happened) return;
		const event = this.payment.life[this.shown++]!;
		const { ledger } = world.sandbox;
		const transaction = ledger.byTransactionReference(this.known.transactionReference)!;
		if ('refund' in event) ledger.refund(transaction, event.refund);
		else world.sandbox.setStatus(this.known.transactionReference, event.status);
	}

	showAll(): void {
		while (this.shown < this.happened) this.show();
	}

	/** A list of the service does not tell refunds of the same status from each other. */
	private get isNamedByReference(): boolean {
		const refunds = this.payment.life.filter((event) => 'refund' in event);
		const total = refunds.reduce((sum, { refund }) => sum + refund, 0);
		const most = this.partialRefundStatus === 11 && total === WHOLE ? 2 : 1;
		return this.payment.isByReference && refunds.length <= most;
	}
}

const PARAMETERS = { outcomes: ['authorized', 'declined', 'refunded', 'unknown'] };
let clock = Date.now();
const after = (hours: number) => setClock((clock += hours * HOUR));

/** The items that the trigger has started the workflow with, in all its processes. */
let items: IDataObject[];
/** The number of others who pay meanwhile. */
let others: number;
/** True if the service's records tell how much was refunded. */
let tellsRefunds: boolean;

async function restart(): Promise<void> {
	items.push(...(await trigger.started()));
	const { staticData } = trigger;
	await trigger.deactivate();
	const global = { ...(staticData.global as Record<string, string> | undefined) };
	if (others > 0) global[MEMORY] = withManyStarts(global[MEMORY], 'trigger-1', others);
	others = 0;
	await activate(PARAMETERS, { staticData: { ...staticData, global } });
}

/** Says whether the record does not show yet what a notification tells. */
function isBeyondRecord({ claim, transactionReference }: Notification): boolean {
	const record = world.sandbox.ledger.byTransactionReference(transactionReference)!;
	const [claimed, shown] = [RANK[claim.status]!, RANK[record.status]!];
	const isMore = tellsRefunds && claim.refundedAmount * 100 > sumOfRefunds(record);
	return claimed > shown || (claimed === shown && claim.status !== 7 && claimed >= RANK[11]! && isMore);
}

/** Delivers a notification. It must not be answered with 503 for three days on end, as long as the record shows the same. */
async function deliver(notification: Notification): Promise<void> {
	const { claim, names, waits, transactionReference } = notification;
	const { status: shown, refunds } = world.sandbox.ledger.byTransactionReference(transactionReference)!;
	const wait = JSON.stringify([names[0], shown, refunds.length]);
	const { status } = await trigger.notify({ ...names[0], ...claim });
	names.push(names.shift()!);
	expect([200, 503]).toContain(status);
	if (status === 200) {
		notification.isAccepted = true;
		notification.isGivenUp ||= isBeyondRecord(notification);
		waits.clear();
		return;
	}
	const { since, last } = waits.get(wait) ?? { since: Date.now(), last: Date.now() };
	// A notification that has not come for three days, to within an hour, begins again.
	const isAnew = Date.now() - last > THREE_DAYS - HOUR;
	waits.set(wait, { since: isAnew ? Date.now() : since, last: Date.now() });
	expect(Date.now() - waits.get(wait)!.since).toBeLessThan(THREE_DAYS);
}

/** Lets things happen to payments, and checks what has started the workflow. */
async function live(payments: Payment[], steps: Step[], partialRefundStatus: number): Promise<void> {
	const services: Service[] = [];
	for (const payment of payments) {
		services.push(new Service(payment, await chargeAtSandbox(world, CARDS.otp), partialRefundStatus));
	}
	const notifications = () => services.flatMap((service) => service.notifications);
	const retry = async () => {
		for (const notification of notifications()) if (!notification.isAccepted) await deliver(notification);
	};
	for (const { kind, which, hours } of steps) {
		after(hours);
		const service = services[which % services.length]!;
		const sent = notifications();
		if (kind === 'event') service.happen();
		else if (kind === 'show') service.show();
		else if (kind === 'retry') await retry();
		else if (kind === 'restart') await restart();
		else if (sent.length > 0) await deliver(sent[which % sent.length]!);
	}
	for (const service of services) {
		while (!service.isOver) service.happen();
		if (service.payment.isShown) service.showAll();
	}
	while (notifications().some(({ isAccepted }) => !isAccepted)) {
		await retry();
		after(10);
	}
	await restart();
	for (const service of services) {
		if (service.isGivenUp) expect(started(service).map(({ outcome }) => outcome)).toContain('unknown');
		else if (service.isShown) expect(await startsAsNow(service)).toBe(1);
	}
	// A notification that was given up may come again.
	for (const notification of notifications()) await deliver(notification);
	await restart();
	for (const service of services) if (service.isShown) expect(await startsAsNow(service)).toBe(1);
	const ids = items.map(({ notificationId }) => notificationId);
	expect(new Set(ids).size).toBe(ids.length);
}

test('whatever comes first, late, twice or never, each final outcome starts the workflow once', async () => {
	const property = fc.asyncProperty(
		fc.array(anyPayment, { minLength: 1, maxLength: 3 }),
		fc.array(anyStep, { minLength: 5, maxLength: 40 }),
		fc.constantFrom(6 as const, 11 as const),
		fc.boolean(),
		// Many take time, and so they come in some of the runs.
		fc.constantFrom(0, 0, 100, 30_000),
		async (payments, steps, partialRefundStatus, verifyTellsRefunds, many) => {
			await world.sandbox.reset();
			world.sandbox.configure({ verifyTellsRefunds, webhooksEnabled: false, partialRefundStatus });
			[items, others, tellsRefunds] = [[], many, verifyTellsRefunds];
			after(0);
			await activate(PARAMETERS);
			await live(payments, steps, partialRefundStatus).finally(async () => await trigger.deactivate());
		},
	);
	await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});

function started({ known: { transactionReference } }: Service): IDataObject[] {
	return items.filter((item) => item.transactionReference === transactionReference);
}

/** Counts the starts of the workflow with what the record of a payment says now; a list of the service tells no amount. */
async function startsAsNow(service: Service): Promise<number> {
	const [verified] = await world.one('transaction', 'verify', {
		transactionReference: service.known.transactionReference,
	});
	const { notificationId, outcome, status } = verified!.json;
	return started(service).filter(
		(item) =>
			item.notificationId === notificationId ||
			(outcome === 'refunded' && item.status === status && item.outcome === outcome && item.refundedAmount === null),
	).length;
}
