import type { Sandbox } from '../../../dev/sandbox';
import type { Run } from './onceTrial';
import { NO_ANSWER } from './shop';
import { mostInOneLife } from './tokenCalls';
import type { Trial } from './trial';

interface Frame {
	orders: readonly string[];
	pairs: readonly string[];
	/** In seconds. */
	tokenLife: number;
	/** How long each part took. */
	seconds: Record<string, number>;
}

/** What came of a trial, in a table. */
export function tableOf(trial: Trial, sandbox: Sandbox, { orders, pairs, tokenLife, seconds }: Frame): string {
	const { shop, finished, killedAt } = trial;
	const lost = trial.lost('payment');
	const createdAt = lost.map(({ reference }) => trial.transaction(reference)?.createdAt);
	const waits = lost.map(({ stoppedAt }) => Math.round((Date.parse(stoppedAt!) - killedAt) / 1000));
	const rows: Array<[string, string | number]> = [
		['Orders', orders.length],
		['  requests of the shop for them', shop.answers.filter(({ reference }) => orders.includes(reference)).length],
		['  whose answer was lost', shop.answers.filter(({ status }) => status === NO_ANSWER).length],
		['  paid in the end', orders.length - shop.unpaid(orders).length],
		['  charges of one reference, at most', Math.max(...orders.map((one) => sandbox.ledger.chargesOf(one)))],
		['  charges refused because the reference was used', sandbox.ledger.duplicatesRefused],
		['Executions: payments', text(trial.tally('payment'))],
		['Executions: started by notifications', text(trial.tally('notified'))],
		['Executions: error workflow', text(trial.tally('failure'))],
		['  finished by worker 1', finished.steady],
		['  finished by worker 2, killed + restarted', `${finished.killed} + ${finished.restarted}`],
		['Died with the worker: payments, notifications', `${lost.length}, ${trial.lost('notified').length}`],
		['  of these payments charged before', createdAt.filter((time) => time && Date.parse(time) < killedAt).length],
		['  marked by n8n after seconds', `${Math.min(...waits)} to ${Math.max(...waits)}`],
		[`Token calls, with a life of ${tokenLife} s`, sandbox.tokenCalls],
		['  within one life, at most', mostInOneLife(sandbox, tokenLife)],
		['Notifications, copies included', sandbox.deliveries.length],
		['  extra starts, late repeats in another process included', extra(trial, orders)],
		['  the same in two processes at the same moment', pairs.length],
		['  extra starts', extra(trial, pairs)],
		['Seconds', text(seconds)],
	];
	const width = Math.max(...rows.map(([name]) => name.length));
	return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

const COLUMNS: ReadonlyArray<[name: string, of: keyof Run]> = [
	['Payments', 'payments'],
	['Starts, or passes of the example', 'starts'],
	['Extra', 'extra'],
	['Lost', 'lost'],
	['Requests sent again', 'sentAgain'],
	['Seconds', 'seconds'],
];

/** What came of payments that several processes hear of, by how the requests are spread over them. */
export function onceTable(runs: Record<string, Run>): string {
	const rows = Object.entries(runs).map(([name, run]) => [name, ...COLUMNS.map(([, of]) => String(run[of]))]);
	const head = ['Requests are spread', ...COLUMNS.map(([name]) => name)];
	const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	return `# Once, whichever process hears of a payment

Written by \`npm run test:queue\`: n8n with a main process, two workers, two webhook processors, PostgreSQL and Redis. Each payment is
notified five times, and the customer's browser comes back, all at the same moment. What is not accepted is sent again. "By payment" is nginx
with the configuration of [the guide](../../docs/install.md).

${lines.join('\n')}
`;
}

function text(counts: Record<string, number>): string {
	return Object.entries(counts)
		.map(([name, count]) => `${name} ${Math.round(count)}`)
		.join(', ');
}

function extra(trial: Trial, references: readonly string[]): number {
	return trial.starts(references).reduce((sum, count) => sum + count, 0) - references.length;
}
