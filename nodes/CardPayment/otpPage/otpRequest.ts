import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import {
	authorize as authorization,
	buildAuthorize,
	isEntryRefusal,
	type AuthorizeItem,
	type AuthorizeRequest,
} from '../../../gateway/calls/authorize';
import { readExpectedPayment } from '../../../gateway/calls/expectedPayment';
import { findPayments, makeOwnLookUpRequest } from '../../../gateway/calls/findPayments';
import { isFinal } from '../../../gateway/outcome';
import type { ExpectedPayment, PaymentItem } from '../../../gateway/payment';
import { lookUp, serviceAnswerOf } from '../../../gateway/sending/lookUp';
import { sendOnce } from '../../../gateway/sending/pay';
import { asGatewayError } from '../../../gateway/values/errors';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { otpPage, type FormState } from '../../../checkout/pages/forms';
import { summaryOf, type Summary } from '../../../checkout/pages/summary';
import { fillCount } from '../../../checkout/pages/languages';
import { brandingOf, type Branding } from '../../../checkout/pages/branding';
import { tell } from '../../../checkout/pages/messages';
import { retryAfter } from '../../../checkout/pages/retryAfter';
import { TOO_LARGE, type Reply } from '../../../checkout/pages/frame';
import { Transport } from '../../shared/transport/transport';
import {
	formField,
	isFromAnotherSite,
	LARGEST_BODY,
	makeReply,
	receiveRequest,
	sendReply,
} from '../../shared/webhooks/http';
import { OtpTries } from './tries';
import { resumeOnce, waitOf } from './resumption';
import { itemAfter, readPageOptions } from './otpItem';

const TIMEOUT = 30_000;
// In seconds.
const NEXT_CHECK = 5;

const WRONG_OTP = { wrong: ['otp'] };
const NO_OTP = { ...WRONG_OTP, missing: ['otp'] };

/** An item as Collect OTP returned it; one that failed has none of these fields. */
interface WaitingItem extends INodeExecutionData {
	json: IDataObject & Partial<PaymentItem> & { timedOut?: boolean };
}

/** A request to the page of a waiting execution. */
interface OtpPageRequest {
	context: IWebhookFunctions;
	service: Transport;
	branding: Branding;
	/** Identifies this wait of the execution, because a loop may wait for the same payment again. */
	wait: string;
	/** The payment as the page sums it up. */
	summary: Summary;
	/** The items that the node returned before the wait. */
	items: WaitingItem[];
	/** The item that this request is about. */
	item: WaitingItem;
	/** The number of OTPs that each customer may try. */
	otpTries: number;
	/** True if items go on with only the fields that people need. */
	simplify: boolean;
	/** The address at which this execution goes on. */
	resumeUrl: string;
	/** The OTP that was entered in this request, as a service may repeat it. */
	secrets: readonly string[];
}

/**
 * Answers a request to a waiting execution (specification 4.4, 4.5), and resumes the execution when every item is finished.
 * The service knows the outcome of each payment, so only the OTPs that were sent are counted here. It never throws, because
 * n8n would then lose the run's data and resume without items.
 */
export async function serveOtpPage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let branding: Branding | undefined;
	let summary: Summary | null = null;
	try {
		if ((await receiveRequest(context)).size > LARGEST_BODY) return sendReply(context, TOO_LARGE);
		branding = brandingOf(context, { merchantName: context.getNodeParameter('merchantName', '') as string });
		const items = context.evaluateExpression('{{ $input.all() }}', 0) as unknown as WaitingItem[];
		const { transaction: asked } = context.getQueryData() as IDataObject;
		// The query must name a transaction, because an item that failed has no reference either.
		const item = items.find(({ json }) => asked && json.transactionReference === asked);
		if (!item) return sendReply(context, tell(branding, 'link', { summary }));
		summary = summaryOf(branding, item.json);
		const service = await Transport.open(context, TIMEOUT);
		const options = readPageOptions(context.getNodeParameter('options', {}) as IDataObject);
		return await answer({
			context,
			service,
			branding: { ...branding, isTest: service.settings.environment === 'test' },
			summary,
			wait: waitOf(context),
			items,
			item,
			...options,
			resumeUrl: context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string,
			secrets: [],
		});
	} catch (error) {
		report(context, asGatewayError(error).message);
		return sendReply(
			context,
			makeReply(context, () => tell(branding ?? brandingOf(context), 'closed', { summary })),
		);
	}
}

