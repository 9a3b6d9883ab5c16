import type { IWebhookFunctions } from 'n8n-workflow';

import type { Attempt, CardAttempt, LinkTerms, Session } from '../../checkout/attempt';
import { brandingOf, type Branding } from '../../checkout/pages/branding';
import type { PageRequest } from '../../checkout/pages/paymentPages';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { signShopUrl } from '../shared/signing/paymentLink';
import { seal, unseal, type SealContext } from '../shared/signing/sealed';
import type { Transport } from '../shared/transport/transport';
import { formField, type WebhookRequest } from '../shared/webhooks/http';
import { triggerKey } from '../shared/webhooks/memory';
import { LinkStore } from './linkStore';
import type { CheckoutSettings } from './pageSettings';

/** The kind of a sealed value: a session for the browser, or a card attempt for the addresses that the service is given. */
type SealKind = 'session' | 'attempt';

/**
 * Makes the page's look.
 * @param service undefined where the credential cannot be used
 */
export function brandingFor(context: IWebhookFunctions, settings: CheckoutSettings, service?: Transport): Branding {
	const { shop, options, ...looks } = settings;
	const { environment, baseUrl = '' } = service?.settings ?? {};
	// A page without a name would leave customers to guess whom they pay.
	const merchantName = looks.merchantName || hostOf(context.getNodeWebhookUrl('default') ?? '');
	return brandingOf(context, {
		...looks,
		...options,
		brands: shop.brands,
		links: shop,
		merchantName,
		processor: [shop.provider, hostOf(baseUrl)].filter(Boolean).join(', '),
		isTest: environment === 'test',
	});
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');

/** A request to the payment page, and what is needed to answer it. */
export class CheckoutRequest implements PageRequest {
	readonly store: LinkStore;
	/** Binds everything that is sealed to this trigger and the private key. */
	private readonly sealing: Omit<SealContext, 'purpose'>;
	/** The customer's entries in this request that must not appear anywhere: card, CVV, PIN, OTP. */
	entered: readonly string[] = [];
	readonly branding: Branding;

	constructor(
		readonly context: IWebhookFunctions,
		readonly settings: CheckoutSettings,
		readonly webhook: WebhookRequest,
		readonly service: Transport,
	) {
		this.store = new LinkStore(context, settings.options.refusedPerHour);
		this.branding = {
			...brandingFor(context, settings, service),
			addressIn: (lang) => `?${new URLSearchParams({ ...Object.fromEntries(webhook.query), lang }).toString()}`,
		};
		const { privateKey, previousPrivateKey } = service.settings;
		this.sealing = { scope: triggerKey(context), privateKey, previousPrivateKey };
	}

	/** True if this is a test in the editor, where n8n listens only until the workflow has started. */
	get isTestRun(): boolean {
		return this.context.getMode() === 'manual';
	}

	/** The last part of the path, such as "checkout". */
	get pathName(): string {
		return this.webhook.path.split('/').filter(Boolean).at(-1)!;
	}

	field(name: string): string {
		return formField(this.context, name);
	}

	seal(kind: SealKind, value: Session | CardAttempt): string {
		return seal(value, { ...this.sealing, purpose: `checkout-${kind}` });
	}

	/** Opens what was sealed, however old; undefined when it was altered or belongs to another trigger. */
	unseal<T extends Session | CardAttempt>(kind: SealKind, sealed: string | null): T | undefined {
		return unseal<T>(sealed ?? '', { ...this.sealing, purpose: `checkout-${kind}` });
	}

	addressOf(session: Session, language = this.webhook.query.get('lang')): string {
		const query = new URLSearchParams({
			...this.queryOf(session, language),
			state: this.seal('session', session),
		}).toString();
		// Behind a proxy the page may have another address for browsers, so this address is relative.
		if (this.pathName === WEBHOOK_PATHS.checkout) return `?${query}`;
		// n8n finds a webhook with a slash at its end as well.
		return `${this.webhook.path.endsWith('/') ? '../' : ''}${WEBHOOK_PATHS.checkout}?${query}`;
	}

	/**
	 * Makes an absolute URL of this trigger that carries a card attempt, sealed. During a test in the editor it is a test URL.
	 * @param path one of the trigger's webhook paths
	 */
	urlOf(path: string, cardAttempt: CardAttempt): string {
		// n8n names its public host, but the production path in a test, too. The path of this request has "webhook-test" then.
		const url = new URL(this.context.getNodeWebhookUrl('default')!);
		const [endpoint, id] = this.webhook.path.split('/').filter(Boolean).slice(-3);
		url.pathname = [...url.pathname.split('/').slice(0, -3), endpoint, id, path].join('/');
		const query = { attempt: this.seal('attempt', cardAttempt), ...this.queryOf(cardAttempt) };
		url.search = new URLSearchParams(query).toString();
		return url.href;
	}

	signShopUrl(shopUrl: string, { reference }: LinkTerms, outcome: string): string {
		return signShopUrl(shopUrl, { reference, outcome }, this.service.settings.privateKey);
	}

	/** Writes a warning to n8n's log. The service's words in it have no secrets: they are hidden when an answer arrives. */
	log(message: string): void {
		this.context.logger.warn(`${this.context.getNode().name}: ${message}`);
	}

	/** Makes the query common to all addresses of a payment. A language that the customer has chosen stays chosen. */
	private queryOf({ terms }: Attempt, chosen = this.webhook.query.get('lang')): Record<string, string> {
		// For a load balancer, which can send all requests of a payment to one process (see docs/install.md).
		return { payment: terms.reference, ...(chosen !== null && { lang: chosen }) };
	}
}
