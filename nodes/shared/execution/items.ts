import type { Outcome } from '../../../gateway/outcome';
import type { MoneyRequest } from '../../../gateway/sending/call';
import type { EarlierSending } from '../../../gateway/sending/pay';
import { type GatewayError, asGatewayError, InputError, ReferenceUsedError } from '../../../gateway/values/errors';
import type { Result } from './operation';
import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type MessageFields, unknownHint, type ItemWords } from '../../../gateway/itemMessage';
import { simplifyItem, simplifyRow } from '../../../gateway/payment';
import type { NodeFailure } from '../transport/nodeErrors';
import type { Transport } from '../transport/transport';
import { NextTry } from './tries';
import { otpUrlOf } from './n8nUrls';

/** An input item of an operation that moves money, and what has become of it. */
export type Item = PassedOnItem | ReadyItem | SentItem | DoneItem | FailedItem;

interface ItemReference {
	/** The reference that identifies its request at the service; empty for a read, and where the checks failed. */
	reference: string;
}

/** An item that goes on unchanged. */
export interface PassedOnItem extends ItemReference {
	kind: 'passedOn';
}

interface ItemRequest extends ItemReference {
	request: MoneyRequest;
	/** The service, with the item's own account. */
	service: Transport;
	/** Identifies the payment in all runs of the node; undefined where each run sends the request. */
	paymentId: string | undefined;
}

/** An item that is checked, and not sent yet. */
export interface ReadyItem extends ItemRequest {
	kind: 'ready';
}

/**
 * An item that was sent by an earlier try in this execution, and whose result is not known yet; or that another run of the node has sent.
 * Of its present request it has only the secrets, which the answer must not show either.
 */
export interface SentItem extends ItemRequest, EarlierSending {
	kind: 'sentBefore';
}

/** An item that was sent, by this try or an earlier try, with a result. */
export interface DoneItem extends ItemReference {
	kind: 'done';
	result: Result;
}

/** An item that failed its checks (usually without a reference), was refused or not sent, or got no answer that says what became of it. */
export interface FailedItem extends ItemReference {
	kind: 'failed';
	error: GatewayError;
	/** True if the service may have acted all the same. */
	isInDoubt: boolean;
}

export function makeFailedItem(error: GatewayError, reference: string, isInDoubt: boolean): FailedItem {
	return { kind: 'failed', reference, error, isInDoubt };
}

export function isFailed(item: { kind: string }): item is FailedItem {
	return item.kind === 'failed';
}

/** Says whether an item is still to be sent or looked up. */
export function isUnfinished(item: Item): item is ReadyItem | SentItem {
	return item.kind === 'ready' || item.kind === 'sentBefore';
}

/** Returns the outcome of an item's payment; unknown where the item has none, or its result is not known. */
export function outcomeOf(item: { kind: string }): Outcome {
	const { result } = item as Partial<DoneItem>;
	return (result?.output as { outcome?: Outcome } | undefined)?.outcome ?? 'unknown';
}

/** Names an item for people. Items count from 0, as in n8n. */
export function nameOf({ reference }: { reference: string }, itemIndex: number): string {
	return reference === '' ? `Item ${itemIndex}` : `Item ${itemIndex}, ${reference}`;
}

/** The options by which the items of a run are shown. */
export interface OutputOptions {
	shows: readonly string[] | undefined;
	simplify: boolean;
	/** The address at which the execution goes on, which links for customers begin with. */
	resumeUrl: string;
}

/**
 * Shows a result as the node outputs it. With Simplify on, a payment has the first seven fields and those in `shows`, and each payment of a
 * list the first eight columns and those in `shows`. With Simplify off, it has all fields, and the service's answer under `response` (null
 * where it was lost): there, an `error` does not make n8n run the node again.
 */
