// @ts-nocheck
import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { isFinal } from '../../../../../gateway/outcome';
import type { VerifiedPayment } from '../../../../../gateway/calls/verify';
import type { Run } from '../../../../shared/execution/operation';
import type { Branding } from '../../../../shared/pages/branding';
import { verify } from '../../../../shared/payments/verify';
import { OtpTries } from './tries';
import { finished, refused } from './operation';

/** A request to the page of a waiting execution. */
export interface OtpPageRequest {
	context: IWebhookFunctions;
	run: Run;
	branding: Branding;
	/** Identifies this wait of the execution, because a loop may wait for the same payment again. */
	wait: string;
	/** The items that the node put out before the wait. */
	items: INodeExecutionData[];
	/** How many wrong OTPs each customer may enter. */
	otpTries: number;
}

/** The items that the node put out before the wait. */
export function waitingItems(context: IWebhookFunctions): INodeExecutionData[] {
	return context.evaluateExpression('{{ $input.all() }}', 0) as unknown as INodeExecutionData[];
}

/** Identifies a wait among those of all executions. */
export function waitOf(context: IWebhookFunctions): string {
	const run = context.evaluateExpression('{{ [$execution.id, $prevNode.runIndex].join(":") }}', 0);
	return `${context.getNode().id}:${String(run)}`;
}

/** The count of OTPs that were tried on an item's page in this wait. */
export function triesOf(
	{ run, wait, otpTries }: OtpPageRequest,
	{ transactionReference }: IDataObject,
	state?: string,
): OtpTries {
	const { privateKey } = run.transport.settings;
	const scope = `${wait}:${String(transactionReference)}`;
	return new OtpTries({ purpose: 'otp-tries', scope, privateKey }, otpTries, state);
}

/** The service's record of an item's payment; undefined when the service cannot give it. */
export async function recordOf(
	{ context, run }: OtpPageRequest,
	json: IDataObject,
): Promise<VerifiedPayment | undefined> {
	const answered = await verify(run, String(json.transactionReference));
	if ('value' in answered) return answered.value;
	report(context, answered.failure.message);
	return undefined;
}

/** The JSON with which an item resumes; undefined while its payment waits for an OTP. */
export function finishedJson(record: VerifiedPayment | undefined, tries: OtpTries): IDataObject | undefined {
	if (!record) return undefined;
	if (isFinal(record.outcome)) return finished(record);
	return tries.areUsedUp ? refused(record) : undefined;
}

/**
 * All items with which the execution resumes; undefined while one of them waits.
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
	return all;
}

async function finishedOther(request: OtpPageRequest, json: IDataObject): Promise<IDataObject | undefined> {
	if (json.timedOut !== true) return json;
	return finishedJson(await recordOf(request, json), triesOf(request, json));
}

/** Writes a warning to n8n's log. */
export function report(context: IWebhookFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
}
