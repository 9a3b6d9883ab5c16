import type { Sandbox } from '../../../dev/sandbox';
import type { Verdict } from './claims';
import type { DoubleClickTrial } from './doubleClickTrial';
import { isContradicted, isDoubt, NOTHING_SAID } from './ledgerCheck';
import type { FloodTrial } from './floodTrial';
import type { KillTrial } from './killTrial';
import type { LinkTrial } from './linkTrial';
import type { ListTrial } from './listTrial';
import type { NotificationTrial } from './notificationTrial';
import { bookingsFor, type Order } from './orders';
import type { OrderTrial } from './orderTrial';
import type { Count, PaymentTrial } from './paymentTrial';
import type { Row } from './report';
import type { RefundTrial } from './refundTrial';
import type { RetryLoopTrial } from './retryLoopTrial';
import type { ScheduleTrial } from './scheduleTrial';

/** What came of the payments through a bad network. */
export function rowsOfPayments(trial: PaymentTrial): Row[] {
	const { orders, transferOrders, charged, authorized, transferred, repeated, proxy, milliseconds } = trial;
	const { sandbox } = trial.world;
	const { ledger, transfers } = sandbox;
	const references = ledger.transactions.map(({ merchantReference }) => merchantReference);
	const requestIds = transfers.list.map(({ requestId }) => requestId);
	return [
		['references that were not charged once', '0', references.filter((one) => ledger.chargesOf(one) !== 1)],
		['orders that were charged twice', '0', bookedTwice(sandbox, namesOf(orders))],
		['orders that were neither charged nor unknown', '0', leftOpen(sandbox, charged, namesOf(orders))],
		['request IDs that were not transferred once', '0', requestIds.filter((one) => transfers.transfersOf(one) !== 1)],
		['orders that were transferred twice', '0', bookedTwice(sandbox, namesOf(transferOrders))],
		['orders that were neither transferred nor unknown', '0', leftOpen(sandbox, transferred, namesOf(transferOrders))],
		...rowsOfCount('Charge', charged),
		['... of the unknown ones charged', 'any', bookedOfUnknown(sandbox, charged)],
		...rowsOfCount('Authorize', authorized),
		...rowsOfCount('Transfer', transferred),
		...rowsOfCount('Transfer again', repeated),
		['... of the unknown ones transferred', 'any', bookedOfUnknown(sandbox, repeated)],
		['second transfers that the service refused', 'some', transfers.duplicatesRefused],
		...Object.entries(proxy.met)
			.sort()
			.map(([trouble, times]): Row => [`requests: ${trouble}`, 'any', times]),
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

function rowsOfCount(name: string, { last, executions, retries, silent, contradictions, sentAgain }: Count): Row[] {
	return [
		[`${name}: orders`, 'some', last.size],
		[`${name}: executions, and retries of them`, 'any', `${executions} + ${retries}`],
		[`${name}: items without an outcome`, '0', silent],
		[`${name}: outcomes that contradict the ledger`, '0', contradictions],
		[`${name}: calls sent again that may have been carried out`, '0', sentAgain],
		[`${name}: outcomes that stay unknown`, 'any', [...last.values()].filter(isDoubt)],
	];
}

function namesOf(orders: readonly Order[]): string[] {
	return orders.map(({ name }) => name);
}

function bookedTwice(sandbox: Sandbox, orders: readonly string[]): string[] {
	return orders.filter((order) => bookingsFor(sandbox, order).length > 1);
}

function leftOpen(sandbox: Sandbox, { last }: Count, orders: readonly string[]): string[] {
	return orders.filter((order) => bookingsFor(sandbox, order).length === 0 && !isDoubt(last.get(order)!));
}

/** The orders that the service has booked of those whose outcome stays unknown. */
function bookedOfUnknown(sandbox: Sandbox, { last }: Count): string[] {
	const unknown = [...last].flatMap(([order, claim]) => (isDoubt(claim) ? [order] : []));
	return unknown.filter((order) => bookingsFor(sandbox, order).length > 0);
}

/** What came of the refunds. */
export function rowsOfRefunds(trial: RefundTrial): Row[] {
	return [
		['payments', 'any', trial.payments.length],
		['payments that were refunded twice', '0', trial.twice],
		['payments that were neither refunded nor unknown', '0', trial.lost],
		['items without an outcome', '0', trial.silent],
		['outcomes that contradict the ledger', '0', trial.contradictions],
		['refunded payments', 'some', trial.refunded],
		['executions, kills of n8n, requests', 'any', `${trial.executions}, ${trial.kills}, ${trial.sent}`],
		['seconds', 'any', Math.round(trial.milliseconds / 1000)],
	];
}

/** What came of the killed n8n. In a loop, what was sent before n8n was killed is found, and told. */
export function rowsOfKills(trial: KillTrial): Row[] {
	const { sandbox, orders, batches, kills, retries, milliseconds } = trial;
	const { ledger, transfers } = sandbox;
	const isLoop = batches.every(({ kind }) => kind.isLoop);
	const refunds = batches.filter(({ kind }) => kind.call === 'refund').flatMap((batch) => batch.orders);
	const refused = isLoop ? 'any' : 'some';
	return [
		['orders that were not paid once', '0', orders.filter((order) => bookingsFor(sandbox, order).length !== 1)],
		[
			'payments that were not refunded once',
			'0',
			refunds.filter((order) => ledger.byReference(order)?.refunds.length !== 1),
		],
		['executions without three outcomes', '0', batches.filter(({ claims }) => claims.length !== 3)],
		['items without an outcome', '0', trial.where(({ said }) => said === NOTHING_SAID)],
		['outcomes that contradict the ledger', '0', trial.where((claim, state) => isContradicted(claim, state, 'absent'))],
		['outcomes that are not authorized', isLoop ? '0' : 'any', trial.where(({ said }) => said !== 'authorized')],
		['outcomes that stay unknown', 'any', trial.where(isDoubt)],
		['executions, kills of n8n, retries', 'any', `${batches.length}, ${kills}, ${retries}`],
		['second charges that the service refused', refused, ledger.duplicatesRefused],
		// What no look-up finds of a transfer, its node has noted.
		['second transfers that the service refused', 'any', transfers.duplicatesRefused],
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

/** What came of loops that come back to a payment, and show it as one that was made before. */
export function rowsOfLoops({ loops }: RetryLoopTrial): Row[] {
	return loops.flatMap(({ call, outcomes, duplicates, rounds, sent, notOnce }): Row[] => [
		[`${call}: orders`, 'some', outcomes.length],
		[`${call}: rounds of the loop`, 'some', rounds],
		[`${call}: requests that move money`, String(outcomes.length), sent],
		[`${call}: orders that were not paid once`, '0', notOnce],
		[`${call}: last outcomes that are not authorized`, '0', outcomes.filter((outcome) => outcome !== 'authorized')],
		[`${call}: last items that are duplicates`, String(outcomes.length), duplicates],
	]);
}

/** What came of lists that were run twice, and of those with equal rows. */
export function rowsOfLists({ runs, equalRows }: ListTrial): Row[] {
	return [
		...runs.flatMap(({ call, claims, usedBefore, notOnce, firstFailed, secondFailed }): Row[] => [
			[`${call}: failed runs: the first, the second`, 'false, true', `${firstFailed}, ${secondFailed}`],
			[`${call}: rows of the second run`, 'some', claims.length],
			['... that its error does not call authorized', '0', claims.filter(({ said }) => said !== 'authorized')],
			['... whose reference was used before', '20', usedBefore],
			[`${call}: orders that were not paid once`, '0', notOnce],
		]),
		['two equal rows: failed runs, of two', '2', equalRows.failed],
		['two equal rows: requests that move money', '0', equalRows.sent],
	];
}

/** What came of executions that overlap. In a bad network, a request may be lost; then its outcome has to be unknown. */
export function rowsOfSchedules({ verdicts, troubled }: ScheduleTrial): Row[] {
	return [
		...verdicts.flatMap(([overlap, verdict]) => rowsOfVerdict(overlap, verdict, '0')),
		...rowsOfVerdict('all of them once more in a bad network', troubled, 'any'),
	];
}

/** What came of customers who click twice. */
export function rowsOfDoubleClicks({ verdicts, milliseconds }: DoubleClickTrial): Row[] {
	return [
		...verdicts.flatMap(([service, verdict]) => rowsOfVerdict(service, verdict, 'any')),
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

function rowsOfVerdict(what: string, verdict: Verdict, unmoved: '0' | 'any'): Row[] {
	return [
		[`${what}: orders`, 'some', verdict.orders],
		['... for which money moved twice', '0', verdict.twice],
		['... for which no money moved', unmoved, verdict.unmoved],
		['... of these not unknown', '0', verdict.lost],
		['... without an outcome', '0', verdict.silent],
		['... with an outcome that contradicts the ledger', '0', verdict.contradictions],
	];
}

/** What came of the payment links. */
export function rowsOfLinks(trial: LinkTrial): Row[] {
	const { customers, paidTwice, wrongStarts, missingStarts, wrongReceipts, milliseconds } = trial;
	return [
		['links paid twice', '0', paidTwice],
		['starts without a payment over that link, or second ones', '0', wrongStarts],
		['paid links without a start', '0', missingStarts],
		['receipts for what nobody paid over that link', '0', wrongReceipts],
		['starts when everything was sent again after 6 and 12 days', '0', trial.lateStarts],
		['card forms on paid links after 6 and 12 days', '0', trial.formsOnPaidLinks],
		['starts', 'some', trial.starts],
		['paid links', 'any', customers.filter((customer) => trial.paymentsOf(customer).length > 0).length],
		['forms sent', 'any', customers.reduce((sum, { submissions }) => sum + submissions, 0)],
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

/** What came of orders that are paid with a link and with charges. */
export function rowsOfOrders(trial: OrderTrial): Row[] {
	return [
		['orders', 'some', trial.orders],
		['orders that were paid twice', '0', trial.paidTwice],
		['orders that were told as paid and are not', '0', trial.wrongReceipts],
		['paid orders that Verify does not find by their number', '0', trial.notFound],
		['paid orders', 'some', trial.paid.length],
		['orders with several attempts', 'some', trial.triedAgain.length],
		['seconds', 'any', Math.round(trial.milliseconds / 1000)],
	];
}

/** What came of the notifications. */
export function rowsOfNotifications(trial: NotificationTrial): Row[] {
	const { mail, answers, starts, undelivered, milliseconds } = trial;
	const each = trial.startsOfEach();
	return [
		['forged starts', '0', trial.forgedStarts()],
		['verified payments without a start', '0', each.filter((count) => count === 0).length],
		['repeated starts', '0', each.reduce((sum, count) => sum + Math.max(0, count - 1), 0)],
		['starts when they were delivered again after eight days', '0', trial.lateStarts],
		['genuine ones that were never accepted', '0', undelivered],
		['payments', 'any', mail.paid.length],
		['starts', 'any', starts.length],
		...Object.entries({ 401: 0, 503: 0, ...answers }).map(([status, times]): Row => [
			`deliveries answered ${status}`,
			['401', '503'].includes(status) ? 'some' : 'any',
			times,
		]),
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

/** What came of the floods. */
export async function rowsOfFloods({ doors, slowest, milliseconds }: FloodTrial): Promise<Row[]> {
	const rows: Row[] = [['public door: slowest answer under flood', 'any', `${Math.round(slowest)} ms`]];
	for (const { name, started, turnedAway, visits, slowest: slowestHere, answers } of doors) {
		rows.push(
			[`${name}: starts by junk`, '0', await started()],
			[`${name}: genuine visitors turned away`, '0', turnedAway],
			[`${name}: genuine visitors`, 'some', visits],
			[`${name}: slowest answer under flood`, 'any', `${Math.round(slowestHere)} ms`],
			...Object.entries({ 500: 0, ...answers }).map(([status, times]): Row => [
				`${name}: junk answered ${status}`,
				status === '500' ? '0' : 'any',
				times,
			]),
		);
	}
	return [...rows, ['seconds', 'any', Math.round(milliseconds / 1000)]];
}
