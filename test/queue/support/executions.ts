import type { N8n } from '../../../dev/playground/n8n';
import { until } from '../../../dev/playground/rest';
import type { Postgres } from './postgres';

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
/** When for so long no execution begins and none is open, no more are to be expected. */
const QUIET = 3_000;
const OPEN = ['new', 'running', 'waiting'];

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

/** Waits until no execution begins any more and none is open. Returns all of them. */
export async function untilQuiet(postgres: Postgres): Promise<StoredExecution[]> {
	let executions: StoredExecution[] = [];
	let count = 0;
	let since = 0;
	const isQuiet = async () => {
		executions = await readExecutions(postgres);
		if (executions.length !== count || executions.some(isOpen)) since = Date.now();
		count = executions.length;
		return Date.now() - since > QUIET;
	};
	await until(isQuiet, 'the end of all executions', PATIENCE);
	return executions;
}

function isOpen({ status }: StoredExecution): boolean {
	return OPEN.includes(status);
}

/** How many executions a worker has finished, by its log. */
export function finishedBy(worker: N8n): number {
	return idsIn(worker, 'finished').size;
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
