import type { Settings } from '../client/settings';
import type { Outcome } from '../outcome';
import type { Payment } from '../payment';
import {
	asGatewayError,
	LostAnswerError,
	OtherRecordError,
	RefusedError,
	asClause,
	ReferenceUsedError,
	UncheckedReferenceError,
	UnreachableError,
	type GatewayError,
} from '../values/errors';
import type { ItemContext, MoneyCall, MoneyRequest, PaymentCreation, MoneyWords, SentPayment } from './call';
import { isTemporary } from './failures';
import { lookUpUntil, lookUp as lookUpPayment, type LookUp } from './lookUp';
import { attemptOf, nextAttempt } from './nextAttempt';
import { send, type ServiceAnswer, type Service } from './service';
import { lookUpsAfter, transactionReferenceOf, settle, type CallResult } from './settle';
import { MOST_ATTEMPTS } from '../values/attempt';
import { amountText } from '../values/money';

/*
 * Everything about money follows from three beats: the service is asked what it has, the request is sent once, and what became of it
 * is settled. They stand here in this order.
 */

/** The look-up of an item whose reference is not asked about. */
const NOT_ASKED: LookUp = { kind: 'cannotTell' };

/**
 * Says whether the service is asked before a request is sent. For a new payment a setting decides, and a reference that this node has made
 * is never asked about.
 */
export function mustAsk({ earlier }: MoneyCall, { isRandom }: MoneyRequest, settings: Settings): boolean {
	if (earlier.kind === 'makesPayment') return settings.checkReferences && !isRandom;
	return earlier.kind === 'changesPayment';
}

/** Asks what the service has, before a request is sent. It does not throw: a question that goes wrong is not answered. */
export async function lookUpBefore<Request extends MoneyRequest>(
	service: Service,
	call: MoneyCall<Request>,
	request: Request,
): Promise<LookUp> {
	if (!mustAsk(call, request, service.settings)) return NOT_ASKED;
	// `decideSending` decides if it is the payment of this request. Another attempt of the order may have been paid.
	const { compare: _, merchant: order, ...known } = call.lookUpRequest(request, null, service.settings);
	const lookUpRequest = { ...known, ...(order !== undefined && { order }), secrets: request.secrets };
	try {
		return await lookUpUntil(service, async () => await lookUpPayment(service, call.finders, lookUpRequest));
	} catch (error) {
		return { kind: 'unanswered', failure: asGatewayError(error) };
	}
}

/** Says whether what a request would do is done already, perhaps by another execution. */
export function isDone({ earlier }: MoneyCall, request: MoneyRequest, lookUp: LookUp, settings: Settings): boolean {
	if (lookUp.kind !== 'record' || earlier.kind === 'sentEachRun') return false;
	return earlier.kind === 'makesPayment' || earlier.isDone(lookUp.record, request, settings);
}

/**
 * Adds to a look-up what another call of this order has just sent: that counts until the service shows it. A change of a payment is shown
 * by a record in another state than the one that was changed. @throws ReferenceUsedError where a change is not shown
 */
export function withSentPayment(
	call: MoneyCall,
	request: MoneyRequest,
	lookUp: LookUp,
	sent: SentPayment | undefined,
	settings: Settings,
): LookUp {
	if (!sent || lookUp.kind === 'unanswered') return lookUp;
	const isChange = call.earlier.kind === 'changesPayment';
	const isShown = (record: Payment) => isChange || attemptOf(request, record) >= attemptOf(request, sent);
	const other = { ...request, expectedState: sent.expectedState };
	if (lookUp.kind === 'record' && isDone(call, other, lookUp, settings) && isShown(lookUp.record)) return lookUp;
	if (isChange) throw earlierChangeError(call, request);
	return { kind: 'record', record: sent };
}

/** The result of a request before it is sent: it can be sent, or its item shows a payment that was made before. */
export type SendDecision<Request> = { request: Request } | { result: PaidItem };

/**
 * Decides whether a request is sent, by what the service has.
 * @throws GatewayError that says why nothing is sent
 */
export function decideSending<Request extends MoneyRequest, Ready extends Request>(
	call: MoneyCall<Request, Payment, Ready>,
	request: Request,
	lookUp: LookUp,
	settings: Settings,
): SendDecision<Ready> {
	const { earlier } = call;
	// Only a call that changes a payment has more in its request when it is ready.
	const ready = request as Ready;
	switch (earlier.kind) {
		case 'sentEachRun':
			return { request: ready };
		case 'changesPayment':
			if (lookUp.kind === 'unanswered') throw uncheckedError(call.words, request, lookUp.failure);
			return { request: earlier.complete(request, lookUp, settings) };
		case 'makesPayment': {
			const next = nextAttempt(earlier, request, lookUp);
			if (next) return { request: next as Ready };
			if (!isUsedBefore(call.words, earlier, request, lookUp, settings)) return { request: ready };
			return { result: { item: call.item(request, lookUp.record, makeItemContext({ duplicate: true })) } };
		}
	}
}

