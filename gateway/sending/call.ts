import type { MoneyEndpoint } from '../client/endpoint';
import type { Settings } from '../client/settings';
import type { Fields } from '../fields';
import type { ItemWords } from '../itemMessage';
import type { Payment } from '../payment';
import type { Money } from '../values/money';
import type { Likeness } from '../values/responseFields';
import type { Finders, LookUp, LookUpRequest } from './lookUp';
import type { Call, Service } from './service';

/** A request that moves money, checked and ready to be sent. */
export interface MoneyRequest {
	/** Identifies the request at the service. */
	reference: string;
	/** The values entered for this payment that must not appear in any output. */
	secrets: readonly string[];
	/** The amount to pay, where the request makes a payment. */
	money?: Money;
	/** True if this node has made the reference, for a test in the editor; it is not looked up then. */
	isRandom?: boolean;
	/** The treatment of a reference that another execution has used: the item fails, as without this option, or shows its payment. */
	ifUsed?: 'fail' | 'show';
	/** True if it was not sent before, as far as the service, which was asked, and the node's own note show. */
	isFirst?: boolean;
	/** True if its execution is retried: an earlier try may have been killed and have left no trace, so a decline leads to no next attempt. */
	isRetry?: boolean;
	/** A hint for people, beside its item. */
	hint?: string | undefined;
	/** The state in which a payment that it changes has to be, so that one change can be told from the next: how much of it was refunded. */
	expectedState?: string | undefined;
	/** True if it is sent although the node has noted that it sent it before, in another execution. */
	sendAgain?: boolean;
	/** A hint for people, beside its item, where the customer is sent to a page. */
	redirectHint?: string | undefined;
}

/** The payment that a call has sent, and the earlier state of a payment that it changes. */
export type SentPayment = Payment & Pick<MoneyRequest, 'expectedState'>;

/**
 * A call that moves money, complete: without a look-up, without what n8n may store, or without the rule for an earlier payment it does not
 * compile. Everything that differs between two such calls is here, so no code asks which call it is. `Ready` is the request completed with
 * what the service has shown before, without which it cannot be sent.
 */
export interface MoneyCall<
	Request extends MoneyRequest = MoneyRequest,
	Paid extends Payment = Payment,
	Ready extends Request = Request,
> extends Call<Ready, Paid> {
	endpoint: MoneyEndpoint;
	words: MoneyWords;
	/** The fields for it alone, besides the reference, the amount and the addresses that several calls have. */
	fields: Fields;
	/** Returns the request as n8n may store it with the execution, for a later look-up: without secrets. */
	partToStore(request: Request): Request;
	/** The ways to find the service's record of it. */
	finders: Finders;
	/** Says what to look up. @param own the service's reference, where an answer has told it */
	lookUpRequest(request: Request, own: string | null, settings: Settings): LookUpRequest;
	/** The rule for a payment that the service has before the call. */
	earlier: EarlierPaymentRule<Request, Ready>;
	/** Says what a record tells of the call: how it ended, that it was not carried out, or nothing. */
	verdict(record: Payment, request: Request, settings: Settings): Verdict;
	/** Returns what is known of the payment before any answer. */
	paymentBefore(request: Request): Payment;
	/** Makes the item that shows what became of it. */
	item(request: Request, paid: Paid | Payment, context: ItemContext): object;
	/** The status of a refusal of what the customer has entered, who may enter it again: of a wrong OTP. */
	wrongEntryStatus?: number;
	/** Keeps a request back that must not be sent as it is. @returns the payment that its item shows */
	holdBack?(service: Service, request: Request): Promise<Payment | undefined>;
}

/** The verdict of a record on a call: its outcome; that the payment is as it was before the call; or neither. */
type Verdict = 'outcome' | 'asBefore' | 'untold';

/** Words for people about a call that moves money, besides its item. */
export interface MoneyWords {
	/** The object of the call and what is done to it: "the card" is "charged". */
	what: string;
	participle: string;
	/** The action of another call of the same order meanwhile: "charging". */
	action: string;
	/** The statement in doubt without an answer, such as "the card was charged". */
	inDoubt: string;
	/** The advice while the outcome is unknown. */
	advice: string;
	/** The editor's name for the reference. */
	referenceField: string;
	item: ItemWords;
	/** The mark on failed items, so that the nodes behind know what they are about. */
	mark?: { readonly refund: true };
}

/** The rule for a payment that the service has before the call. */
type EarlierPaymentRule<Request, Ready> = PaymentCreation<Request> | PaymentChange<Request, Ready> | RepeatableCall;

/** A call that makes a payment under a reference of the merchant: where it has one, nothing is sent. */
export interface PaymentCreation<Request> {
	kind: 'makesPayment';
	/** The name of the thing made under the reference: "payment". */
	name: string;
	/** Compares a record under the reference with the request: its amount, its currency and whatever else makes it this payment. */
	compare(this: void, request: Request, record: Payment, settings: Settings): Likeness;
	/**
	 * Makes the request for another attempt of its order, where the user wants a decline to be followed by one. Without this rule, a call
	 * follows attempts and makes none. @param attempt counted from 1
	 */
	forAttempt?(this: void, request: Request, attempt: number): Request | undefined;
	/** The editor's name for the collection with the option for a reference that was used before. */
	options: string;
	/** The advice after a decline that no attempt follows: a whole sentence. */
	afterDecline: string;
	/** True if the node notes what it sends where no look-up finds it, so that no other execution of it sends it again. */
	isNotedUnlessFound?: true;
	/** Says whether the item may show a payment that was made before. */
	canShow(this: void, record: Payment): boolean;
}

/**
 * A call that changes a payment which has to exist, which is always looked up first. The service may take it now and carry it out days
 * later, and until then the record shows the payment as before: so a record that shows no change says nothing, and the node notes what it
 * has sent.
 */
interface PaymentChange<Request, Ready> {
	kind: 'changesPayment';
	/** Completes the request with what the payment is like. @throws GatewayError that says why nothing is sent */
	complete(request: Request, lookUp: LookUp, settings: Settings): Ready;
	/** Says whether the payment is changed already, so that nothing would be sent. */
	isDone(this: void, record: Payment, request: Request, settings: Settings): boolean;
}

/** A call that each run of a node sends, as in a loop, without a look-up before it: an OTP. */
interface RepeatableCall {
	kind: 'sentEachRun';
}

/** The circumstances of an item that its payment does not tell. */
export interface ItemContext {
	/** True if the payment was made before, and nothing was sent now. */
	duplicate: boolean;
	/** True if the customer has entered something wrong, and may enter it again. */
	isWrongEntry: boolean;
	/** The service's words in a refusal of a call whose payment has a record: for instance why a card was declined. */
	refusalMessage: string | undefined;
}
