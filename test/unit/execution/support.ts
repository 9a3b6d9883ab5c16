import { payment } from '../../../gateway/payment';
import type { Money } from '../../../gateway/values/money';
import type { Item } from '../../../nodes/shared/execution/item';
import type { MoneyRequest, MoneyRules } from '../../../nodes/shared/execution/operation';

export const NAIRA = { major: 10, minor: 1000, currency: 'NGN' } as Money;

/** A request of ten naira, with a secret. One whose reference begins with "test-" is random. */
export const requestOf = (reference: string): MoneyRequest => ({
	reference,
	secrets: ['739'],
	money: NAIRA,
	isRandom: reference.startsWith('test-'),
	ifUsed: 'fail',
});

/** A request as n8n stores it. */
export const storedOf = (reference: string): MoneyRequest => ({ ...requestOf(reference), secrets: [] });

export const ready = (reference: string, paymentId?: string): Item => ({
	kind: 'ready',
	reference,
	request: requestOf(reference),
	paymentId,
});

/** One that this run of the node has sent before. */
export const sent = (reference: string): Item => ({
	kind: 'sentBefore',
	reference,
	request: requestOf(reference),
	paymentId: undefined,
	duplicate: false,
});

/** How a card is charged: a look-up finds an authorized payment. */
export const CHARGING: MoneyRules<MoneyRequest> = {
	wording: { what: 'card', done: 'charged' },
	withoutSecrets: (request) => ({ ...request, secrets: [] }),
	buildLookUp: () => ({
		ask: async () => ({ kind: 'record', record: payment({ outcome: 'authorized' }) }),
		describe: ({ outcome }) => ({ outcome }),
		knownBefore: payment({ outcome: 'unknown' }),
		inDoubt: 'the card was charged',
		advice: '',
	}),
};
