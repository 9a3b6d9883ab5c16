import { isContradicted, isDoubt, NOTHING_SAID } from './judge';
import type { KillTrial } from './killTrial';
import type { NotificationTrial } from './notificationTrial';
import { chargesFor } from './orders';
import type { Count, PaymentTrial } from './paymentTrial';
import type { Row } from './report';

/** What came of the payments through a bad network. */
export function rowsOfPayments({
	orders,
	world: { sandbox },
	charged,
	authorized,
	proxy,
	milliseconds,
}: PaymentTrial): Row[] {
	const { ledger } = sandbox;
	const unknown = orders.filter(({ name }) => isDoubt(charged.last.get(name)!));
	return [
		[
			'charges of one reference, at most',
			'1',
			Math.max(...ledger.transactions.map(({ merchantReference }) => ledger.chargesOf(merchantReference))),
		],
		['charges of one order, at most', '1', Math.max(...orders.map(({ name }) => chargesFor(sandbox, name).length))],
		...rowsOfCount('Charge', charged),
		[
			'... of the unknown ones charged',
			'any',
			unknown.filter(({ name }) => chargesFor(sandbox, name).length > 0).length,
		],
		...rowsOfCount('Authorize', authorized),
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

/** What came of the killed n8n. */
export function rowsOfKills(trial: KillTrial): Row[] {
	const { sandbox, orders, batches, kills, retries, milliseconds } = trial;
	return [
		['charges of one order, at most', '1', Math.max(...orders.map((order) => chargesFor(sandbox, order).length))],
		['items without an outcome', '0', trial.where(({ said }) => said === NOTHING_SAID).length],
		[
			'outcomes that contradict the ledger',
			'0',
			trial.where((claim, state) => isContradicted(claim, state, 'absent')).length,
		],
		['outcomes that stay unknown', 'any', trial.where(isDoubt).length],
		['executions, kills of n8n, retries', 'any', `${batches.length}, ${kills}, ${retries}`],
		['second charges that the service refused', 'any', sandbox.ledger.duplicatesRefused],
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
		['genuine ones that were never accepted', '0', undelivered.length],
		['payments', 'any', mail.paid.length],
		['starts', 'any', starts.length],
		...Object.entries(answers).map(([status, times]): Row => [`deliveries answered ${status}`, 'any', times]),
		['seconds', 'any', Math.round(milliseconds / 1000)],
	];
}
