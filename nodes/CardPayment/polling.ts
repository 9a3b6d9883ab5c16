import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { z } from 'zod/v4';

import type { Field } from '../../gateway/fields';
import { NotAuthorizedError, RefusedError, type GatewayError } from '../../gateway/values/errors';
import { cannotTell, isTemporary } from '../../gateway/sending/failures';
import { lookUp, recordIn, type Finders } from '../../gateway/sending/lookUp';
import type { Settings } from '../../gateway/client/settings';
import { numberFrom } from '../../gateway/values/input';
import { checkReference } from '../../gateway/values/reference';
import { isFinal } from '../../gateway/outcome';
import type { ItemWords } from '../../gateway/itemMessage';
import { paymentItem, type Payment } from '../../gateway/payment';
import type { ReadOperation, Run } from '../shared/execution/operation';
import type { Parameters } from '../shared/execution/parameters';
import { shown } from '../shared/fields/fields';
import { optionsOfReads } from '../shared/execution/run';

/** One kind of record that the service keeps of a payment, and how to fetch it. */
export interface PolledRecord {
	/** The field for its reference. */
	field: INodeProperties;
	finders: Finders;
	words: ItemWords;
	/** The fields of a record that people need beside the first seven; three at most. */
	shows: readonly string[];
	/** What is not known of the money, what not to do, and what its reference is called, where the outcome was unknown before. */
	inDoubt: { what: string; again: string; name: string };
	/** What is known before any answer: the reference. It has all fields of a record. */
	withoutAnswer: (reference: string, settings: Settings) => Payment;
}

interface ReadRequest {
	reference: string;
	mustBeAuthorized: boolean;
	/** Whether the item came in with the outcome `unknown`. */
	wasUnknown: boolean;
}

interface PollRequest extends ReadRequest {
	/** In milliseconds, counted from the first read. */
	timeLimit: number;
}

const SECOND = 1000;
const FIRST_PAUSE = 1 * SECOND;
const LONGEST_PAUSE = 30 * SECOND;
const GROWTH = 1.5;

const NOT_SECONDS = 'is not a number of seconds. Write it in digits, such as 120.';

const waitFields = {
	timeLimit: {
		displayName: 'Time Limit (Seconds)',
		type: 'number',
		typeOptions: { minValue: 0 },
		required: true,
		default: 120,
		description:
			'How long to wait for a final outcome. After that, the item has the latest outcome, and "timedOut" is true. It does not fail.',
		rule: numberFrom(0, NOT_SECONDS),
	},
} satisfies Record<string, Field>;

const readFields = {
	failUnlessAuthorized: {
		displayName: 'Fail Unless Authorized',
		type: 'boolean',
		default: false,
		description:
			'Whether to fail the item if the payment is not authorized, so that the workflow stops or takes the error branch',
		rule: z.unknown().transform(Boolean),
		mustGive: true,
	},
} satisfies Record<string, Field>;

/** An operation that reads a record once. */
export function readOnce(polled: PolledRecord, option: INodePropertyOptions): ReadOperation<ReadRequest> {
	return {
		kind: 'read',
		option,
		isForAgents: true,
		words: polled.words,
		shows: polled.shows,
		fields: [polled.field, optionsOfReads(shown(readFields))],

		prepare: (parameters) => readRequest(polled, parameters),

		async perform(run, request) {
			const { reference, mustBeAuthorized } = request;
			const fetched = await fetchRecord(run, polled, reference);
			if ('failure' in fetched) throw notFound(polled, request, fetched.failure);
			if (mustBeAuthorized) refuseUnlessAuthorized(polled.words.name, fetched.value);
			return { output: paymentItem(polled.words, fetched.value, {}), raw: fetched.raw };
		},
	};
}

