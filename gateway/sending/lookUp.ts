import { otherRecord } from '../client/response';
import type { Settings } from '../client/settings';
import type { Outcome } from '../outcome';
import type { Payment } from '../payment';
import { NoRecordError, OtherRecordError, type GatewayError } from '../values/errors';
import { readAttempt, compareReferences, attemptReference } from '../values/attempt';
import { isReference } from '../values/reference';
import type { Likeness } from '../values/responseFields';
import { followAttempts } from './attempts';
import { cannotTell, isNotFound, isTemporary } from './failures';
import type { ServiceAnswer, Service } from './service';

/**
 * The service's payment under a reference, as far as a look-up tells: a record, or nothing. It cannot tell where it may have a payment
 * that it does not find by this reference: verify is documented for the service's own. A look-up is unanswered where the service does not
 * say: it is busy, refuses the key, or answers with the record of another reference. `failure` says why there is no record, `raw` is the
 * answer without secrets. `isPartial`: the way that is asked first was answered, and another one was not.
 */
export type LookUp<TRecord extends Payment = Payment> =
	| { kind: 'record'; record: TRecord; raw?: unknown }
	| { kind: 'nothing'; failure?: GatewayError }
	| { kind: 'cannotTell'; failure?: GatewayError }
	| { kind: 'unanswered'; failure: GatewayError; isPartial?: true };

/** A question for a record, by a reference. */
export interface Question {
	reference: string;
	/** The owner of the reference. The service's own finds its payment, in whatever letters it is repeated; of `either`, the owner is not known. */
	by: 'service' | 'merchant' | 'either';
	/** The values entered for this payment that must not appear in any output. */
	secrets?: readonly string[] | undefined;
}

type UnansweredLookUp = Extract<LookUp, { kind: 'unanswered' }>;

/** A way to find a record. */
type Finder<TRecord extends Payment> = (service: Service, question: Question) => Promise<LookUp<TRecord>>;

/** The ways to find a kind of record. */
export interface Finders<TRecord extends Payment = Payment> {
	/** By the service's reference. */
	own: Finder<TRecord>;
	/** By the merchant's reference, as the credential says: all of them are asked. */
	merchant(settings: Settings): ReadonlyArray<Finder<TRecord>>;
	/** By a reference whose owner is not known: they are asked in turn. */
	either(settings: Settings): ReadonlyArray<Finder<TRecord>>;
	/** True if the merchant's reference is that of an order with several attempts: a declined one says nothing of the next. */
	hasAttempts: boolean;
}

/** The references to look up. */
export interface LookUpRequest<TRecord extends Payment = Payment> {
	/** The service's references, where they are known. */
	own?: ReadonlyArray<string | null | undefined>;
	/** The merchant's reference, of one attempt. */
	merchant?: string;
	/** The merchant's reference of an order, or of an attempt of it: attempts that were declined lead to the next. */
	order?: string;
	/** References whose owner is not known: the first that leads to a record counts. */
	either?: readonly string[];
	/** Compares a record with the payment that is meant: the service may have another one under the same reference. */
	compare?(this: void, record: TRecord): Likeness;
	secrets?: Question['secrets'];
}

/**
 * Looks up a payment: by the service's references, and then by the merchant's. A decline does not end it where another payment of the
 * order may have followed.
 */
export async function lookUp<TRecord extends Payment>(
	service: Service,
	finders: Finders<TRecord>,
	request: LookUpRequest<TRecord>,
): Promise<LookUp<TRecord>> {
	const { own = [], merchant, order, either = [], secrets } = request;
	const findBy = (by: Question['by']) => async (finder: Finder<TRecord>, reference: string) =>
		await finder(service, { reference, by, secrets });
	const lookUpMerchants = async (reference: string) =>
		combineLookUps(
			await Promise.all(
				finders.merchant(service.settings).map(async (finder) => await findBy('merchant')(finder, reference)),
			),
		);
	const lookUpOrder = async (reference: string) =>
		finders.hasAttempts ? await lookUpAttempts(reference, lookUpMerchants) : await lookUpMerchants(reference);
	const questions: Array<() => Promise<LookUp<TRecord>>> = [];
	for (const reference of new Set(own.filter(isReference)))
		questions.push(async () => await findBy('service')(finders.own, reference));
	if (either.length > 0) {
		const ways = finders.either(service.settings);
		questions.push(async () => {
			const found = await lookUpInTurn(either, ways, findBy('either'));
			const declined = findDeclinedOrder(found, either);
			return declined === undefined ? found : await lookUpOrder(declined);
		});
	}
	if (merchant !== undefined) questions.push(async () => await lookUpMerchants(merchant));
	if (order !== undefined) questions.push(async () => await lookUpOrder(order));

	const isFinal = (found: { record: TRecord }) => !isDeclined(found) || !finders.hasAttempts;
	const records: Array<Extract<LookUp<TRecord>, { kind: 'record' }>> = [];
	let found: LookUp<TRecord> = { kind: 'cannotTell' };
	let first: LookUp<TRecord> | undefined;
	let unanswered: UnansweredLookUp | undefined;
	for (const ask of questions) {
		found = compareRecord(request, await ask());
		first ??= found;
		if (found.kind === 'unanswered') unanswered = found;
		if (found.kind === 'record') records.push(found);
		if (records.some(isFinal)) break;
	}
	const record = findLeadingRecord(records);
	// A failed look-up may hide a payment that followed a decline. An empty history does not outweigh it: the service gave a reference.
	if (unanswered && (!record || !isFinal(record))) return afterFirst(first, unanswered);
	return record ? withReason(record, records) : found;
}

