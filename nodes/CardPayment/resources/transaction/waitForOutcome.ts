import type { IDataObject, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/mini';

import { RefusedError, ServiceError, UnreachableError, type GatewayError } from '../../../../gateway/errors';
import { checkInput, numberFrom } from '../../../../gateway/input';
import { isFinal } from '../../../../gateway/outcome';
import { payment, type Payment } from '../../../../gateway/payment';
import { checkReference } from '../../../../gateway/verify';
import type { Operation, Result } from '../../../shared/operation';
import { pause } from '../../../shared/pause';
import { verify } from '../../../shared/verification';
import { readOptions, simplify, transactionReference } from '../fields';
import { failUnlessAuthorized, refuseUnlessAuthorized } from './fields';

interface WaitRequest {
	reference: string;
	/** In milliseconds, counted from the first question. */
	timeLimit: number;
	mustBeAuthorized: boolean;
}

const SECOND = 1000;
const FIRST_PAUSE = 1 * SECOND;
const LONGEST_PAUSE = 30 * SECOND;
const GROWTH = 1.5;

const description: INodeProperties[] = [
	transactionReference,
	{
		displayName: 'Time Limit (Seconds)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		required: true,
		default: 120,
		description: 'How long to wait. What the payment is by then is the result, with "timedOut" true; it is no error.',
	},
	simplify,
	readOptions([failUnlessAuthorized]),
];

const LABELS = { timeLimit: 'Time Limit (Seconds)' };
const limitSchema = z.object({ timeLimit: numberFrom(0, 'must be a number of seconds') });

/** Transaction: Wait for Outcome. Asks verify (specification 4.5) with growing pauses until the outcome is final. */
export const waitForOutcome: Operation<WaitRequest> = {
	description,
	limitsItself: true,

	prepare(parameters) {
		const { timeLimit } = checkInput(limitSchema, { timeLimit: parameters.get('timeLimit') }, LABELS);
		return {
			reference: checkReference(parameters.get('transactionReference')),
			timeLimit: timeLimit * SECOND,
			mustBeAuthorized: parameters.get<boolean>('options.failUnlessAuthorized', false),
		};
	},

	async perform(run, { reference, timeLimit, mustBeAuthorized }) {
		const end = Date.now() + timeLimit;
		let latest: { value: Payment; raw?: IDataObject } = {
			value: payment({
				outcome: 'unknown',
				transactionReference: reference,
				message: 'The service gave no answer while it was asked',
			}),
		};
		for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * GROWTH, LONGEST_PAUSE)) {
			const answered = await run.limit(verify, run, reference);
			if ('value' in answered) latest = answered;
			else if (!passes(answered.failure)) throw answered.failure;

			const isOver = isFinal(latest.value.outcome);
			const left = end - Date.now();
			if (isOver || left <= 0 || run.signal?.aborted) {
				if (mustBeAuthorized) refuseUnlessAuthorized(latest.value);
				return result(latest, !isOver);
			}
			await pause(Math.min(wait, left), run.signal);
		}
	},
};

function result({ value, raw }: { value: Payment; raw?: IDataObject }, timedOut: boolean): Result {
	return { output: { ...value, timedOut }, raw: raw && { ...raw, timedOut } };
}

// A busy or absent service may come back in time. Refused keys and an unknown reference do not change by waiting.
function passes(failure: GatewayError): boolean {
	return (
		failure instanceof ServiceError ||
		failure instanceof UnreachableError ||
		(failure instanceof RefusedError && failure.httpStatus === 429)
	);
}
