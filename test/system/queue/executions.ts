import type { N8n } from '../../../dev/playground/n8n';
import { until } from '../../../dev/playground/rest';
import type { Postgres } from '../support/postgres';

/** An execution as n8n's database has it. */
export interface StoredExecution {
	id: number;
	workflowId: string;
	status: string;
	/** The payment's, as far as n8n still has the execution's data. */
	reference: string | null;
	stoppedAt: string | null;
	/** Of the error workflow: which execution it was told of. */
	toldOf: number | null;
}

const PATIENCE = 120_000;
/**
 * The time without a change after which, if no execution is open, no more are to be expected. One that is still new then
 * is not in the queue: a process was killed between storing and queueing it.
 */
const QUIET = 5_000;
const OPEN = ['running', 'waiting'];
const NOT_STARTED = ['new', 'crashed'];

/** All executions, the oldest first. */
export async function readExecutions(postgres: Postgres): Promise<StoredExecution[]> {
	return await postgres.query(
		`SELECT execution.id, execution."workflowId", execution.status, execution."stoppedAt",
			substring(stored.data FROM '(?:ORDER|PAIR)-[0-9]+') AS reference,
			substring(stored.data FROM '/executions/([0-9]+)')::int AS "toldOf"
		FROM execution_entity execution JOIN execution_data stored ON stored."executionId" = execution.id
		ORDER BY execution.id`,
	);
}

/** Says whether a worker has begun an execution. */
export function isStarted({ status }: StoredExecution): boolean {
	return !NOT_STARTED.includes(status);
}

/** Waits until no execution begins any more and none is open. Returns all of them. One that begins later than that is not seen. */
export async function untilQuiet(postgres: Postgres): Promise<StoredExecution[]> {
	let executions: StoredExecution[] = [];
	let before = '';
	let since = 0;
	const isQuiet = async () => {
		executions = await readExecutions(postgres);
		const now = executions.map(({ id, status }) => `${id} ${status}`).join();
		if (now !== before || executions.some(isOpen)) since = Date.now();
		before = now;
		return Date.now() - since > QUIET;
	};
	await until(isQuiet, 'the end of all executions', PATIENCE);
	return executions;
}

function isOpen({ status }: StoredExecution): boolean {
	return OPEN.includes(status);
}

/** The executions that a worker has begun and not finished, by its log. */
export function underWayIn(worker: N8n): Set<number> {
	const finished = idsIn(worker, 'finished');
	return new Set([...idsIn(worker, 'started')].filter((id) => !finished.has(id)));
}

function idsIn(worker: N8n, event: 'started' | 'finished'): Set<number> {
	const lines = worker.log().matchAll(new RegExp(`Worker ${event} execution (\\d+)`, 'g'));
	return new Set([...lines].map(([, id]) => Number(id)));
}
