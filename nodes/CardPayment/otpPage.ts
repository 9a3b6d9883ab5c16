import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { buildAuthorize, type AuthorizedPayment } from '../../gateway/authorize';
import { isFinal } from '../../gateway/outcome';
import type { VerifiedPayment } from '../../gateway/verify';
import { sendAuthorization } from '../shared/authorizing';
import { asGatewayError } from '../shared/errors';
import type { Run } from '../shared/operation';
import { otpPage, shownAmount, type FormAgain } from '../shared/pages/forms';
import { lookOf } from '../shared/pages/look';
import { badLinkPage, closedPage, tell } from '../shared/pages/messages';
import { send, type Reply } from '../shared/pages/reply';
import type { Look } from '../shared/pages/view';
import { Transport } from '../shared/transport';
import { verify } from '../shared/verification';
import { settled } from './resources/card/collectOtp';

const TIMEOUT = 30_000;
const NEXT_QUESTION = 5;

/** A request to the page of a waiting execution. */
interface Visit {
	context: IWebhookFunctions;
	run: Run;
	look: Look;
	/** What the node put out before it began to wait. */
	items: INodeExecutionData[];
}

/**
 * Answers a request to a waiting execution (specification 4.4, 4.5), and lets it go on when every item is settled. The
 * service is asked what is settled, so nothing has to be kept between the customers. It never throws: n8n would lose the
 * run's data and go on with nothing.
 */
export async function serveOtpPage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const look = lookOf(context);
	try {
		const transport = await Transport.open(context, TIMEOUT);
		const merchantName = String(context.getNodeParameter('merchantName', ''));
		const run: Run = { transport, limit: pLimit(1), signal: undefined };
		return await answer({ context, run, look: lookOf(context, { merchantName }), items: waitingItems(context) });
	} catch (error) {
		report(context, asGatewayError(error).message);
		return send(context, closedPage(look));
	}
}

async function answer(visit: Visit): Promise<IWebhookResponseData> {
	const { context, items, look } = visit;
	const asked = (context.getQueryData() as IDataObject).transaction;
	const item =
		items.length === 1 && asked === undefined ? items[0] : items.find((one) => one.json.transactionReference === asked);
	if (!item) return send(context, badLinkPage(look));

	const isSent = context.getRequestObject().method === 'POST';
	const again = isSent ? await authorize(visit, item.json) : {};
	const record = await recordOf(visit, item.json);
	const isSettled = record && isFinal(record.outcome);
	const goesOn = isSettled ? await settledItems(visit, item, record) : undefined;
	return send(context, isSettled ? resultPage(visit, record) : page(visit, item.json, again), goesOn);
}

/** @returns why the form is shown again; undefined when nobody knows yet what became of the OTP */
async function authorize(
	{ context, run, look }: Visit,
	{ transactionReference }: IDataObject,
): Promise<Partial<FormAgain> | undefined> {
	const entered = (context.getBodyData() as IDataObject | undefined)?.otp;
	const otp = typeof entered === 'string' ? entered.replace(/\s/g, '').slice(0, 20) : '';
	if (otp === '') return { wrong: ['otp'] };
	try {
		const request = buildAuthorize({ transactionReference, otp, authorizationType: 'OTP' });
		const { outcome, otpRejected } = (await sendAuthorization(run, request)).output as unknown as AuthorizedPayment;
		// Of an unknown outcome nobody knows whether the OTP was taken before.
		return otpRejected && outcome === 'otp_required' ? { notice: look.texts.otpRejected } : undefined;
	} catch (error) {
		report(context, asGatewayError(error).message);
		return { notice: look.texts.unreachable };
	}
}

function page({ look }: Visit, json: IDataObject, again: Partial<FormAgain> | undefined): Reply {
	if (!again) return tell(look, 'check', { refresh: { seconds: NEXT_QUESTION } });
	const { amount, currency } = json;
	const shown = currency ? shownAmount({ amount: String(amount), currency: String(currency) }, look.language) : '';
	return { status: 200, page: otpPage(look, { amount: shown, paragraphs: [] }, { state: '', ...again }) };
}

function resultPage({ look }: Visit, { outcome }: VerifiedPayment): Reply {
	if (outcome === 'declined') return tell(look, 'declined', {}, { paragraphs: [look.texts.declinedLast] });
	return tell(look, outcome === 'authorized' ? 'paid' : 'refunded', {});
}

/** All items as they go on; undefined as long as one of them waits. */
async function settledItems(
	visit: Visit,
	done: INodeExecutionData,
	record: VerifiedPayment,
): Promise<INodeExecutionData[] | undefined> {
	const all: INodeExecutionData[] = [];
	for (const [index, item] of visit.items.entries()) {
		const other = item === done || item.json.timedOut !== true ? undefined : await recordOf(visit, item.json);
		if (item !== done && item.json.timedOut === true && !(other && isFinal(other.outcome))) return undefined;
		const known = item === done ? record : other;
		all.push({ ...item, json: known ? settled(known) : item.json, pairedItem: { item: index } });
	}
	return all;
}

async function recordOf({ context, run }: Visit, json: IDataObject): Promise<VerifiedPayment | undefined> {
	const answered = await verify(run, String(json.transactionReference));
	if ('value' in answered) return answered.value;
	report(context, answered.failure.message);
	return undefined;
}

function waitingItems(context: IWebhookFunctions): INodeExecutionData[] {
	return context.evaluateExpression('{{ $input.all() }}', 0) as unknown as INodeExecutionData[];
}

function report(context: IWebhookFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
}
