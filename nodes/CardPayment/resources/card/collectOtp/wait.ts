import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { isFinal } from '../../../../../gateway/outcome';
import type { VerifiedPayment } from '../../../../../gateway/calls/verify';
import type { Run } from '../../../../shared/execution/operation';
import type { Branding } from '../../../../shared/pages/branding';
import { verify } from '../../../../shared/payments/verify';
import { OtpTries } from './tries';
import { refused, settled } from './operation';

/** A request to the page of a waiting execution. */
export interface OtpPageRequest {
	context: IWebhookFunctions;
	run: Run;
	branding: Branding;
	/** Names this wait of the execution: a loop may wait for the same payment again. */
	wait: string;
	/** What the node put out before it began to wait. */
	items: INodeExecutionData[];
	/** How many wrong OTPs each customer's page takes. */
	otpTries: number;
}

/** What the node put out before it began to wait. */
export function waitingItems(context: IWebhookFunctions): INodeExecutionData[] {
	return context.evaluateExpression('{{ $input.all() }}', 0) as unknown as INodeExecutionData[];
}

/** Names a wait among those of all executions. */
export function waitOf(context: IWebhookFunctions): string {
	const run = context.evaluateExpression('{{ [$execution.id, $prevNode.runIndex].join(":") }}', 0);
	return `${context.getNode().id}:${String(run)}`;
}

/** The OTPs that were tried on an item's page in this wait. */
export function triesOf(
	{ run, wait, otpTries }: OtpPageRequest,
	{ transactionReference }: IDataObject,
	state?: string,
): OtpTries {
	const { privateKey } = run.transport.settings;
	const scope = `${wait}:${String(transactionReference)}`;
	return new OtpTries({ purpose: 'otp-tries', scope, privateKey }, otpTries, state);
}

/** The service's record of an item's payment; undefined when it cannot be had. */
export async function recordOf(
	{ context, run }: OtpPageRequest,
	json: IDataObject,
): Promise<VerifiedPayment | undefined> {
	const answered = await verify(run, String(json.transactionReference));
	if ('value' in answered) return answered.value;
	report(context, answered.failure.message);
	return undefined;
}

/** What a payment goes on as; undefined as long as it waits. */
export function overAs(record: VerifiedPayment | undefined, tries: OtpTries): IDataObject | undefined {
	if (!record) return undefined;
	if (isFinal(record.outcome)) return settled(record);
	return tries.areUsedUp ? refused(record) : undefined;
}

/**
 * All items as they go on; undefined as long as one of them waits.
 * @param over what the item of this request goes on as
 */
export async function allOver(
	request: OtpPageRequest,
	item: INodeExecutionData,
	over: IDataObject,
): Promise<INodeExecutionData[] | undefined> {
	const all: INodeExecutionData[] = [];
	for (const [index, one] of request.items.entries()) {
		const json = one === item ? over : await otherOver(request, one.json);
		if (!json) return undefined;
		all.push({ ...one, json, pairedItem: { item: index } });
	}
	return all;
}

async function otherOver(request: OtpPageRequest, json: IDataObject): Promise<IDataObject | undefined> {
	if (json.timedOut !== true) return json;
	return overAs(await recordOf(request, json), triesOf(request, json));
}

/** Tells the operator. */
export function report(context: IWebhookFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
}