/**
 * Looks up the attempts of an order. A decline counts where the look-up of the next attempt was answered: with nothing, "cannot tell" or a
 * decline.
 * @param reference of the order, or of the attempt that is looked up first
 */
async function lookUpAttempts<TRecord extends Payment>(
	reference: string,
	lookUpReference: (reference: string) => Promise<LookUp<TRecord>>,
): Promise<LookUp<TRecord>> {
	const { order, attempt: first } = readAttempt(reference);
	const lookUpAttempt = async (attempt: number) => await lookUpReference(attemptReference({ order, attempt }));
	const isRefused = (found: LookUp<TRecord>) => found.kind === 'record' && isDeclined(found);
	const { found, declined } = await followAttempts(first, lookUpAttempt, isRefused);
	const tells = found.kind === 'record' || found.kind === 'unanswered';
	return tells ? found : (declined ?? found);
}

function isDeclined({ record: { outcome } }: { record: Payment }): boolean {
	return outcome === 'declined';
}

/** Finds the merchant's reference of a payment that was declined, where it was found by that one and not by the service's own. */
function findDeclinedOrder(found: LookUp, asked: readonly string[]): string | undefined {
	if (found.kind !== 'record' || !isDeclined(found)) return undefined;
	const { transactionReference: own, reference } = found.record;
	return own !== null && asked.includes(own) ? undefined : (reference ?? undefined);
}

/** Compares a record with the payment that is meant: one that cannot be compared leaves the look-up unanswered. */
function compareRecord<TRecord extends Payment>(
	{ compare }: LookUpRequest<TRecord>,
	found: LookUp<TRecord>,
): LookUp<TRecord> {
	if (found.kind !== 'record') return found;
	switch (compare?.(found.record) ?? 'same') {
		case 'same':
			return found;
		case 'different':
			return { kind: 'cannotTell', failure: new NoRecordError(ANOTHER_PAYMENT, ASK_PROVIDER) };
		case 'notKnown':
			return { kind: 'unanswered', failure: new OtherRecordError(NOT_COMPARED, ASK_PROVIDER) };
	}
}

const ANOTHER_PAYMENT = 'The service has another payment under this reference.';
const NOT_COMPARED = 'The service has a payment under this reference, and its amount or currency cannot be read.';
const ASK_PROVIDER = 'The outcome of this one is not known. Ask your provider what it finds under this reference.';

/**
 * Tries each way, until there is a record; otherwise the first answer says why, unless a way has failed, which may hide one. The next
 * reference is tried only where the service itself does not know the one before it.
 */
async function lookUpInTurn<TRecord extends Payment>(
	references: readonly string[],
	finders: ReadonlyArray<Finder<TRecord>>,
	find: (finder: Finder<TRecord>, reference: string) => Promise<LookUp<TRecord>>,
): Promise<LookUp<TRecord>> {
	let first: LookUp<TRecord> = { kind: 'cannotTell' };
	let unanswered: UnansweredLookUp | undefined;
	for (const reference of references) {
		for (const [index, finder] of finders.entries()) {
			const found = await find(finder, reference);
			if (found.kind === 'record') return found;
			if (index === 0) first = found;
			if (found.kind !== 'unanswered') continue;
			unanswered ??= found;
			if (!(found.failure instanceof OtherRecordError)) break;
		}
		if (!isNotFound('failure' in first ? first.failure : undefined)) break;
	}
	return unanswered ? afterFirst(first, unanswered) : first;
}

/** Marks an unanswered look-up as partial where the first question was answered: then the service takes the keys. */
function afterFirst(first: LookUp | undefined, unanswered: UnansweredLookUp): UnansweredLookUp {
	return first && first.kind !== 'unanswered' ? { ...unanswered, isPartial: true } : unanswered;
}

// In milliseconds. The service may need a moment to record a payment, or to answer.
const PAUSES = [500, 1500];

/**
 * Looks up, three times at most.
 * @param isEnough whether what was found is enough; by default, whatever the service answers
 */
