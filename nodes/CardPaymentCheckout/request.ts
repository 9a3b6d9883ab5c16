import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { brandingOf, type Branding } from '../shared/pages/branding';
import { withWesternDigits } from '../shared/pages/digits';
import { webhookScope, type PrivateKeys } from '../shared/signing/keys';
import { referenceOf } from '../shared/signing/paymentLink';
import type { SealContext } from '../shared/signing/sealed';
import type { Connection } from '../shared/transport/connection';
import { Transport } from '../shared/transport/transport';
import type { WebhookRequest } from '../shared/webhooks/request';
import { sealSession, type CheckoutSession } from './session';
import type { CheckoutSettings } from './settings';
import { PaymentStore } from './store';

const SECOND = 1000;
// Nobody waits longer than this for a page to open.
const LONGEST_PAGE_LOAD = 10 * SECOND;

/** A request to the payment page, and what is needed to answer it. */
export class CheckoutRequest {
	readonly store: PaymentStore;
	/** What the customer has entered in this request that must not appear anywhere: card, CVV, PIN, OTP. */
	entered: readonly string[] = [];

	private constructor(
		readonly context: IWebhookFunctions,
		readonly settings: CheckoutSettings,
		readonly webhook: WebhookRequest,
		readonly connection: Connection,
	) {
		this.store = new PaymentStore(context, settings.options, this.sealContext);
	}

	/** @throws GatewayError when the node's settings or the credential cannot be used */
	static async open(
		context: IWebhookFunctions,
		settings: CheckoutSettings,
		webhook: WebhookRequest,
	): Promise<CheckoutRequest> {
		const isPageLoad = context.getRequestObject().method === 'GET';
		const timeout = settings.options.timeout * SECOND;
		const transport = await Transport.open(context, isPageLoad ? Math.min(timeout, LONGEST_PAGE_LOAD) : timeout);
		return new CheckoutRequest(context, settings, webhook, { transport });
	}

	/** Whether this is a test in the editor, where n8n listens only until the workflow has started. */
	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	get branding(): Branding {
		const isTest = this.connection.transport.settings.environment === 'test';
		return brandingOf(this.context, { ...this.settings, ...this.settings.options, isTest });
	}

	get privateKeys(): Required<PrivateKeys> {
		const { privateKey, previousPrivateKey } = this.connection.transport.settings;
		return { privateKey, previousPrivateKey };
	}

	/** Binds sealed sessions to this trigger. */
	get sealContext(): SealContext {
		const [triggerId = ''] = webhookScope(this.webhook.path).split('/');
		return { purpose: 'checkout-session', scope: triggerId, ...this.privateKeys };
	}

	/** The service's reference according to the request. Anybody may have sent it, so the session is opened first. */
	get claimedReference(): string | null | undefined {
		return this.webhook.read()?.claim?.transactionReference;
	}

	/** The merchant's reference of a session's payment. */
	referenceOf({ reference, terms, tryNumber }: CheckoutSession): string {
		return reference ?? referenceOf(terms, tryNumber, this.privateKeys.privateKey);
	}

	/** Encrypts and signs a session for a URL or a form. */
	seal(session: CheckoutSession): string {
		return sealSession({ ...session, reference: this.referenceOf(session) }, this.sealContext);
	}

	/** The references that a session's try may have been charged under, since the private key may have been replaced. */
	referencesOf(session: CheckoutSession): string[] {
		const { privateKey, previousPrivateKey } = this.privateKeys;
		const keys = [privateKey, previousPrivateKey].filter((key) => key !== '');
		const derived = keys.map((key) => referenceOf(session.terms, session.tryNumber, key));
		return [...new Set([this.referenceOf(session), ...derived])];
	}

	/** A field of a submitted form; empty when it is missing. */
	field(name: string): string {
		const value = (this.context.getBodyData() as IDataObject | undefined)?.[name];
		return typeof value === 'string' ? withWesternDigits(value) : '';
	}

	/** Writes a warning to n8n's log, without secrets. */
	log(message: string): void {
		this.context.logger.warn(
			`${this.context.getNode().name}: ${this.connection.transport.secrets(this.entered).inText(message)}`,
		);
	}
}
