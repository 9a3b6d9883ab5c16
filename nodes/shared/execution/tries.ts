import type { IExecuteFunctions } from 'n8n-workflow';

import { isTemporary } from '../../../gateway/sending/failures';
import type { GatewayError } from '../../../gateway/values/errors';
import type { NodeFailure } from '../transport/nodeErrors';

// n8n's own limits, and what it takes where Max Tries is not set.
const USUAL_TRIES = 3;
const LEAST_TRIES = 2;
const MOST_TRIES = 5;

/** The tries that this run of the node has begun. A retry of the execution begins at one again. */
interface Tries {
	run: string;
	begun: number;
}

/** The error that n8n gets in place of the items, because a try is left. */
export class NextTry extends Error {
	constructor(readonly failure: NodeFailure) {
		super(failure.message);
	}
}

/**
 * Begins a try of the node. Of a node that continues, n8n tries again what throws, and passes its input on where it throws in the last
 * try. So the tries are counted in the node's context, as n8n counts them.
 * @returns whether n8n tries again what throws now
 */
export function beginTry(context: IExecuteFunctions): boolean {
	const { retryOnFail, maxTries } = context.getNode();
	if (!retryOnFail || !context.continueOnFail()) return false;
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = `${context.getExecutionId()} ${$runIndex}`;
	const state = context.getContext('node');
	const kept = state.tries as Tries | undefined;
	const begun = (kept?.run === run ? kept.begun : 0) + 1;
	state.tries = { run, begun } satisfies Tries;
	return begun < Math.min(MOST_TRIES, Math.max(LEAST_TRIES, maxTries || USUAL_TRIES));
}

/** Says whether a failed item may succeed in the next try: nothing was sent for it, and what made it fail is temporary. */
export function isCurable({ error, isInDoubt }: { error: GatewayError; isInDoubt: boolean }): boolean {
	return !isInDoubt && error.charged !== 'unknown' && isTemporary(error);
}
