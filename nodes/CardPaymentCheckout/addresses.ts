import { CHECKOUT_PATH, routeOf } from '../shared/signing/paymentLink';
import type { CheckoutRequest } from './request';
import type { CheckoutSession } from './session';

/** The address of a session's page, relative to the address that was asked for. */
export function addressOf(request: CheckoutRequest, session: CheckoutSession): string {
	const { path } = request.webhook;
	// The page may have another name for browsers, behind a proxy, so its own address is not written anew.
	if (path.split('/').filter(Boolean).at(-1) === CHECKOUT_PATH) return `?${queryOf(request, session)}`;
	// n8n finds a webhook with a slash at its end as well.
	return `${path.endsWith('/') ? '../' : ''}${CHECKOUT_PATH}?${queryOf(request, session)}`;
}

/**
 * An absolute URL of this trigger that carries a session. During a test in the editor it is a test URL.
 * @param path one of the trigger's webhook paths
 */
export function urlOf(request: CheckoutRequest, path: string, session: CheckoutSession): string {
	const [endpoint = ''] = request.webhook.path.split('/').filter(Boolean).slice(-3);
	const url = new URL(request.context.getNodeWebhookUrl('default')!);
	const [id, ...before] = url.pathname.split('/').slice(0, -1).reverse();
	url.pathname = [...before.slice(1).reverse(), endpoint, id, path].join('/');
	url.search = queryOf(request, session);
	return url.href;
}

function queryOf(request: CheckoutRequest, session: CheckoutSession): string {
	return new URLSearchParams({ ...routeOf(session.terms), state: request.seal(session) }).toString();
}
