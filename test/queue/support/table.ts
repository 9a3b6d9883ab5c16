import type { Run } from './onceTrial';

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
