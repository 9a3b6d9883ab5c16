import type { Semaphore } from 'async-mutex';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Settings } from '../../../gateway/client/settings';
import type { ItemWords } from '../../../gateway/itemMessage';
import type { MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import type { Accounts } from '../transport/accounts';
import type { Transport } from '../transport/transport';
import type { Parameters } from './parameters';

/** A run of a node: what its items share. */
export interface NodeRun {
	/** The service, for each account that the credential names in the run. */
	services: Accounts<Transport>;
	signal: AbortSignal | undefined;
	/** True if the service's answers are left out of the output. */
	simplify: boolean;
	/** Bounds the number of requests at once. */
	requestSlots: Semaphore;
}

/** The run as it is for one item. */
export interface Run extends NodeRun {
	/** The service, with the values that the credential has for the item. */
	service: Transport;
}

/** The result of an item or several, ready to be returned. */
export interface Result<Output extends IDataObject | IDataObject[] = IDataObject | IDataObject[]> {
	/** One item, or several. */
	output: Output;
	/** The service's answer as it came, without secrets, for users who turn Simplify off; of a list, one for each item. */
	raw?: unknown;
	/** Hints beside the output of the node, for what an item cannot say. */
	hints?: readonly string[];
	/** Files of the item, by the names of their binary properties. */
	files?: Record<string, { content: Buffer; name: string; type: string }>;
}

/** The properties that all operations have. */
interface OperationBase {
	/** The editor's entry for it: its name, value, action and description. */
	option: INodePropertyOptions;
	/** The fields in the editor, without the `displayOptions` that show them for this operation alone. */
	fields: INodeProperties[];
	/** True if an AI agent may use it: not where it would see cards, or decide by itself when money moves. */
	isForAgents?: true;
}

/** The properties of operations that handle each item. */
interface ForEachItem<Request> extends OperationBase {
	/** Reads and checks the parameters of one item. It sends nothing. @throws GatewayError */
	prepare(parameters: Parameters, settings: Settings): Request;
	/** Says whether an item goes on as it came, because there is nothing to be done with its payment. @throws GatewayError */
	passesOn?(parameters: Parameters): boolean;
	/** The operation's own fields of a payment that people need: with Simplify on, they come after those that every item or row has first. The item adds `otpUrl`. */
	shows?: readonly string[];
}

/** An operation that reads: it may be repeated, and several items are sent at once. */
export interface ReadOperation<Request = unknown> extends ForEachItem<Request> {
	kind: 'read';
	/** Sends the request and returns its result. @throws GatewayError */
	perform(run: Run, request: Request): Promise<Result>;
	/** The messages on its items, where they are payments. Where a read of a payment fails, it is not known whether it was paid. */
	words?: ItemWords;
	/** The value that no two items may share, and the editor's name for it. */
	unique?: { field: string; of(request: Request): string };
	/** Puts the execution to wait, if there is anything to wait for. Only operations that wait for people have it. */
	wait?(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<void>;
}

/** An operation that moves money. All that distinguishes it is in its call. */
export interface PayOperation<Request extends MoneyRequest = MoneyRequest> extends ForEachItem<Request> {
	kind: 'pay';
	call: MoneyCall<Request>;
}

/** An operation that is about the credential and not about items, and so runs once for each account, whatever comes in. */
export interface RunOnceOperation extends OperationBase {
	kind: 'once';
	/** Returns the output. @throws GatewayError */
	runOnce(context: IExecuteFunctions, asked: RunOnceRequest): Promise<IDataObject[]>;
}

interface RunOnceRequest {
	/** The credential, opened by n8n. */
	stored: ICredentialDataDecryptedObject;
	/** In milliseconds, for one answer. */
	timeout: number;
	/** True if the service's answer is left out of the output. */
	simplify: boolean;
}

export type Operation = ReadOperation | PayOperation | RunOnceOperation;