/** An operation that reads a record, with growing pauses, until its outcome is final or the time is up. */
export function pollUntilFinal(polled: PolledRecord, option: INodePropertyOptions): ReadOperation<PollRequest> {
	return {
		kind: 'read',
		option,
		words: polled.words,
		shows: polled.shows,
		fields: [polled.field, ...shown(waitFields), optionsOfReads(shown(readFields))],

		prepare(parameters) {
			const { timeLimit: seconds } = parameters.checked(waitFields);
			return { ...readRequest(polled, parameters), timeLimit: seconds * SECOND };
		},

		async perform(run, request) {
			const { reference, timeLimit: limit, mustBeAuthorized } = request;
			const end = Date.now() + limit;
			let latest: { value: Payment; raw?: unknown } = {
				value: {
					...polled.withoutAnswer(reference, run.service.settings),
					details: 'The service gave no answer in time',
				},
			};
			for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * GROWTH, LONGEST_PAUSE)) {
				const fetched = await fetchRecord(run, polled, reference);
				if ('value' in fetched) latest = fetched;
				else if (!canAppearLater(fetched.failure, request)) throw fetched.failure;

				const isOver = isFinal(latest.value.outcome);
				const left = end - Date.now();
				if (isOver || left <= 0 || run.signal?.aborted) {
					if (mustBeAuthorized) refuseUnlessAuthorized(polled.words.name, latest.value);
					const seconds = Math.ceil((Date.now() - end + limit) / SECOND);
					const waited = seconds === 1 ? '1 second' : `${seconds} seconds`;
					return { output: paymentItem(polled.words, latest.value, { timedOut: !isOver }, waited), raw: latest.raw };
				}
				// Meanwhile another item has its place.
				run.requestSlots.release();
				await run.service.pause(Math.min(wait, left));
				await run.requestSlots.acquire();
			}
		},
	};
}

/** Looks up the record under a reference, which may be the service's or the merchant's. */
async function fetchRecord({ service }: Run, { finders }: PolledRecord, reference: string) {
	return recordIn(await lookUp(service, finders, { either: [reference] }));
}

function readRequest({ field }: PolledRecord, parameters: Parameters): ReadRequest {
	return {
		reference: checkReference(parameters.get(field.name), field.displayName),
		mustBeAuthorized: parameters.checked(readFields, 'options').failUnlessAuthorized,
		wasUnknown: parameters.item.outcome === 'unknown',
	};
}

/** The failure of a read. Of a payment whose outcome was unknown it says what it means for the money. */
function notFound({ inDoubt }: PolledRecord, { reference, wasUnknown }: ReadRequest, failure: GatewayError) {
	if (!wasUnknown || !cannotTell(failure)) return failure;
	const { what, again, name } = inDoubt;
	const message = `It is not known whether ${what}. The service has nothing under ${reference}.`;
	return new RefusedError(message, `Do not ${again} again: ask your provider about this ${name}.`, 404);
}

/** Says whether the record may still come: the service may be busy, and a payment whose answer was lost may appear later. */
function canAppearLater(failure: GatewayError, { wasUnknown }: ReadRequest): boolean {
	return isTemporary(failure) || (wasUnknown && cannotTell(failure));
}

/** @throws NotAuthorizedError when the payment is anything but authorized */
function refuseUnlessAuthorized(name: string, paid: Payment): void {
	const { authorized, outcome, status, statusName, transactionReference } = paid;
	if (authorized) return;
	const isDeclined = outcome === 'declined';
	const another =
		name === 'transfer' ? 'To send it again, use a new request ID.' : 'Do not deliver; ask for another card.';
	const words = isFinal(outcome) ? ['was', outcome] : ['is', 'not authorized yet'];
	const code = [status, statusName].filter((part) => part !== null).join(' ');
	throw new NotAuthorizedError(
		`The ${name} ${transactionReference} ${words.join(' ')}${code && ` (status ${code})`}.`,
		`${isDeclined ? another : 'Do not deliver.'} The item failed because the option 'Fail Unless Authorized' is on.`,
		isDeclined ? 'no' : undefined,
	);
}
