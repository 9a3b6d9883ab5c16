import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { NotAuthorizedError, RefusedError, type GatewayError } from '../../gateway/values/errors';
import { cannotTell, isTemporary } from '../../gateway/lookUp';
import type { Settings } from '../../gateway/client/settings';
import { checkInput, numberFrom } from '../../gateway/values/input';
import { checkReference } from '../../gateway/values/reference';
import { isFinal } from '../../gateway/outcome';
import type { PaymentKind } from '../../gateway/itemMessage';
import { paymentItem, type Payment } from '../../gateway/payment';
import type { FetchRecord } from '../shared/payments/sendCall';
import type { Operation } from '../shared/execution/operation';
import type { Parameters } from '../shared/execution/parameters';
import { pause } from '../shared/transport/pause';
import { labelsOf } from '../shared/fields/labels';
import { optionsOfReads } from '../shared/execution/runOptions';

/** One kind of record that the service keeps of a payment, and how to fetch it. */
export interface PolledRecord {
	/** The field for its reference. */
	field: INodeProperties;
	fetchRecord: FetchRecord;
	kind: PaymentKind;
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

const timeLimitField: INodeProperties = {
	displayName: 'Time Limit (Seconds)',
	name: 'timeLimit',
	type: 'number',
	typeOptions: { minValue: 0 },
	required: true,
	default: 120,
	description:
		'How long to wait for a final outcome. After that, the item has the latest outcome, and "timedOut" is true. It does not fail.',
};

const limitSchema = z.object({
	timeLimit: numberFrom(0, 'is not a number of seconds. Write it in digits, such as 120.'),
});

const failUnlessAuthorizedField: INodeProperties = {
	displayName: 'Fail Unless Authorized',
	name: 'failUnlessAuthorized',
	type: 'boolean',
	default: false,
	description:
		'Whether to fail the item if the payment is not authorized, so that the workflow stops or takes the error branch',
};

/** An operation that reads a record once. */
export function readOnce(polled: PolledRecord, option: INodePropertyOptions): Operation<ReadRequest> {
	return {
		option,
		isForAgents: true,
		paymentKind: polled.kind,
		shows: polled.shows,
		fields: [polled.field, optionsOfReads([failUnlessAuthorizedField])],

		prepare: (parameters) => readRequest(polled, parameters),

		async perform(run, request) {
			const { reference, mustBeAuthorized } = request;
			const fetched = await polled.fetchRecord(run, reference);
			if ('failure' in fetched) throw notFound(polled, request, fetched.failure);
			if (mustBeAuthorized) refuseUnlessAuthorized(polled.kind, fetched.value);
			return { output: paymentItem(polled.kind, fetched.value, {}), raw: fetched.raw };
		},
	};
}

/** An operation that reads a record, with growing pauses, until its outcome is final or the time is up. */
export function pollUntilFinal(polled: PolledRecord, option: INodePropertyOptions): Operation<PollRequest> {
	return {
		option,
		paymentKind: polled.kind,
		shows: polled.shows,
		fields: [polled.field, timeLimitField, optionsOfReads([failUnlessAuthorizedField])],

		prepare(parameters) {
			const { timeLimit: seconds } = checkInput(
				limitSchema,
				{ timeLimit: parameters.get('timeLimit') },
				labelsOf([timeLimitField]),
			);
			return { ...readRequest(polled, parameters), timeLimit: seconds * SECOND };
		},

		async perform(run, request) {
			const { reference, timeLimit: limit, mustBeAuthorized } = request;
			const end = Date.now() + limit;
			let latest: { value: Payment; raw?: IDataObject } = {
				value: {
					...polled.withoutAnswer(reference, run.transport.settings),
					details: 'The service gave no answer in time',
				},
			};
			for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * GROWTH, LONGEST_PAUSE)) {
				const fetched = await polled.fetchRecord(run, reference);
				if ('value' in fetched) latest = fetched;
				else if (!canAppearLater(fetched.failure, request)) throw fetched.failure;

				const isOver = isFinal(latest.value.outcome);
				const left = end - Date.now();
				if (isOver || left <= 0 || run.signal?.aborted) {
					if (mustBeAuthorized) refuseUnlessAuthorized(polled.kind, latest.value);
					const seconds = Math.ceil((Date.now() - end + limit) / SECOND);
					const waited = seconds === 1 ? '1 second' : `${seconds} seconds`;
					return { output: paymentItem(polled.kind, latest.value, { timedOut: !isOver }, waited), raw: latest.raw };
				}
				// Meanwhile another item has its place.
				run.requestSlots.release();
				await pause(Math.min(wait, left), run.signal);
				await run.requestSlots.acquire();
			}
		},
	};
}

function readRequest({ field }: PolledRecord, parameters: Parameters): ReadRequest {
	return {
		reference: checkReference(parameters.get(field.name), field.displayName),
		mustBeAuthorized: parameters.getIfSet<boolean>('options.failUnlessAuthorized') ?? false,
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

/** Whether the record may still come: the service may be busy, and a payment whose answer was lost may appear later. */
function canAppearLater(failure: GatewayError, { wasUnknown }: ReadRequest): boolean {
	return isTemporary(failure) || (wasUnknown && cannotTell(failure));
}

/** @throws NotAuthorizedError when the payment is anything but authorized */
function refuseUnlessAuthorized(kind: PaymentKind, paid: Payment): void {
	const { authorized, outcome, status, statusName, transactionReference } = paid;
	if (authorized) return;
	const isDeclined = outcome === 'declined';
	const another =
		kind === 'transfer' ? 'To send it again, use a new request ID.' : 'Do not deliver; ask for another card.';
	const words = isFinal(outcome) ? ['was', outcome] : ['is', 'not authorized yet'];
	const code = [status, statusName].filter((part) => part !== null).join(' ');
	throw new NotAuthorizedError(
		`The ${kind} ${transactionReference} ${words.join(' ')}${code && ` (status ${code})`}.`,
		`${isDeclined ? another : 'Do not deliver.'} The item failed because the option 'Fail Unless Authorized' is on.`,
		isDeclined ? 'no' : undefined,
	);
}
