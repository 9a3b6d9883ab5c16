import { until } from '../../../dev/playground/rest';
import type { Fault, Sandbox } from '../../../dev/sandbox';

/** Counts the requests that have reached an endpoint. */
export const requestsOf = ({ requests }: Sandbox, on: Fault['on']) =>
	requests.filter(({ endpoint }) => endpoint === on).length;

/** Starts something that sends, and something else that has to wait for its turn, because the answer to the first is under way. */
export async function behind<First, Other>(
	sandbox: Sandbox,
	on: Fault['on'],
	first: () => Promise<First>,
	other: () => Promise<Other>,
): Promise<[First, Other]> {
	const before = requestsOf(sandbox, on);
	sandbox.fail({ on, kind: 'delay', ms: 500 });
	const running = first();
	await until(() => requestsOf(sandbox, on) > before, `the ${on}`);
	return await Promise.all([running, other()]);
}

/** Makes the service show late: what it has by now it has had for an hour; what comes now it shows after a minute. */
export function showLate(sandbox: Sandbox): void {
	for (const transaction of sandbox.ledger.transactions) {
		transaction.createdAt = new Date(Date.now() - 3_600_000).toISOString();
	}
	sandbox.configure({ historyLagMs: 60_000 });
}
