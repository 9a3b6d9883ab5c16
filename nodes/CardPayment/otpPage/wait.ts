import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { sentPaymentIn, type SentPayment } from '../../../gateway/calls/sentPayment';
import type { VerifiedPayment } from '../../../gateway/calls/verifyCall';
import type { Connection } from '../../shared/transport/transport';
import type { Branding } from '../../../checkout/pages/branding';
import { verifyOf } from '../../shared/payments/findPayment';
import { OtpTries } from './tries';
import { resumeOnce } from './resumption';
import { itemAfter } from './otpItem';

/** An item as Collect OTP put it out; one that failed has none of these fields. */
export interface WaitingItem extends INodeExecutionData {
	json: IDataObject & {
		transactionReference?: string;
		reference?: string;
		amount?: number | null;
		currency?: string | null;
		timedOut?: boolean;
	};
}

/** A request to the page of a waiting execution. */
export interface OtpPageRequest {
	context: IWebhookFunctions;
	connection: Connection;
	branding: Branding;
	/** Identifies this wait of the execution, because a loop may wait for the same payment again. */
	wait: string;
	/** The items that the node put out before the wait. */
	items: WaitingItem[];
	/** How many OTPs each customer may try. */
	otpTries: number;
	/** Whether items go on with the fields that people need alone. */
	simplify: boolean;
	/** The OTP that was entered in this request, as a service may repeat it. */
	entered: string[];
}

/** The items that the node put out before the wait. */
export function waitingItems(context: IWebhookFunctions): WaitingItem[] {
	const items: unknown = context.evaluateExpression('{{ $input.all() }}', 0);
	return items as WaitingItem[];
}

/** The count of OTPs that were sent from an item's page in this wait. */
export function triesOf(
	{ connection, wait, otpTries }: OtpPageRequest,
	{ transactionReference }: WaitingItem['json'],
	state?: string,
): OtpTries {
	const { privateKey, previousPrivateKey } = connection.transport.settings;
	const scope = `${wait}:${transactionReference}`;
	return new OtpTries({ purpose: 'otp-tries', scope, privateKey, previousPrivateKey }, otpTries, state);
}

/** What an item tells of its payment. */
export function sentOf({ connection }: OtpPageRequest, json: WaitingItem['json']): SentPayment | undefined {
	return sentPaymentIn(json, String(json.transactionReference), connection.transport.settings);
}

/** The service's record of an item's payment; undefined when the service cannot give it, or gives that of another one. */
export async function recordOf(
	request: OtpPageRequest,
	json: WaitingItem['json'],
): Promise<VerifiedPayment | undefined> {
	const { context, connection, entered } = request;
	const answered = await verifyOf(sentOf(request, json))(connection, String(json.transactionReference), entered);
	if ('value' in answered) return answered.value;
	report(context, answered.failure.message);
	return undefined;
}

/** The JSON with which an item resumes; undefined while its payment waits for an OTP. */
export function finishedJson(
	{ context, simplify }: OtpPageRequest,
	record: VerifiedPayment | undefined,
	{ areUsedUp }: OtpTries,
): IDataObject | undefined {
	const resumeUrl = () => context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string;
	return record && itemAfter(record, { areUsedUp, simplify, resumeUrl });
}

/**
 * All items with which the execution resumes; undefined while one of them waits, and when this wait was resumed before.
 * @param finished the JSON of the item that this request is about
 */
export async function finishedItems(
	request: OtpPageRequest,
	item: INodeExecutionData,
	finished: IDataObject,
): Promise<INodeExecutionData[] | undefined> {
	const all: INodeExecutionData[] = [];
	for (const [index, one] of request.items.entries()) {
		const json = one === item ? finished : await finishedOther(request, one.json);
		if (!json) return undefined;
		all.push({ ...one, json, pairedItem: { item: index } });
	}
	return resumeOnce(request.wait) ? all : undefined;
}

async function finishedOther(request: OtpPageRequest, json: WaitingItem['json']): Promise<IDataObject | undefined> {
	if (json.timedOut !== true) return json;
	return finishedJson(request, await recordOf(request, json), triesOf(request, json));
}

/** Writes a warning to n8n's log. */
export function report(context: IWebhookFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
}
