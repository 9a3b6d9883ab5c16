import { handleCallback } from '../../../nodes/CardPaymentCheckout/handlers/callback';
import { handleNotification } from '../../../nodes/CardPaymentCheckout/handlers/notify';
import type { Next } from '../../../nodes/CardPaymentCheckout/next';
import { CheckoutRequest } from '../../../nodes/CardPaymentCheckout/pageRequest';
import { brandingOf } from '../../../checkout/pages/branding';
import { seal } from '../../../nodes/shared/signing/sealed';

/* Whoever has no sealed charge gives n8n nothing to read. */

const context = { purpose: 'checkout-charge', scope: 'checkout-1', privateKey: 'sk_test_0123456789abcdef' };
const charge = { terms: { reference: 'INV-7' }, number: 1, payer: { at: 0, email: '' } };
const sealed = (changes: Partial<typeof context>) => seal(charge, 0, { ...context, ...changes });

function requestWith(state: string) {
	const webhook = { path: '/webhook/checkout-1/notification', query: new URLSearchParams({ state }), read: jest.fn() };
	const request = Object.create(CheckoutRequest.prototype, {
		webhook: { value: webhook },
		privateKeys: { value: { privateKey: context.privateKey, previousPrivateKey: '' } },
		context: { value: { getRequestObject: () => ({ originalUrl: webhook.path }) } },
		log: { value: jest.fn() },
		branding: {
			value: brandingOf({
				getRequestObject: () => ({ query: {}, acceptsLanguages: () => 'en' }),
				getMode: () => 'trigger',
			}),
		},
	}) as CheckoutRequest;
	return { request, webhook };
}

describe.each([
	['a notification', handleNotification],
	['a return from the bank', handleCallback],
])('%s is not read', (_, handle) => {
	test.each([
		['without a charge', ''],
		['with a forged one', 'x'.repeat(200)],
		['with one of another key', sealed({ privateKey: 'sk_test_fedcba9876543210' })],
		['with one of another trigger', sealed({ scope: 'checkout-2' })],
		['with the state of a form', sealed({ purpose: 'checkout-session' })],
	])('%s', async (_case, state) => {
		const { request, webhook } = requestWith(state);
		const next = await handle(request);
		expect((next as Extract<Next, { tell: unknown }>).tell(request.branding)).toMatchObject({
			status: handle === handleCallback ? 400 : 401,
		});
		expect(webhook.read).not.toHaveBeenCalled();
	});
});
