import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { CARD_OUTCOMES } from '../../../gateway/itemMessage';
import { payment } from '../../../gateway/payment';
import type { PaymentCreation, MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import type { Money } from '../../../gateway/values/money';
import type { ReadyItem, SentItem } from '../../../nodes/shared/execution/items';
import type { Transport } from '../../../nodes/shared/transport/transport';

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

/** The service of an item whose account does not matter. */
const SERVICE = { account: 'account-1', settings: { checkReferences: true } } as unknown as Transport;

export const ready = (reference: string, { paymentId, service = SERVICE }: Partial<ReadyItem> = {}): ReadyItem => ({
	kind: 'ready',
	reference,
	request: requestOf(reference),
	service,
	paymentId,
});

/** One that this run of the node has sent before. */
export const sent = (reference: string): SentItem => ({
	kind: 'sentBefore',
	reference,
	request: requestOf(reference),
	service: SERVICE,
	paymentId: undefined,
	duplicate: false,
});

/** The comparison that tells a new payment of ten from another. */
export const NEW_PAYMENT: PaymentCreation<MoneyRequest> = {
	kind: 'makesPayment',
	name: 'payment',
	compare: (_, { amount }) => (amount === 10 ? 'same' : amount === null ? 'notKnown' : 'different'),
	canShow: () => true,
	options: 'Options',
	afterDecline: 'Charge another card.',
};

/** The charge of a card, which is sent in each run, as an OTP is. A look-up finds an authorized payment. */
export const CHARGING: MoneyCall = {
	endpoint: ENDPOINTS.charge,
	words: {
		what: 'card',
		participle: 'charged',
		action: 'charging',
		inDoubt: 'the card was charged',
		advice: '',
		referenceField: 'Reference',
		item: { name: 'charge', outcomes: CARD_OUTCOMES },
	},
	fields: {},
	content: ({ reference }) => ({ body: { reference } }),
	read: () => payment({ outcome: 'authorized' }),
	partToStore: (request) => ({ ...request, secrets: [] }),
	finders: finding(async () => ({ kind: 'record', record: payment({ outcome: 'authorized' }) })),
	lookUpRequest: ({ reference }) => ({ merchant: reference }),
	earlier: { kind: 'sentEachRun' },
	verdict: () => 'outcome',
	paymentBefore: () => payment({ outcome: 'unknown' }),
	item: (_, { outcome }, { duplicate }) => ({ outcome, ...(duplicate && { duplicate }) }),
};

/** Finds records by the merchant's reference in one way. */
export function finding(finder: (reference: string) => ReturnType<MoneyCall['finders']['own']>): MoneyCall['finders'] {
	const own: MoneyCall['finders']['own'] = async (_, { reference }) => await finder(reference);
	return { own, merchant: () => [own], either: () => [own], hasAttempts: true };
}
