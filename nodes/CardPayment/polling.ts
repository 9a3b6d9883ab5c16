import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { z } from 'zod/v4';

import type { Field } from '../../gateway/fields';
import { InputError, NotAuthorizedError, RefusedError, type GatewayError } from '../../gateway/values/errors';
import { canPass, cannotTell } from '../../gateway/sending/failures';
import { lookUp, serviceAnswerOf, type Finders } from '../../gateway/sending/lookUp';
import { withDeadline } from '../../gateway/sending/service';
import type { Settings } from '../../gateway/client/settings';
import { numberRule } from '../../gateway/values/input';
import { checkReference } from '../../gateway/values/reference';
import { isFinal } from '../../gateway/outcome';
import type { ItemWords } from '../../gateway/itemMessage';
import { paymentItem, type Payment } from '../../gateway/payment';
import type { ReadOperation, Run } from '../shared/execution/operation';
import type { Parameters } from '../shared/execution/parameters';
import { editorFields } from '../shared/fields/fields';
import {
	compareWithItem,
	isAbout,
	paymentOf,
	makeItemLookUpRequest,
	withReferences,
	type ItemPayment,
} from './itemPayment';
import { optionsOfReads } from '../shared/execution/run';

/** One kind of record that the service keeps of a payment, and how to fetch it. */
export interface PolledRecord {
	/** The field for its reference. */
	field: INodeProperties;
	finders: Finders;
	words: ItemWords;
	/** The fields of a record that people need beside the first seven, three at most: of one that is read once, and of one that is waited for. */
	shows: readonly string[];
	showsAfterWait: readonly string[];
	/** The words for an unknown outcome: what is not known of the money, what not to do, and the name of its reference. */
	inDoubt: { what: string; again: string; name: string };
	/** The advice after a decline, where the workflow goes on only with a payment that is authorized: a whole sentence. */
	afterDecline: string;
	/** Makes the record before any answer, which knows the reference. It has all fields of a record. */
	withoutAnswer: (reference: string, settings: Settings) => Payment;
	/** The messages on items where the refund of the payment is waited for; without them, there are no refunds. */
	refundWords?: ItemWords;
}

interface ReadRequest {
	reference: string;
	mustBeAuthorized: boolean;
	/** True if the item came in with the outcome `unknown`. */
	wasUnknown: boolean;
}

interface PollRequest extends ReadRequest {
	/** In milliseconds, counted from the first read. */
	timeLimit: number;
	/** The payment that the item is about. */
	item: ItemPayment;
	/** Says whether the refund of a payment is waited for, which the service may not show yet. */
	isForRefund: (paid?: Payment) => boolean;
}

const SECOND = 1000;
const FIRST_PAUSE = 1 * SECOND;
const LONGEST_PAUSE = 30 * SECOND;
const GROWTH = 1.5;

const NOT_SECONDS = 'is not a number of seconds. Write it in digits, such as 120.';
/** In seconds. A wait takes one of n8n's execution slots, and is lost when n8n stops. */
const LONGEST_WAIT = 300;
const TOO_LONG =
	"is more than five minutes. For people, wait in a loop, which holds nothing and outlives a restart: 'Wait for Outcome' with 10 seconds, an IF on 'timedOut', n8n's 'Wait', and back. The example 'Hosted checkout without a public address' has it.";

const waitFields = {
	timeLimit: {
		displayName: 'Time Limit (Seconds)',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: LONGEST_WAIT },
		required: true,
		default: 120,
		description:
			'How long to wait for a final outcome, 300 at most. After that, the item has the latest outcome, and "timedOut" is true. It does not fail. To wait for people, put this node into a loop with n8n\'s Wait.',
		rule: numberRule(0, NOT_SECONDS).refine((seconds) => seconds <= LONGEST_WAIT, TOO_LONG),
	},
} satisfies Record<string, Field>;