export function showResult({ output, raw, ...rest }: Result, { shows, simplify, resumeUrl }: OutputOptions): Result {
	const responses = [(raw as IDataObject | IDataObject[] | undefined) ?? null].flat();
	const isList = Array.isArray(output);
	const jsonOf = (fields: IDataObject, at: number): IDataObject => {
		const all = { ...fields };
		if (shows?.includes('otpUrl')) all.otpUrl = otpUrlOf(fields as unknown as MessageFields, resumeUrl);
		if (!simplify) return { ...all, response: responses[at] ?? null };
		return shows ? (isList ? simplifyRow : simplifyItem)(all, shows) : all;
	};
	return { ...rest, output: isList ? output.map(jsonOf) : jsonOf(output, 0) };
}

/** Returns the output of an item, with its files where this n8n keeps binary data. */
export async function outputsOf(
	{ helpers }: IExecuteFunctions,
	{ output, files }: Result,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: itemIndex };
	if (!files) return [output].flat().map((json) => ({ json, pairedItem }));
	const stored = Object.entries(files).map(
		async ([property, { content, name, type }]) =>
			[property, await helpers.prepareBinaryData(content, name, type)] as const,
	);
	const binary = Object.fromEntries<IBinaryData>(await Promise.all(stored));
	return [output].flat().map((json) => ({ json, binary, pairedItem }));
}

/** The fields of a failed item, explained in docs/operations.md. */
interface FailureFields {
	message: string;
	description: string;
	reference: string;
	charged: 'no' | 'unknown';
	/** True if it is about a refund. */
	refund?: true;
}

/**
 * Makes the output of a failed item. n8n replaces its JSON by `{ error: error.message }`, so the message is an object here, such as `{ message, code }`.
 * A key `error` in the JSON itself would make n8n run the node again. Its paired item is a plain number: where n8n fails to find the item of
 * an object, it puts the node's input, card data included, on the success output.
 */
export function makeFailedOutput(
	error: GatewayError,
	{ message, description, reference, charged, refund }: FailureFields,
	itemIndex: number,
): INodeExecutionData {
	const told = {
		message,
		description,
		code: error.code,
		field: error instanceof InputError ? error.problems[0]!.field : null,
		reference: reference || null,
		charged,
		...(refund && { refund }),
		...(error instanceof ReferenceUsedError && {
			outcome: error.payment.outcome,
			transactionReference: error.payment.transactionReference,
		}),
	};
	return { json: {}, error: { message: told } as unknown as NodeFailure, pairedItem: itemIndex };
}

/** Shows hints beside the output of the node, each once. */
export function addHints(context: IExecuteFunctions, hints: ReadonlyArray<string | undefined>): void {
	for (const message of new Set(hints)) {
		if (message) context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

/**
 * Returns the output of a run. With "continue on fail" it throws only where a try is left, because n8n would otherwise pass the input on, card
 * data included.
 * @param outputOf the item for each input where this package or n8n has made a mistake
 */
export async function withholdInput(
	context: IExecuteFunctions,
	running: Promise<INodeExecutionData[]>,
	outputOf: (error: GatewayError, itemIndex: number) => INodeExecutionData,
): Promise<INodeExecutionData[]> {
	if (!context.continueOnFail()) return await running;
	return await running.catch((error: unknown) => {
		if (error instanceof NextTry) throw error.failure;
		const failure = asGatewayError(error);
		return context.getInputData().map((_, itemIndex) => outputOf(failure, itemIndex));
	});
}

/** Makes the hint that says how many items were not reached, because the execution was stopped: in a long table nobody would count them. */
export function makeStoppedHint(unfinished: number, items: number): string | undefined {
	return unfinished === 0
		? undefined
		: `${unfinished} of ${items} items were not reached, because the execution was stopped.`;
}

/**
 * Says how many items have an unknown outcome, and what not to do with them: in a long table nobody would see it. In production nobody sees
 * hints either, so it is logged as well.
 */
export function warnOfUnknown(
	context: IExecuteFunctions,
	words: ItemWords,
	unknown: number,
	items: number,
): string | undefined {
	if (unknown === 0) return undefined;
	const hint = unknownHint(words, unknown, items);
	context.logger.warn(`${context.getNode().name}: ${hint}`);
	return hint;
}
