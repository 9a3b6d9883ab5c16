import type { Semaphore } from 'async-mutex';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { PaymentKind } from '../../../gateway/itemMessage';
import type { Money } from '../../../gateway/values/money';
import type { Payment } from '../../../gateway/payment';
import type { Settings } from '../../../gateway/client/settings';
import type { LookUp } from '../../../gateway/lookUp';
import type { Parameters } from './parameters';
import type { Result, SentBefore } from '../payments/result';
import type { Connection } from '../transport/transport';

/** How many requests may be under way, unless the user sets it. Calls that move money are sent one after another, in order. */
export const REQUESTS_AT_ONCE = { money: 1, reads: 20 };

/** What the items of one run of a node share. */
export interface Run extends Connection {
	signal: AbortSignal | undefined;
	/** Whether the service's answers are left out of the output. */
	simplify: boolean;
	/** Bounds the number of requests at once. */
	places: Semaphore;
}

/** An operation of the node: what it shows, checks, sends and returns. */
export interface Operation<Request = unknown> {
	/** How the editor lists it: its name, value, action and description. */
	option: INodePropertyOptions;
	/** Its fields in the editor, without the `displayOptions` that show them for this operation alone. */
	fields: INodeProperties[];
	/** Reads and checks the parameters of one item. It sends nothing. @throws GatewayError */
	prepare(parameters: Parameters, settings: Settings): Request;
	/** Whether an item goes on as it came, because there is nothing to be done with its payment. @throws GatewayError */
	passesOn?(parameters: Parameters): boolean;
	/**
	 * Sends the request and returns its result.
	 * @param known what the service has of it, where it was asked before
	 * @throws GatewayError when the request is known to have done nothing
	 */
	perform(run: Run, request: Request, known: LookUp): Promise<Result>;
	/** What its items are about, where they are payments. Where a read of them fails, nothing is known of the payment. */
	payments?: PaymentKind;
	/** Of a payment's item: the operation's own fields that people need, which come after the first seven with Simplify on. */
	shows?: readonly string[];
	/** For operations that move money. */
	money?: MoneyRules<Request>;
	/** For operations that move no money, and all the same must not be asked for one payment twice. */
	unique?: Pick<MoneyRules<Request>, 'reference' | 'referenceField'>;
	/** For operations that wait for people: puts the execution to wait, if there is anything to wait for. */
	wait?(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<void>;
}

/** An operation that is about the credential and not about items, and so runs once, whatever comes in. */
export interface RunOnceOperation extends Pick<Operation, 'option' | 'fields'> {
	/** Gives the output, which comes from all input items. @throws NodeFailure */
	runOnce(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}

/** What the item loop needs to know of an operation that moves money, so that nothing is sent twice. */
export interface MoneyRules<Request> {
	/** The reference that identifies the request at the service. */
	reference(request: Request): string;
	/** What the editor calls that reference. */
	referenceField: string;
	/** What the operation does to what, for messages: "the card" is "charged". */
	words: { what: string; done: string };
	/** A request as n8n may store it with the execution, for a later look-up. */
	withoutSecrets(request: Request): Request;
	/**
	 * Looks up a request that was sent before, without sending it again.
	 * @param sent the request that was sent, without its secrets
	 * @param before how it was sent, and the item's present request, whose secrets the answer must not show either; undefined where it
	 * breaks a rule
	 */
	lookUpSent(run: Run, sent: Request, before: SentBefore & { now: Request | undefined }): Promise<Result>;
	/** For operations that make a payment, which has a reference of the merchant's. */
	payment?: PaymentRules<Request>;
	/** For operations that are done once to a payment which exists, such as a refund: asks the service what it has of the payment. */
	askAboutExisting?(run: Run, request: Request): Promise<LookUp>;
}

/** What the item loop needs to know of an operation that makes a payment: one reference, one payment. */
export interface PaymentRules<Request, TRecord extends Payment = Payment> {
	/** The name of the parameter for the reference. */
	parameter: string;
	money(request: Request): Money;
	/** Whether this node has made the reference, for a test in the editor; nobody is asked about it then. */
	isRandom(request: Request): boolean;
	/** What to do where another execution has used the reference: fail, or show its payment as a duplicate. */
	ifUsed?(request: Request): 'fail' | 'show';
	/** What to do where an item has failed because its reference was used, unless the payment was declined. */
	adviceIfUsed: string;
	/** Asks the service what it has under the reference. */
	ask(run: Run, request: Request): Promise<LookUp<TRecord>>;
	/** Whether a record has the amount, the currency and whatever else makes it the payment of this request. */
	isSame(request: Request, record: TRecord): boolean;
	/** The result that shows a payment which was made before. */
	showFirst?(request: Request, record: TRecord): Result;
	/** What was made under the reference: "payment". */
	name: string;
}
