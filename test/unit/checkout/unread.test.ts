import type { CheckoutRequest } from '../../../nodes/CardPaymentCheckout/request';
import { handleCallback } from '../../../nodes/CardPaymentCheckout/handlers/callback';
import { handleNotification } from '../../../nodes/CardPaymentCheckout/handlers/notification';
import { sealSession } from '../../../nodes/CardPaymentCheckout/session';
import { newSession } from '../../../nodes/CardPaymentCheckout/states';
import { brandingOf } from '../../../nodes/shared/pages/branding';

/* Whoever has no sealed session gives n8n nothing to read. */

const sealContext = {
	purpose: 'checkout-session',
	scope: 'checkout-1',
	privateKey: 'the-private-key-1',
	previousPrivateKey: '',
};
const terms = {
	...{ reference: 'INV-7', amount: '10.50', currency: 'NGN', description: '' },
	...{ expires: Date.now() + 60_000, tries: 3, customFields: {} },
};
const expired = sealSession({ ...newSession(terms, 1), expires: Date.now() - 1 }, sealContext);
const foreign = sealSession(newSession(terms, 1), { ...sealContext, privateKey: 'another-private-key' });

function requestWith(state: string) {
	const webhook = { path: '/webhook/checkout-1/notification', query: new URLSearchParams({ state }), read: jest.fn() };
	const request = {
		webhook,
		sealContext,
		context: { getRequestObject: () => ({ originalUrl: webhook.path }) },
		log: jest.fn(),
		branding: brandingOf({ getRequestObject: () => ({ acceptsLanguages: () => 'en' }) } as never),
		get claimedReference() {
			return void webhook.read();
		},
	};
	return { request: request as unknown as CheckoutRequest, webhook };
}

describe.each([
	['a notification', handleNotification],
	['a return from the bank', handleCallback],
])('%s is not read', (_, handle) => {
	test.each([
		['without a session', ''],
		['with a forged one', 'x'.repeat(200)],
		['with one of another key', foreign],
		['with one that has expired', expired],
	])('%s', async (_case, state) => {
		const { request, webhook } = requestWith(state);
		const { status } = (await handle(request)) as { status?: number };
		expect(status).toBeGreaterThanOrEqual(400);
		expect(webhook.read).not.toHaveBeenCalled();
	});
});
