import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { LinkTerms } from '../../checkout/link';
import { brandingOf, type Branding } from '../../checkout/pages/branding';
import { withWesternDigits } from '../../checkout/pages/digits';
import type { LanguageCode } from '../../checkout/pages/languages';
import type { Attempt, Charge, Session } from '../../checkout/session';
import { webhookScope, type PrivateKeys } from '../shared/signing/keys';
import { CHECKOUT_PATH, returnUrl, routeOf } from '../shared/signing/paymentLink';
import { seal, unseal, type SealContext } from '../shared/signing/sealed';
import type { Connection } from '../shared/transport/transport';
import type { WebhookRequest } from '../shared/webhooks/webhookRequest';
import { LinkStore } from './linkStore';
import type { CheckoutSettings } from './pageSettings';

/** A request to the payment page, and what is needed to answer it. */
export class CheckoutRequest {
	readonly store: LinkStore;
	/** What the customer has entered in this request that must not appear anywhere: card, CVV, PIN, OTP. */
	entered: readonly string[] = [];

	constructor(
		readonly context: IWebhookFunctions,
		readonly settings: CheckoutSettings,
		readonly webhook: WebhookRequest,
		readonly connection: Connection,
	) {
		this.store = new LinkStore(context, settings.options.refusedPerHour);
	}

	/** Whether this is a test in the editor, where n8n listens only until the workflow has started. */
	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	/** The last part of the path, such as "checkout". */
	get pathName(): string | undefined {
		return this.webhook.path.split('/').filter(Boolean).at(-1);
	}

	get branding(): Branding {
		const { environment, baseUrl } = this.connection.transport.settings;
		const { shop, options, ...settings } = this.settings;
		// A page without a name would leave customers to guess whom they pay.
		const merchantName = settings.merchantName || new URL(this.context.getNodeWebhookUrl('default')!).host;
		const processor = [shop.provider, new URL(baseUrl).host].filter(Boolean).join(', ');
		const isTest = environment === 'test';
		return brandingOf(this.context, { ...settings, ...options, ...shop, merchantName, processor, isTest });
	}

	/** Whether a payment link was opened, and not a page that this one has led to. */
	get opensLink(): boolean {
		return this.webhook.query.has('link');
	}

	/** Of the times on a receipt. */
	get timeZone(): string {
		return this.context.getTimezone();
	}

	get privateKeys(): Required<PrivateKeys> {
		const { privateKey, previousPrivateKey } = this.connection.transport.settings;
		return { privateKey, previousPrivateKey };
	}

	/** The service's reference according to the request. Anybody may have sent it, so the charge is opened first. */
	get claimedReference(): string | null | undefined {
		return this.webhook.read()?.claim?.transactionReference;
	}

	/** A field of a submitted form; empty when it is missing. */
	field(name: string): string {
		const value = (this.context.getBodyData() as IDataObject | undefined)?.[name];
		return typeof value === 'string' ? withWesternDigits(value) : '';
	}

	/** Whether a submitted form has a field, be it empty. */
	hasField(name: string): boolean {
		return Object.hasOwn(this.context.getBodyData() ?? {}, name);
	}

	/** Encrypts and signs a session for a URL or a form. */
	sealSession(session: Session): string {
		return seal(session, this.sealedFor('checkout-session'));
	}

	/** Opens a sealed session, however old; undefined when it was altered or belongs to another trigger. */
	unsealSession(sealed: string): Session | undefined {
		return unseal<Session>(sealed, this.sealedFor('checkout-session'));
	}

	/** The charge that a callback URL carries, sealed, however old. */
	unsealCharge(query: URLSearchParams): Charge | undefined {
		return unseal<Charge>(query.get('charge') ?? '', this.sealedFor('checkout-charge'));
	}

	/** The address of this page in another language. */
	addressIn(lang: LanguageCode): string {
		return `?${new URLSearchParams({ ...Object.fromEntries(this.webhook.query), lang }).toString()}`;
	}

	/** The address of a session's page, relative to the address that was asked for. */
	addressOf(session: Session): string {
		const query = new URLSearchParams({ ...this.queryOf(session), state: this.sealSession(session) }).toString();
		// The page may have another name for browsers, behind a proxy, so its own address is not written anew.
		if (this.pathName === CHECKOUT_PATH) return `?${query}`;
		// n8n finds a webhook with a slash at its end as well.
		return `${this.webhook.path.endsWith('/') ? '../' : ''}${CHECKOUT_PATH}?${query}`;
	}

	/**
	 * An absolute URL of this trigger that carries a charge, sealed. During a test in the editor it is a test URL.
	 * @param path one of the trigger's webhook paths
	 */
	urlOf(path: string, charge: Charge): string {
		const url = new URL(this.context.getNodeWebhookUrl('default')!);
		const [endpoint, id] = this.webhook.path.split('/').filter(Boolean).slice(-3);
		url.pathname = [...url.pathname.split('/').slice(0, -3), endpoint, id, path].join('/');
		// It stands first: services escape "&", or append "?..." to a URL that has a query already.
		const sealed = seal(charge, this.sealedFor('checkout-charge'));
		url.search = new URLSearchParams({ charge: sealed, ...this.queryOf(charge) }).toString();
		return url.href;
	}

	/** The address at which the shop learns the outcome of a link, signed. The reference is that of the link at every attempt. */
	shopAddress(shopUrl: string, { reference }: LinkTerms, outcome: string): string {
		return returnUrl(shopUrl, { reference, outcome }, this.privateKeys.privateKey);
	}

	/** Writes a warning to n8n's log, without secrets. */
	log(message: string): void {
		const text = this.connection.transport.secrets(this.entered).inText(message);
		this.context.logger.warn(`${this.context.getNode().name}: ${text}`);
	}

	/** A language that the customer has chosen stays chosen. */
	private queryOf({ terms }: Attempt): Record<string, string> {
		const chosen = this.webhook.query.has('lang') && { lang: this.branding.language };
		return { ...routeOf(terms), ...chosen };
	}

	private sealedFor(purpose: string): SealContext {
		const [triggerId = ''] = webhookScope(this.webhook.path).split('/');
		return { purpose, scope: triggerId, ...this.privateKeys };
	}
}
