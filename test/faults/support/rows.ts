import type { Sandbox } from '../../../dev/sandbox';
import { isContradicted, isDoubt, NOTHING_SAID } from './ledgerCheck';
import type { FloodTrial } from './floodTrial';
import type { KillTrial } from './killTrial';
import type { LinkTrial } from './linkTrial';
import type { ListTrial } from './listTrial';
import type { NotificationTrial } from './notificationTrial';
import { bookingsFor, type Order } from './orders';
import type { Count, PaymentTrial } from './paymentTrial';
import type { Row } from './report';
import type { RefundTrial } from './refundTrial';
import type { RetryLoopTrial } from './retryLoopTrial';
import type { ScheduleTrial } from './scheduleTrial';

/** What came of the payments through a bad network. */
export function rowsOfPayments({
	orders,
	transferOrders,
	world: { sandbox },
	charged,
	authorized,
	transferred,
	repeated,
	proxy,
	milliseconds,
}: PaymentTrial): Row[] {
	const { ledger, transfers } = sandbox;
	return [
		[
			'charges of one reference, at most',
			'1',
			Math.max(...ledger.transactions.map(({ merchantReference }) => ledger.chargesOf(merchantReference))),
		],
		['charges of one order, at most', '1', mostBookings(sandbox, namesOf(orders))],
		[
			'transfers of one reference, at most',
			'1',
			Math.max(...transfers.list.map(({ requestId }) => transfers.transfersOf(requestId))),
		],
		['transfers of one order, at most', '1', mostBookings(sandbox, namesOf(transferOrders))],
		...rowsOfCount('Charge', charged),
		['... of the unknown ones charged', 'any', bookedOfUnknown(sandbox, charged)],
		...rowsOfCount('Authorize', authorized),
		...rowsOfCount('Transfer', transferred),
		...rowsOfCount('Transfer again', repeated),
		['... of the unknown ones transferred', 'any', bookedOfUnknown(sandbox, repeated)],
		['second transfers that the service refused', 'any', transfers.duplicatesRefused],
		...Object.entries(proxy.met)
			.sort()
			.map(([trouble, times]): Row => [`requests: ${trouble}`, 'any', times]),
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

function rowsOfCount(name: string, { last, executions, retries, silent, contradictions, sentAgain }: Count): Row[] {
	return [
		[`${name}: orders`, 'any', last.size],
		[`${name}: executions, and retries of them`, 'any', `${executions} + ${retries}`],
		[`${name}: items without an outcome`, '0', silent.length],
		[`${name}: outcomes that contradict the ledger`, '0', contradictions.length],
		[`${name}: calls sent again that may have been carried out`, '0', sentAgain.length],
		[`${name}: outcomes that stay unknown`, 'any', [...last.values()].filter(isDoubt).length],
	];
}

function namesOf(orders: readonly Order[]): string[] {
	return orders.map(({ name }) => name);
}

function mostBookings(sandbox: Sandbox, orders: readonly string[]): number {
	return Math.max(...orders.map((order) => bookingsFor(sandbox, order).length));
}

/** How many orders the service has booked of those whose outcome stays unknown. */
function bookedOfUnknown(sandbox: Sandbox, { last }: Count): number {
	const unknown = [...last].filter(([, claim]) => isDoubt(claim));
	return unknown.filter(([order]) => bookingsFor(sandbox, order).length > 0).length;
}

/** What came of the refunds. */
export function rowsOfRefunds(trial: RefundTrial): Row[] {
	return [
		['payments', 'any', trial.payments.length],
		['payments that were refunded twice', '0', trial.twice.length],
		['items without an outcome', '0', trial.silent.length],
		['outcomes that contradict the ledger', '0', trial.contradictions.length],
		['refunded payments', 'any', trial.refunded],
		['executions, kills of n8n, requests', 'any', `${trial.executions}, ${trial.kills}, ${trial.sent}`],
		['seconds', 'any', Math.round(trial.milliseconds / 1000)],
	];
}

/** What came of the killed n8n. */
export function rowsOfKills(trial: KillTrial): Row[] {
	const { sandbox, orders, batches, kills, retries, milliseconds } = trial;
	return [
		['charges or transfers of one order, at most', '1', mostBookings(sandbox, orders)],
		['items without an outcome', '0', trial.where(({ said }) => said === NOTHING_SAID).length],
		[
			'outcomes that contradict the ledger',
			'0',
			trial.where((claim, state) => isContradicted(claim, state, 'absent')).length,
		],
		['outcomes that stay unknown', 'any', trial.where(isDoubt).length],
		['executions, kills of n8n, retries', 'any', `${batches.length}, ${kills}, ${retries}`],
		['second charges that the service refused', 'any', sandbox.ledger.duplicatesRefused],
		['second transfers that the service refused', 'any', sandbox.transfers.duplicatesRefused],
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

/** What came of loops that come back to a payment. */
export function rowsOfLoops({ loops }: RetryLoopTrial): Row[] {
	return loops.flatMap(({ call, outcomes, rounds, sent, notOnce }): Row[] => [
		[`${call}: orders`, 'any', outcomes.length],
		[`${call}: rounds of the loop`, 'any', rounds],
		[`${call}: requests that move money`, String(outcomes.length), sent],
		[`${call}: orders that were not paid once`, '0', notOnce.length],
	]);
}

/** What came of lists that were run twice, and of those with equal rows. */
export function rowsOfLists({ runs, equalRows }: ListTrial): Row[] {
	return [
		...runs.flatMap(({ call, claims, usedBefore, notOnce }): Row[] => [
			[`${call}: rows of the second run`, 'any', claims.length],
			[`... that its error does not tell of`, '0', claims.filter(({ said }) => said === NOTHING_SAID).length],
			[`... whose reference was used before`, 'any', usedBefore],
			[`${call}: orders that were not paid once`, '0', notOnce.length],
		]),
		['two equal rows: requests that move money', '0', equalRows.sent],
	];
}

/** What came of executions that overlap. */
export function rowsOfSchedules({ results }: ScheduleTrial): Row[] {
	return results.flatMap(({ overlap, call, orders, unpaid, twice, isAtOnce }): Row[] => [
		[`${overlap}, ${call}: orders`, 'any', orders],
		['... not paid', '0', unpaid.length],
		['... paid twice', isAtOnce ? 'any' : '0', twice.length],
	]);
}

/** What came of the payment links. */
export function rowsOfLinks(trial: LinkTrial): Row[] {
	const { customers, paidTwice, wrongStarts, missingStarts, wrongReceipts, milliseconds } = trial;
	return [
		['links paid twice', '0', paidTwice.length],
		['starts without a payment over that link, or second ones', '0', wrongStarts.length],
		['paid links without a start', '0', missingStarts.length],
		['receipts for what nobody paid over that link', '0', wrongReceipts.length],
		['starts when everything was sent again after 6 and 12 days', '0', trial.lateStarts.length],
		['card forms on paid links after 6 and 12 days', '0', trial.formsOnPaidLinks.length],
		['paid links', 'any', customers.filter((customer) => trial.paymentsOf(customer).length > 0).length],
		['forms sent', 'any', customers.reduce((sum, { submissions }) => sum + submissions, 0)],
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

/** What came of the notifications. */
export function rowsOfNotifications(trial: NotificationTrial): Row[] {
	const { mail, answers, starts, undelivered, milliseconds } = trial;
	const each = trial.startsOfEach();
	return [
		['forged starts', '0', trial.forgedStarts().length],
		['verified payments without a start', '0', each.filter((count) => count === 0).length],
		['repeated starts', '0', each.reduce((sum, count) => sum + Math.max(0, count - 1), 0)],
		['starts when they were delivered again after eight days', '0', trial.lateStarts.length],
		['genuine ones that were never accepted', '0', undelivered.length],
		['payments', 'any', mail.paid.length],
		['starts', 'any', starts.length],
		...Object.entries(answers).map(([status, times]): Row => [`deliveries answered ${status}`, 'any', times]),
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}

/** What came of the floods. */
export async function rowsOfFloods({ doors, slowest, milliseconds }: FloodTrial): Promise<Row[]> {
	const rows: Row[] = [['public door: slowest answer under flood', 'any', `${Math.round(slowest)} ms`]];
	for (const { name, started, turnedAway, visits, slowest: slowestHere, answers } of doors) {
		rows.push(
			[`${name}: starts by junk`, '0', await started()],
			[`${name}: genuine visitors turned away`, '0', turnedAway.length],
			[`${name}: genuine visitors`, 'any', visits],
			[`${name}: slowest answer under flood`, 'any', `${Math.round(slowestHere)} ms`],
			...Object.entries(answers).map(([status, times]): Row => [`${name}: junk answered ${status}`, 'any', times]),
		);
	}
	return [...rows, ['seconds', 'any', Math.round(milliseconds / 1000)]];
}