async function answer(opened: OtpPageRequest): Promise<IWebhookResponseData> {
	const { context, branding, service, wait, otpTries, item, summary } = opened;
	const { privateKey, previousPrivateKey } = service.settings;
	const use = {
		purpose: 'otp-tries',
		scope: `${wait}:${item.json.transactionReference}`,
		privateKey,
		previousPrivateKey,
	};
	const tries = new OtpTries(use, otpTries, formField(context, 'state'));
	const isSent = context.getRequestObject().method === 'POST';
	if (isSent && isFromAnotherSite(context))
		return sendReply(context, tell(branding, 'link', { summary: null, status: 403 }));
	const entered = isSent ? authorizationIn(opened, item.json) : undefined;
	const otherwise = isSent ? NO_OTP : {};
	const again = entered ? await authorize(opened, entered, tries) : otherwise;
	const request = { ...opened, secrets: entered?.secrets ?? [] };
	const record = await lookUpRecord(request, item.json);
	const reply = makeReply(context, () => page(branding, summary, { record, tries, again }));
	const finished = record && itemAfter(record, tries.left === 0, request);
	return sendReply(context, reply, finished && (await finishItems(request, item, finished)));
}

/** Builds the authorization with the OTP of the submitted form; undefined where the form has none. */
function authorizationIn(request: OtpPageRequest, json: WaitingItem['json']): AuthorizeRequest | undefined {
	const otp = formField(request.context, 'otp').trim().slice(0, 20);
	if (otp === '') return undefined;
	const { transactionReference } = json;
	return buildAuthorize({ transactionReference, otp }, readItemPayment(request, json));
}

/** Sends the OTP. @returns why the form is shown again; undefined when it is not known yet what became of the OTP */
async function authorize(
	{ context, service }: OtpPageRequest,
	entered: AuthorizeRequest,
	tries: OtpTries,
): Promise<Partial<FormState> | undefined> {
	try {
		const { item } = await sendOnce(service, authorization, entered);
		if (!(item as AuthorizeItem).otpRejected) return undefined;
		tries.countRefusal();
		return WRONG_OTP;
	} catch (error) {
		const failure = asGatewayError(error);
		report(context, failure.message);
		if (isEntryRefusal(failure)) tries.countRefusal();
		// An earlier OTP may have been accepted.
		if (failure.charged === 'unknown') return undefined;
		return isEntryRefusal(failure) ? WRONG_OTP : retryAfter(failure);
	}
}

/** The facts that the page needs to know of a customer's payment. */
interface PageFacts {
	record: VerifiedPayment | undefined;
	tries: OtpTries;
	again: Partial<FormState> | undefined;
}

function page(branding: Branding, summary: Summary, { record, tries, again }: PageFacts): Reply {
	const outcome = record?.outcome ?? 'unknown';
	if (outcome === 'declined') return tell(branding, 'declined', { summary, paragraphs: [branding.texts.declinedLast] });
	if (isFinal(outcome)) return tell(branding, outcome === 'authorized' ? 'paid' : 'refunded', { summary });
	if (tries.left === 0 && record) return tell(branding, 'declined', { summary, text: branding.texts.declinedLast });
	// An earlier OTP may have been accepted.
	if (tries.left === 0 || !again) return tell(branding, 'check', { summary, refresh: { seconds: NEXT_CHECK } });
	const remark = fillCount(branding.texts, 'codesLeft', tries.left);
	return {
		status: 200,
		page: otpPage(branding, { summary, paragraphs: [] }, { state: tries.seal(), remark, ...again }),
	};
}

/** Reads what an item says of its payment. */
function readItemPayment({ service }: OtpPageRequest, json: WaitingItem['json']): ExpectedPayment | undefined {
	return readExpectedPayment(json, String(json.transactionReference), service.settings);
}

/** Looks up the record of an item's payment; undefined when the service cannot return it, or returns the record of another payment. */
async function lookUpRecord(request: OtpPageRequest, json: WaitingItem['json']): Promise<VerifiedPayment | undefined> {
	const { context, service, secrets } = request;
	const reference = String(json.transactionReference);
	const expected = readItemPayment(request, json);
	const answered = serviceAnswerOf(
		await lookUp(service, findPayments, { ...makeOwnLookUpRequest(reference, expected, service.settings), secrets }),
	);
	if ('value' in answered) return answered.value;
	report(context, answered.failure.message);
	return undefined;
}

/**
 * Returns all items with which the execution resumes; undefined while one of them waits, and when this wait was resumed before.
 * @param finished the JSON of the item that this request is about
 */
async function finishItems(
	request: OtpPageRequest,
	item: INodeExecutionData,
	finished: IDataObject,
): Promise<INodeExecutionData[] | undefined> {
	const all: INodeExecutionData[] = [];
	for (const [index, one] of request.items.entries()) {
		const json = one === item ? finished : await finishOther(request, one.json);
		if (!json) return undefined;
		all.push({ ...one, json, pairedItem: { item: index } });
	}
	return resumeOnce(request.wait) ? all : undefined;
}

async function finishOther(request: OtpPageRequest, json: WaitingItem['json']): Promise<IDataObject | undefined> {
	if (json.timedOut !== true) return json;
	const record = await lookUpRecord(request, json);
	return record && itemAfter(record, false, request);
}

/** Writes a warning to n8n's log. */
function report(context: IWebhookFunctions, message: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
}
