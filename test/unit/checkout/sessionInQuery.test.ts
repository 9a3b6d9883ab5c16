import { sessionInQuery } from '../../../nodes/CardPaymentCheckout/handlers/sessionInQuery';
import type { CheckoutRequest } from '../../../nodes/CardPaymentCheckout/request';
import { sealSession } from '../../../nodes/CardPaymentCheckout/session';
import { newSession } from '../../../nodes/CardPaymentCheckout/states';

const sealContext = {
	purpose: 'checkout-session',
	scope: 'checkout-1',
	privateKey: 'the-private-key-1',
	previousPrivateKey: '',
};
const terms = {
	...{ reference: 'INV-7', amount: '10.50', currency: 'NGN', description: '' },
	...{ expires: Date.now() + 3_600_000, tries: 3, customFields: {} },
};
const session = newSession(terms, 1);
const live = sealSession(session, sealContext);
const expired = sealSession({ ...session, expires: Date.now() - 1 }, sealContext);

const read = (query: string) =>
	sessionInQuery({ webhook: { query: new URLSearchParams(query) }, sealContext } as unknown as CheckoutRequest);

test.each([
	`state=${live}`,
	`payment=x&amp;state=${live}`,
	`state=ok&state=${live}`,
	`state=${live}&state=ok`,
	`state=${expired}&state=${live}`,
	`state=${live}?reference=x`,
])('the session in a query is found: %s', (query) => {
	expect(read(query)).toMatchObject({ terms: { reference: 'INV-7' }, tryNumber: 1 });
});

test.each([`state=${expired}`, `state=ok&state=${expired}`])('one that has expired is told as such', (query) => {
	expect(read(query)).toBe('expired');
});

test.each(['', 'state=', 'state=ok', `other=${live}`, `${'state=ok&'.repeat(9)}state=${live}`])(
	'where there is none, or only behind many others, none is found',
	(query) => {
		expect(read(query)).toBeUndefined();
	},
);