/** Makes the error for a change that another execution of the node has sent, and that the service does not show yet. It may come any day. */
export function earlierChangeError(call: MoneyCall, request: MoneyRequest): ReferenceUsedError {
	const { what, participle, item } = call.words;
	const message = `It is not known whether the ${what} ${request.reference} was ${participle}: another execution has sent the ${item.name}, and the service does not show it. Nothing was sent now.`;
	const advice = `Only after your provider's dashboard has shown that the first ${item.name} was not made, turn on 'Send Again' (under Options).`;
	return Object.assign(new ReferenceUsedError(message, advice, call.paymentBefore(request)), {
		charged: 'unknown',
	} as const);
}

/** The payment that a call's item shows, and the service's answer where it told the outcome. */
export interface PaidItem {
	item: object;
	/** Without secrets. */
	raw?: unknown;
	/** True if the request did nothing, because it was held back. */
	didNothing?: true;
}

/**
 * Sends a request, once, and finds out what became of it, which is never guessed.
 * @throws GatewayError when the service refused the call, or it was not sent; `charged` says whether the service may have acted
 */
export async function sendOnce<Request extends MoneyRequest, Paid extends Payment, Ready extends Request>(
	service: Service,
	call: MoneyCall<Request, Paid, Ready>,
	request: NoInfer<Ready>,
): Promise<PaidItem> {
	const heldBack = await call.holdBack?.(service, request);
	if (heldBack) return { item: call.item(request, heldBack, makeItemContext({})), didNothing: true };
	return await itemOf(service, call, request, await send(service, call, request, request.secrets));
}

/** Sends a request as `sendOnce` does, for a page. It does not throw: a refusal is one of the ways that a call can end. */
export async function sendAndSettle<Request extends MoneyRequest, Paid extends Payment, Ready extends Request>(
	service: Service,
	call: MoneyCall<Request, Paid, Ready>,
	request: NoInfer<Ready>,
): Promise<CallResult<Paid>> {
	return await settleAnswer(service, call, request, await send(service, call, request, request.secrets));
}

/** The circumstances in which a request was sent before. */
export interface EarlierSending {
	/** True if another run of the node has sent it, so that nothing was sent for this item. */
	duplicate: boolean;
	/** The service's reference of it, where that is known. */
	transactionReference?: string;
}

/** Finds out what became of a request that this execution has sent before, without sending it again. @throws as `sendOnce` */
export async function settleEarlierRequest<Request extends MoneyRequest>(
	service: Service,
	call: MoneyCall<Request>,
	request: Request,
	{ transactionReference, duplicate }: EarlierSending,
): Promise<PaidItem> {
	// A call that was sent before is settled as one whose answer was lost.
	const lost = new LostAnswerError('This was sent before, and nothing was sent now', transactionReference);
	return await itemOf(service, call, request, { failure: lost }, duplicate);
}

async function settleAnswer<Request extends MoneyRequest, Paid extends Payment>(
	service: Service,
	call: MoneyCall<Request, Paid>,
	request: Request,
	answer: ServiceAnswer<Paid>,
): Promise<CallResult<Paid>> {
	const verdict = (record: Payment) => call.verdict(record, request, service.settings);
	const toSettle = { ...call, verdict, paymentBefore: call.paymentBefore(request) };
	const until = lookUpsAfter(answer);
	if (until === 'never') return settle(answer, undefined, toSettle);
	const isFound = (lookUp: LookUp) => lookUp.kind === 'record' && verdict(lookUp.record) === 'outcome';
	const own = transactionReferenceOf(answer);
	const lookUpRequest = { ...call.lookUpRequest(request, own, service.settings), secrets: request.secrets };
	const lookUpAgain = async () => await lookUpPayment(service, call.finders, lookUpRequest);
	return settle(
		answer,
		await lookUpUntil(service, lookUpAgain, until === 'untilFound' ? isFound : undefined),
		toSettle,
	);
}

async function itemOf<Request extends MoneyRequest, Paid extends Payment>(
	service: Service,
	call: MoneyCall<Request, Paid>,
	request: Request,
	answer: ServiceAnswer<Paid>,
	duplicate = false,
): Promise<PaidItem> {
	const result = await settleAnswer(service, call, request, answer);
	if (result.kind === 'failed') throw Object.assign(result.failure, { charged: result.charged });
	const failure = 'failure' in answer ? answer.failure : undefined;
	const refusalMessage = failure instanceof RefusedError ? failure.serviceMessage : undefined;
	const isWrongEntry = result.kind === 'wrongEntry';
	return {
		item: call.item(request, result.payment, makeItemContext({ duplicate, isWrongEntry, refusalMessage })),
		...(result.kind === 'answer' && 'raw' in answer && { raw: answer.raw }),
	};
}

