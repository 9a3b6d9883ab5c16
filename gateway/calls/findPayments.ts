import { isNotFound, leading, lookUpOf, type Finders, type LookUp, type Sought } from '../sending/lookUp';
import { send, type Service } from '../sending/service';
import { history } from './history';
import { verify, type VerifiedPayment } from './verify';

/**
 * The ways to find the record of a card payment. No document says that verify finds a payment by the merchant's reference, and the
 * transaction history is documented to; the credential's "Find Payments With" says which of them are asked.
 */
export const findPayments: Finders<VerifiedPayment> = {
	own: askVerify,
	merchant: ({ findPaymentsWith }) => BY_THE_MERCHANTS[findPaymentsWith],
	either: ({ findPaymentsWith }) => (findPaymentsWith === 'verify' ? [askVerify] : [askVerify, askHistory]),
	mayHaveSeveral: true,
};

const BY_THE_MERCHANTS = { both: [askVerify, askHistory], history: [askHistory], verify: [askVerifyAlone] };

/** Asks verify (specification 2.6, 4.5). */
async function askVerify(
	service: Service,
	reference: string,
	{ secrets = [], expected }: Sought<VerifiedPayment>,
): Promise<LookUp<VerifiedPayment>> {
	return lookUpOf(await send(service, verify, { reference, expected }, secrets));
}

/** Asks verify alone. The credential says that it finds payments by the merchant's reference, so it is taken at its word when it finds none. */
async function askVerifyAlone(...question: Parameters<typeof askVerify>): Promise<LookUp<VerifiedPayment>> {
	const found = await askVerify(...question);
	return found.kind === 'cannotTell' && isNotFound(found.failure) ? { ...found, kind: 'nothing' } : found;
}

/** Asks the transaction history, whose filter takes either reference. */
async function askHistory(
	service: Service,
	reference: string,
	{ secrets = [] }: Sought<VerifiedPayment>,
): Promise<LookUp<VerifiedPayment>> {
	const listed = await send(service, history, reference, secrets);
	if ('failure' in listed) return lookUpOf<VerifiedPayment>(listed);
	const { value, raw } = listed;
	const counting = leading(value.map((record) => ({ kind: 'record' as const, record, raw })));
	return counting ?? { kind: 'nothing' };
}
