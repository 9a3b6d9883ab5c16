import { CheckoutRequest } from '../../../nodes/CardPaymentCheckoutTrigger/checkoutRequest';
import { returnFromBank } from '../../../nodes/CardPaymentCheckoutTrigger/openPage';
import { takeNotification } from '../../../nodes/CardPaymentCheckoutTrigger/takeNotification';
import { seal } from '../../../nodes/shared/signing/sealed';

/* Whoever has no sealed charge gives n8n nothing to read. */

const context = { purpose: 'checkout-attempt', scope: 'checkout-1', privateKey: 'sk_test_0123456789abcdef' };
const CHARGE = { terms: { reference: 'INV-7' }, number: 1, payer: { at: 0, email: '' } };
const sealed = (changes: Partial<typeof context>) => seal(CHARGE, { ...context, ...changes });

function requestWith(attempt: string) {
	const look = jest.fn(() => []);
	const parsed = new Proxy({}, { ownKeys: look });
	const webhook = { path: '/webhook/checkout-1/notification', query: new URLSearchParams({ attempt }), parsed };
	const request = Object.create(CheckoutRequest.prototype, {
		webhook: { value: webhook },
		sealing: { value: { scope: context.scope, privateKey: context.privateKey } },
		context: {
			value: { getRequestObject: () => ({ originalUrl: webhook.path }), getNode: () => ({ webhookId: 'checkout-1' }) },
		},
		log: { value: jest.fn() },
	}) as CheckoutRequest;
	return { request, look };
}

describe.each([
	['a notification', takeNotification, { reply: { status: 401 } }],
	['a return from the bank', returnFromBank, { refusal: 'returned', status: 400 }],
])('%s is not read', (_, handle, next) => {
	test.each([
		['without a charge', ''],
		['with a forged one', 'x'.repeat(200)],
		['with one of another key', sealed({ privateKey: 'sk_test_fedcba9876543210' })],
		['with one of another trigger', sealed({ scope: 'checkout-2' })],
		['with the state of a form', sealed({ purpose: 'checkout-session' })],
	])('%s', async (_case, charge) => {
		const { request, look } = requestWith(charge);
		expect(await handle(request)).toMatchObject(next);
		expect(look).not.toHaveBeenCalled();
	});
});
