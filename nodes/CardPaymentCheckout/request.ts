import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { Outcome } from '../../gateway/outcome';
import type { VerifiedPayment } from '../../gateway/calls/verify';
import { webhookScope } from '../shared/signing/keys';
import { isNotFound } from '../shared/payments/lookUp';
import { isFirst, remembered, remember, type Bounds } from '../shared/webhooks/memory';
import type { Run } from '../shared/execution/operation';
import { brandingOf } from '../shared/pages/branding';
import type { Branding } from '../shared/pages/view';
import { referenceOf } from '../shared/signing/paymentLink';
import { readWebhookRequest, type WebhookRequest } from '../shared/webhooks/request';
import { seal, unseal, type SealContext } from '../shared/signing/sealed';
import { Transport } from '../shared/transport/transport';
import { verify } from '../shared/payments/verify';
import type { CheckoutSettings } from './settings';
import type { CheckoutSession } from './session';

const SECOND = 1000;
const WEEK = 7 * 24 * 3_600_000;
// Whoever looks at a page does not wait longer.
const LONGEST_LOOK = 10 * SECOND;
// The last charges, so that a second request for one finds its way.
const CHARGES = { window: WEEK, most: 500 };

/** What this n8n knows of a charge that it has sent. */
export type Progress = Pick<CheckoutSession, 'stage' | 'transactionReference' | 'acsUrl'>;

/** A request to the payment page, and what is needed to answer it. */
export class CheckoutRequest {
	private constructor(
		readonly context: IWebhookFunctions,
		readonly settings: CheckoutSettings,
		readonly webhook: WebhookRequest,
		readonly run: Run,
	) {}

	/** @throws GatewayError when the node's settings or the credential cannot be used */
	static async open(context: IWebhookFunctions, settings: CheckoutSettings): Promise<CheckoutRequest> {
		const isLook = context.getRequestObject().method === 'GET';
		const timeout = settings.options.timeout * SECOND;
		const transport = await Transport.open(context, isLook ? Math.min(timeout, LONGEST_LOOK) : timeout);
		return new CheckoutRequest(context, settings, await readWebhookRequest(context), {
			transport,
			limit: pLimit(1),
			signal: undefined,
		});
	}

	get privateKey(): string {
		return this.run.transport.settings.privateKey;
	}

	/** Somebody tries it out in the editor: n8n keeps no static data then, and listens until the workflow starts. */
	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	get branding(): Branding {
		return brandingOf(this.context, { ...this.settings, ...this.settings.options });
	}

	/** A field of a form. */
	field(name: string): string {
		const value = (this.context.getBodyData() as IDataObject | undefined)?.[name];
		return typeof value === 'string' ? value : '';
	}

	seal(session: CheckoutSession): string {
		return seal(session, WEEK, this.use());
	}

	unseal(state: string): CheckoutSession | 'expired' | undefined {
		return unseal<CheckoutSession>(state, this.use());
	}

	/** The address of a session's page, from any path. */
	addressOf(session: CheckoutSession): string {
		return `checkout?${new URLSearchParams({ state: this.seal(session) }).toString()}`;
	}

	/** An absolute address of this trigger with a session in it. In the editor's test it is the test address. */
	urlOf(path: string, session: CheckoutSession): string {
		const [endpoint = ''] = this.webhook.path.split('/').filter(Boolean).slice(-3);
		const url = new URL(this.context.getNodeWebhookUrl('default')!);
		const [id, ...before] = url.pathname.split('/').slice(0, -1).reverse();
		url.pathname = [...before.slice(1).reverse(), endpoint, id, path].join('/');
		url.search = new URLSearchParams({ state: this.seal(session) }).toString();
		return url.href;
	}

	/**
	 * The service's record of a session's payment (specification 4.5), by its own reference where that is known.
	 * @param claimed a reference of the service that somebody says is this payment's
	 */
	async record(
		{ terms, tryNumber, transactionReference }: CheckoutSession,
		claimed?: string | null,
	): Promise<VerifiedPayment | undefined> {
		const reference = referenceOf(terms, tryNumber);
		const answered = await verify(this.run, transactionReference ?? claimed ?? reference);
		if ('failure' in answered) {
			if (!isNotFound(answered.failure)) this.log(`a payment cannot be verified: ${answered.failure.message}`);
			return undefined;
		}
		const record = answered.value;
		const isOurs = record.reference === reference || (record.reference === null && transactionReference !== null);
		return isOurs ? record : undefined;
	}

	progress({ terms, tryNumber }: CheckoutSession): Progress | undefined {
		return remembered<Progress>(this.context, 'charges', idOf(referenceOf(terms, tryNumber)), CHARGES);
	}

	keepProgress({ terms, tryNumber, stage, transactionReference, acsUrl }: CheckoutSession): void {
		const progress: Progress = { stage, transactionReference, acsUrl };
		remember(this.context, 'charges', idOf(referenceOf(terms, tryNumber)), progress, CHARGES);
	}

	/** How many OTPs were sent for a payment: by this form, or as this n8n remembers; an older form knows of fewer. */
	otpsTried({ terms, tryNumber, wrongOtps }: CheckoutSession): number {
		const known = remembered<{ tried: number }>(this.context, 'otps', idOf(referenceOf(terms, tryNumber)), CHARGES);
		return Math.max(wrongOtps, known?.tried ?? 0);
	}

	keepOtpsTried({ terms, tryNumber }: CheckoutSession, tried: number): void {
		remember(this.context, 'otps', idOf(referenceOf(terms, tryNumber)), { tried }, CHARGES);
	}

	/** Whether a payment's outcome was notified of for the first time; after some seconds it is not any more. */
	isNewlyNotified(session: CheckoutSession, outcome: Outcome): boolean {
		const news = outcomeKey(session, outcome);
		const heard = remembered<{ at: number }>(this.context, 'heard', news, CHARGES);
		if (!heard) remember(this.context, 'heard', news, {}, CHARGES);
		return !heard || Date.now() < (heard.at + this.settings.options.browserSeconds) * SECOND;
	}

	/** Whether a payment starts the workflow with an outcome; asked once for each. */
	isFirst(session: CheckoutSession, outcome: Outcome): boolean {
		return this.isTest || isFirst(this.context, outcomeKey(session, outcome), this.starts);
	}

	hasStarted(session: CheckoutSession, outcome: Outcome): boolean {
		return remembered(this.context, 'started', outcomeKey(session, outcome), this.starts) !== undefined;
	}

	/** Tells the operator; nothing that a customer entered is in a message. */
	log(message: string): void {
		this.context.logger.warn(`${this.context.getNode().name}: ${this.run.transport.secrets().inText(message)}`);
	}

	private get starts(): Bounds {
		return { window: WEEK, most: this.settings.options.paymentsRemembered };
	}

	private use(): SealContext {
		const [id = ''] = webhookScope(this.webhook.path).split('/');
		return { purpose: 'checkout-session', scope: id, privateKey: this.privateKey };
	}
}

// Not by its status: a payment is still the same when it is captured or paid out.
function outcomeKey({ terms, tryNumber }: CheckoutSession, outcome: Outcome): string {
	return idOf(JSON.stringify([referenceOf(terms, tryNumber), outcome]));
}

function idOf(reference: string): string {
	return createHash('sha256').update(reference).digest('hex');
}