function makeItemContext(known: Partial<ItemContext>): ItemContext {
	return { duplicate: false, isWrongEntry: false, refusalMessage: undefined, ...known };
}

// The advice on a hosted checkout that is open: the address of its page cannot be fetched again.
const OPEN_PAGE =
	'The customer has the address of its page, which cannot be issued again: verify the payment later. A second page could be paid as well.';

/**
 * Says whether the service has the payment of a request already, and the user wants it shown. Where it has none, the request may be sent.
 * @param lookUp what the service has under the reference
 * @throws ReferenceUsedError where the item is to fail, or the payment is not the item's; UncheckedReferenceError where the service
 * does not say what it has
 */
function isUsedBefore<Request extends MoneyRequest>(
	words: MoneyWords,
	earlier: PaymentCreation<Request>,
	request: Request,
	lookUp: LookUp,
	settings: Settings,
): lookUp is Extract<LookUp, { kind: 'record' }> {
	const { participle, referenceField } = words;
	const { reference, ifUsed, money } = request;
	const { name } = earlier;
	const named = `${referenceField} ${reference}`;
	if (lookUp.kind === 'unanswered') throw uncheckedError(words, request, lookUp.failure, CHECK_OFF);
	if (lookUp.kind !== 'record') return false;
	const { record } = lookUp;
	const present = `The service has ${paymentText(record)}`;
	const likeness = earlier.compare(request, record, settings);
	if (likeness === 'different') {
		const asked = money ? `; this item asks for ${amountText(money.major, money.currency)} ${money.currency}` : '';
		const advice = `Give this ${name} a ${referenceField} of its own.`;
		const message = `Nothing was ${participle}: ${named} belongs to another ${name}.`;
		throw new ReferenceUsedError(message, `${present}${asked}. ${advice}`, record);
	}
	const message = `Nothing was ${participle} now: ${named} was used before, and its ${name} is ${record.outcome}.`;
	if (likeness === 'notKnown') {
		const advice = `Its amount or currency cannot be read, so it may be this ${name}: verify it before you do anything else.`;
		throw new ReferenceUsedError(message, `${present}. ${advice}`, record);
	}
	const canShow = earlier.canShow(record);
	if (canShow && ifUsed === 'show') return true;
	const showFirst = `To get the first ${name} as the result, set 'If the Reference Was Used Before' to 'Show the First Payment' (under ${earlier.options}).`;
	const advice: Partial<Record<Outcome, string>> = {
		// Most people want this. An open payment never gets this advice: it could be taken for a way to pay that order.
		authorized: `For another ${name}, use another ${asClause(referenceField)}. ${showFirst}`,
		declined: attemptOf(request, record) < MOST_ATTEMPTS ? earlier.afterDecline : NO_ATTEMPT_LEFT,
		refunded: `A new sale is a new order: give it a ${referenceField} of its own.`,
	};
	const otherwise = canShow ? showFirst : OPEN_PAGE;
	throw new ReferenceUsedError(message, `${advice[record.outcome] ?? otherwise} ${present}.`, record);
}

const NO_ATTEMPT_LEFT = `All ${MOST_ATTEMPTS} attempts of this order were declined. Agree with the customer on another way to pay.`;

const CHECK_OFF =
	'If your provider does not let you look up payments, turn off Check References Before Sending in the credential (under My Provider Needs Other Settings). Then only your provider can keep a reference from being used twice.';

/**
 * Makes the error for a request that is not sent, because the service does not say what it has. After an outage it will.
 * @param setting what to do at a provider that never says it
 */
function uncheckedError(
	{ what, participle, referenceField }: MoneyWords,
	{ reference }: MoneyRequest,
	failure: GatewayError,
	setting = '',
): UncheckedReferenceError {
	const { message, description = '' } = failure;
	if (isTemporary(failure)) {
		// The error itself says when to run it again.
		const advice = failure instanceof UnreachableError ? '.' : ', so you can run it again when the service is back.';
		return new UncheckedReferenceError(message, `Nothing was sent${advice} ${description}`.trim(), true);
	}
	const isSetting = setting !== '' && !(failure instanceof OtherRecordError);
	return new UncheckedReferenceError(
		`The service does not say what it has under ${referenceField} ${reference}: ${asClause(message)}.`,
		`${description} Nothing was sent, because the ${what} might have been ${participle} twice. ${isSetting ? setting : ''}`.trim(),
	);
}

/** Writes a payment in a few words, such as "10.50 NGN, declined (insufficient funds), transaction reference T-1". */
function paymentText({ outcome, serviceMessage, amount, currency, transactionReference }: Payment): string {
	const money =
		amount === null ? 'an amount that is not known' : `${amountText(amount, currency)} ${currency ?? ''}`.trim();
	const reason = outcome === 'declined' && serviceMessage !== null ? ` (${asClause(serviceMessage)})` : '';
	const named = transactionReference === null ? '' : `, transaction reference ${transactionReference}`;
	return `${money}, ${outcome}${reason}${named}`;
}