const refundField = {
	waitFor: {
		displayName: 'Wait For',
		type: 'options',
		options: [
			{
				name: 'What the Item Is About',
				value: 'item',
				description: 'The refund if the item comes from Transaction: Refund, and otherwise the payment',
			},
			{ name: 'The Payment', value: 'payment', description: 'Until it is authorized, declined or refunded' },
			{ name: 'The Refund', value: 'refund', description: 'Waits until the payment is refunded' },
		],
		default: 'item',
		description: 'What has to finish before the workflow goes on',
		rule: z.enum(['item', 'payment', 'refund']),
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

/** Makes an operation that reads a record once. */
export function readOnce(polled: PolledRecord, option: INodePropertyOptions): ReadOperation<ReadRequest> {
	return {
		kind: 'read',
		option,
		isForAgents: true,
		words: polled.words,
		shows: polled.shows,
		fields: [polled.field, optionsOfReads(editorFields(readFields))],

		prepare: (parameters) => readRequest(polled, parameters),

		async perform(run, request) {
			const { reference, mustBeAuthorized } = request;
			const fetched = serviceAnswerOf(await lookUp(run.service, polled.finders, { either: [reference] }));
			if ('failure' in fetched) throw makeNotFoundError(polled, request, fetched.failure);
			if (mustBeAuthorized) refuseUnlessAuthorized(polled, fetched.value);
			return { output: paymentItem(polled.words, fetched.value, {}), raw: fetched.raw };
		},
	};
}

/** Makes an operation that reads a record, with growing pauses, until its outcome is final or the time is up. */
export function pollUntilFinal(polled: PolledRecord, option: INodePropertyOptions): ReadOperation<PollRequest> {
	return {
		kind: 'read',
		option,
		words: polled.words,
		shows: polled.showsAfterWait,
		fields: [
			polled.field,
			...editorFields(waitFields),
			...(polled.refundWords ? editorFields(refundField) : []),
			optionsOfReads(editorFields(readFields)),
		],

		prepare(parameters) {
			const { timeLimit: seconds } = parameters.checkFields(waitFields);
			const request = readRequest(polled, parameters);
			const item = paymentOf(parameters.item);
			const isForRefund = polled.refundWords ? refundRule(parameters, request, item) : () => false;
			if (isForRefund() && request.mustBeAuthorized) throw NEVER_AUTHORIZED;
			return { ...request, timeLimit: seconds * SECOND, item, isForRefund };
		},

		async perform(run, { reference, timeLimit: limit, mustBeAuthorized, item, isForRefund }) {
			const end = Date.now() + limit;
			const service = withDeadline(end, run.service);
			const lookUpRequest = makeItemLookUpRequest(item, reference);
			let isRefund = isForRefund();
			let latest: { value: Payment; raw?: unknown } | undefined;
			for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * GROWTH, LONGEST_PAUSE)) {
				const found = await lookUp(service, polled.finders, lookUpRequest);
				const fetched = serviceAnswerOf(found);
				if ('value' in fetched) {
					isRefund = isForRefund(fetched.value);
					latest = isRefund ? { ...fetched, value: withOpenRefund(fetched.value, item) } : fetched;
				} else if (!canPass(fetched.failure) && !('isPartial' in found)) throw fetched.failure;

				const isOver = latest !== undefined && isFinal(latest.value.outcome);
				const left = end - Date.now();
				if (isOver || left <= 0 || run.signal?.aborted) {
					const { value, raw } = latest ?? {
						value: makeOpenRecord(polled, lookUpRequest.own?.[0] ?? reference, run, fetched),
					};
					if (mustBeAuthorized) refuseUnlessAuthorized(polled, value);
					const words = (isRefund && polled.refundWords) || polled.words;
					const more = { timedOut: !isOver, ...(isRefund && { refund: true }) };
					const known = isAbout(item, reference) ? withReferences(value, item) : value;
					return { output: paymentItem(words, known, more, secondsText(Date.now() - end + limit)), raw };
				}
				// Meanwhile another item has its place.
				run.requestSlots.release();
				await run.service.pause(Math.min(wait, left));
				await run.requestSlots.acquire();
			}
		},
	};
}

/** Formats a time in milliseconds for people. */
function secondsText(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / SECOND);
	if (seconds < 1) return 'less than a second';
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

