import type { Semaphore } from 'async-mutex';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { PaymentKind } from '../../../gateway/itemMessage';
import type { Money } from '../../../gateway/values/money';
import type { Payment } from '../../../gateway/payment';
import type { Settings } from '../../../gateway/client/settings';
import type { LookUp } from '../../../gateway/lookUp';
import type { MoneyLookUp } from '../payments/moneyCall';
import type { Result } from '../payments/result';
import type { Connection } from '../transport/transport';
import type { Parameters } from './parameters';

/** A run of a node: the connection that its items share, and how they are sent. */
export interface Run extends Connection {
	signal: AbortSignal | undefined;
	/** Whether the service's answers are left out of the output. */
	simplify: boolean;
	/** Bounds the number of requests at once. */
	requestSlots: Semaphore;
}

/** An operation of the node: what it shows, checks, sends and returns. */
export interface Operation<Request = unknown> {
	/** How the editor lists it: its name, value, action and description. */
	option: INodePropertyOptions;
	/** Its fields in the editor, without the `displayOptions` that show them for this operation alone. */
	fields: INodeProperties[];
	/** Whether an AI agent may use it: not where it would see cards, or decide by itself when money moves. */
	isForAgents?: true;
	/** Reads and checks the parameters of one item. It sends nothing. @throws GatewayError */
	prepare(parameters: Parameters, settings: Settings): Request;
	/** Whether an item goes on as it came, because there is nothing to be done with its payment. @throws GatewayError */
	passesOn?(parameters: Parameters): boolean;
	/**
	 * Sends the request and returns its result.
	 * @param lookUp what the service has of it, where it was asked before
	 * @throws GatewayError when the request is known to have done nothing
	 */
	perform(run: Run, request: Request, lookUp: LookUp): Promise<Result>;
	/** What its items are about, where they are payments. Where a read of a payment fails, it is not known whether it was paid. */
	paymentKind?: PaymentKind;
	/** Of a payment's item: the operation's own fields that people need, which come after the first seven with Simplify on. The item loop adds `otpUrl`. */
	shows?: readonly string[];
	/** What the editor calls the `reference` of a request, where no two items may have the same reference. All items are then checked first. */
	referenceField?: string;
	/** For operations that move money, whose requests are `MoneyRequest`s. */
	moneyRules?: MoneyRules<Request & MoneyRequest>;
	/** For operations that wait for people: puts the execution to wait, if there is anything to wait for. */
	wait?(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<void>;
}

/** An operation that is about the credential and not about items, and so runs once, whatever comes in. */
export interface RunOnceOperation extends Pick<Operation, 'option' | 'fields'> {
	/**
	 * Gives the output.
	 * @param options the timeout for one answer in milliseconds, and whether the service's answer is left out of the output
	 * @throws GatewayError
	 */
	runOnce(context: IExecuteFunctions, options: { timeout: number; simplify: boolean }): Promise<IDataObject[]>;
}

/** What the item loop reads of a request that moves money. */
export interface MoneyRequest {
	/** Identifies the request at the service. */
	reference: string;
	/** What was entered for this payment, and must not appear in any output. */
	secrets: readonly string[];
	/** What is paid, where the request makes a payment. */
	money?: Money;
	/** Whether this node has made the reference, for a test in the editor; nobody is asked about it then. */
	isRandom?: boolean;
	/** Whether the item fails where another execution has used the reference, as without this option, or shows its payment. */
	ifUsed?: 'fail' | 'show';
}

/** An operation that moves money. */
export interface MoneyOperation<Request extends MoneyRequest> extends Operation<Request> {
	referenceField: string;
	moneyRules: MoneyRules<Request>;
}

/** What the item loop needs to know of an operation that moves money, so that nothing is sent twice. */
export interface MoneyRules<Request> {
	/** What the operation does to what, for messages: "the card" is "charged". */
	wording: { what: string; done: string };
	/** A request as n8n may store it with the execution, for a later look-up. */
	withoutSecrets(request: Request): Request;
	/** How a request is looked up that was sent before. */
	buildLookUp(run: Run, sent: Request): MoneyLookUp;
	/** Asks the service before anything is sent what it has under the reference. Without it, each run of the node, as in a loop, sends the request: an OTP. */
	ask?(run: Run, request: Request): Promise<LookUp>;
	/** For operations that make a payment: one reference, one payment. */
	paymentRules?: PaymentRules<Request>;
}

/** What the item loop needs to know of an operation that makes a payment. */
export interface PaymentRules<Request> {
	/** What was made under the reference: "payment". */
	name: string;
	/** Whether a record has the amount, the currency and whatever else makes it the payment of this request. */
	isSame(request: Request, record: Payment): boolean;
	/** The result that shows a payment which was made before. */
	showFirst?(request: Request, record: Payment): Result;
}