export async function lookUpUntil<TRecord extends Payment>(
	service: Pick<Service, 'pause'>,
	lookUpOnce: () => Promise<LookUp<TRecord>>,
	isEnough: (lookUp: LookUp<TRecord>) => boolean = ({ kind }) => kind !== 'unanswered',
): Promise<LookUp<TRecord>> {
	let found = await lookUpOnce();
	for (const milliseconds of PAUSES) {
		if (isEnough(found) || (found.kind === 'unanswered' && !isTemporary(found.failure))) break;
		await service.pause(milliseconds);
		found = await lookUpOnce();
	}
	return found;
}

/** Makes a look-up of the answer to a call that fetches a record: its record, or why there is none. */
export function lookUpOf<TRecord extends Payment>(fetched: ServiceAnswer<TRecord>): LookUp<TRecord> {
	if ('value' in fetched) return { kind: 'record', record: fetched.value, raw: fetched.raw };
	const { failure } = fetched;
	return cannotTell(failure) ? { kind: 'cannotTell', failure } : { kind: 'unanswered', failure };
}

/**
 * Returns a record that is about the reference that was asked for. By the service's own reference it finds its payment, so the record has
 * that one where it is missing or in other letters; under the merchant's, ORD-1-1 is not ORD-11.
 * @throws OtherRecordError for any other record
 */
export function requireSameReference<TRecord extends Payment>({ reference, by }: Question, record: TRecord): TRecord {
	const { transactionReference: own, reference: merchants } = record;
	const [ofOwn, ofMerchants] = [own, merchants].map((told) => compareReferences(reference, told));
	if (by === 'service' && ofOwn !== 'different') return { ...record, transactionReference: reference };
	const isAsked = by !== 'service' && (ofOwn === 'same' || ofMerchants === 'same');
	if (isAsked) return by === 'merchant' && ofMerchants !== 'different' ? { ...record, reference } : record;
	throw otherRecord(reference, by === 'merchant' ? merchants : (own ?? merchants));
}

/** Returns the record that a look-up has found, or why there is none. */
export function serviceAnswerOf<TRecord extends Payment>(found: LookUp<TRecord>): ServiceAnswer<TRecord> {
	if (found.kind === 'record') return { value: found.record, raw: found.raw };
	return { failure: found.failure ?? noRecord() };
}

function noRecord(): NoRecordError {
	return new NoRecordError(
		'The service has no record under this reference.',
		'The outcome of this payment is not known. Ask your provider what it finds under this reference.',
	);
}

/**
 * Combines the look-ups of several calls: a record counts most, then the record of another reference, which may be this one in other
 * letters; then an empty history, because it is documented to find a payment by the merchant's reference; then an unanswered call. A
 * decline counts after an unanswered call, which may hide a payment that followed.
 */
export function combineLookUps<TRecord extends Payment>(lookUps: ReadonlyArray<LookUp<TRecord>>): LookUp<TRecord> {
	const records = lookUps.filter((lookUp) => lookUp.kind === 'record');
	// Of a payment, the first call's record counts: a list may be older.
	const firsts = records.filter((found, index) => records.findIndex((one) => isSamePayment(one, found)) === index);
	const record = findLeadingRecord(firsts);
	const ofKind = (wanted: LookUp['kind']) => lookUps.find(({ kind }) => kind === wanted);
	const unanswered = lookUps.find((lookUp) => lookUp.kind === 'unanswered');
	const partial = unanswered && afterFirst(lookUps[0], unanswered);
	const other = lookUps.find((lookUp) => lookUp.kind === 'unanswered' && lookUp.failure instanceof OtherRecordError);
	if (record) return partial && record.record.outcome === 'declined' ? partial : withReason(record, records);
	return other ?? ofKind('nothing') ?? partial ?? ofKind('cannotTell') ?? { kind: 'cannotTell' };
}

/** Says whether two records are of one payment. A missing transaction reference identifies none. */
function isSamePayment<Match extends { record: Payment }>(one: Match, other: Match): boolean {
	const { transactionReference } = one.record;
	return one === other || (transactionReference !== null && transactionReference === other.record.transactionReference);
}

// Which of several payments under one reference counts.
const LEADING: readonly Outcome[] = ['authorized', 'pending', 'unknown', 'refunded', 'declined'];

/** Finds the payment that counts of several under one reference: what is or may be paid goes before a decline. */
export function findLeadingRecord<Match extends { record: Payment }>(found: readonly Match[]): Match | undefined {
	const rankOf = ({ record }: Match) => LEADING.indexOf(record.outcome);
	return [...found].sort((one, other) => rankOf(one) - rankOf(other))[0];
}

/** Adds the reason of a decline from any record of the same payment: only the history tells it. */
function withReason<Match extends { record: Payment & { errorCode?: string | null } }>(
	found: Match,
	all: readonly Match[],
): Match {
	const { record } = found;
	const same = all.filter((one) => isSamePayment(one, found));
	const errorCode = same.map((one) => one.record.errorCode).find((code) => code !== null && code !== undefined);
	return errorCode === undefined ? found : { ...found, record: { ...record, errorCode } };
}