function readRequest({ field }: PolledRecord, parameters: Parameters): ReadRequest {
	return {
		reference: checkReference(parameters.get(field.name), field.displayName),
		mustBeAuthorized: parameters.checkFields(readFields, 'options').failUnlessAuthorized,
		wasUnknown: parameters.item.outcome === 'unknown',
	};
}

/** Makes the error of a read. For a payment whose outcome was unknown, it says what that means for the money. */
function makeNotFoundError({ inDoubt }: PolledRecord, { reference, wasUnknown }: ReadRequest, failure: GatewayError) {
	if (!wasUnknown || !cannotTell(failure)) return failure;
	const { what, again, name } = inDoubt;
	const message = `It is not known whether ${what}. The service has nothing under ${reference}.`;
	return new RefusedError(message, `Do not ${again} again: ask your provider about this ${name}.`, 404);
}

/** Makes the record of a payment of which the service had returned nothing when the time was up. */
function makeOpenRecord(
	{ withoutAnswer }: PolledRecord,
	reference: string,
	{ service: { settings } }: Run,
	fetched: { failure: GatewayError } | { value: Payment },
): Payment {
	const details = 'failure' in fetched ? fetched.failure.message : null;
	return { ...withoutAnswer(reference, settings), details };
}

const NEVER_AUTHORIZED = new InputError([
	{
		path: ['options', 'failUnlessAuthorized'],
		field: readFields.failUnlessAuthorized.displayName,
		rule: 'cannot be met by a refund. Turn it off: the item goes on when the refund is over, and its outcome is then "refunded".',
	},
]);

/** Returns the rule by which the refund of a payment is waited for: an item of Transaction: Refund says that it is about one, and of which payment. */
function refundRule(parameters: Parameters, { reference }: ReadRequest, item: ItemPayment): PollRequest['isForRefund'] {
	const { waitFor } = parameters.checkFields(refundField);
	if (waitFor !== 'item') return () => waitFor === 'refund';
	// In doubt, it is the refund: a caller that waits for a payment that is being refunded must not read that it is authorized.
	return (paid) =>
		item.isRefund &&
		compareWithItem(item, [reference, paid?.transactionReference ?? null, paid?.reference ?? null]) !== 'different';
}

/**
 * Shows a payment as its refund leaves it: until the refund is carried out, the service may show it as authorized, or as refunded by an
 * earlier one, which leaves more of it.
 */
function withOpenRefund(
	paid: Payment & { remainingAmount?: number | null },
	{ remainingAmount }: ItemPayment,
): Payment {
	const left = paid.remainingAmount ?? undefined;
	const isToldByAmount = left !== undefined && remainingAmount !== undefined;
	const isOpen = isToldByAmount ? left > remainingAmount : paid.authorized;
	if (!isOpen) return isToldByAmount && paid.authorized ? { ...paid, outcome: 'refunded', authorized: false } : paid;
	// The amount to be left stays in the item, for the next round of a loop.
	const expected = remainingAmount === undefined ? {} : { remainingAmount };
	return { ...paid, ...expected, outcome: 'pending', authorized: false };
}

/** Checks that a payment is authorized. @throws NotAuthorizedError when it is anything else */
function refuseUnlessAuthorized({ words: { name }, afterDecline }: PolledRecord, paid: Payment): void {
	const { authorized, outcome, status, statusName, transactionReference, reference, details } = paid;
	if (authorized) return;
	const isDeclined = outcome === 'declined';
	// Such as the two amounts, where another one was paid.
	const why = details === null ? '' : `${details.replace(/\.$/, '')}. `;
	const words = isFinal(outcome) ? ['was', outcome] : ['is', 'not authorized yet'];
	const code = [status, statusName].filter((part) => part !== null).join(' ');
	throw new NotAuthorizedError(
		`The ${name} ${transactionReference ?? reference} ${words.join(' ')}${code && ` (status ${code})`}.`,
		`${why}${isDeclined ? afterDecline : 'Do not deliver.'} The item failed because the option 'Fail Unless Authorized' is on.`,
		isDeclined ? 'no' : undefined,
	);
}
