import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../../gateway/payment';
import type { LookUpRequest } from '../../gateway/sending/lookUp';
import { isObject } from '../../gateway/values/input';
import { compareWithOrder } from '../../gateway/values/attempt';
import type { Likeness } from '../../gateway/values/responseFields';
import { isReference } from '../../gateway/values/reference';

/** The payment that an item is about. */
export interface ItemPayment {
	/** The service's reference of it. */
	own: string | undefined;
	/** The merchant's. */
	order: string | undefined;
	/** True if the item comes from Transaction: Refund, or from a wait for a refund. */
	isRefund: boolean;
	/** The part of the payment that is left once its refund is carried out, where the service has said it. */
	remainingAmount: number | undefined;
}

/** Reads the payment that an item is about. A failed item has it under `error`. */
export function paymentOf(item: IDataObject): ItemPayment {
	const told = [item, item.error].filter((part): part is IDataObject => isObject(part));
	const first = (name: string) => told.map((part) => part[name]).find((value) => isReference(value));
	return {
		own: first('transactionReference'),
		order: first('reference'),
		isRefund: told.some(({ refund }) => refund === true),
		remainingAmount: typeof item.remainingAmount === 'number' ? item.remainingAmount : undefined,
	};
}

/** Compares the payment that an item is about with that which one of these references names. Some services write them in other letters. */
export function compareWithItem({ own, order }: ItemPayment, references: ReadonlyArray<string | null>): Likeness {
	const known = [own, order].filter((reference) => reference !== undefined);
	const told = references.filter((reference) => reference !== null);
	const likenesses = known.flatMap((reference) => told.map((other) => compareWithOrder(reference, other)));
	return (['same', 'notKnown'] as const).find((likeness) => likenesses.includes(likeness)) ?? 'different';
}

/** Says whether an item is certainly about the payment that a reference names. */
export function isAbout(item: ItemPayment, reference: string): boolean {
	return compareWithItem(item, [reference]) === 'same';
}

/**
 * Builds the look-up for a wait: the payment under both references, where the item has them. The code of a hosted page need not be the
 * key of the record that it gets.
 */
export function makeItemLookUpRequest(item: ItemPayment, reference: string): LookUpRequest {
	const { own, order } = item;
	const hasBoth = own !== undefined && order !== undefined && own !== order && isAbout(item, reference);
	return hasBoth ? { own: [own], order } : { either: [reference] };
}

/** Adds the references that the item has, where the service does not return them, so that the next round of a loop has them too. */
export function withReferences<Known extends Payment>(known: Known, { own, order }: ItemPayment): Known {
	const { transactionReference, reference } = known;
	return {
		...known,
		transactionReference: transactionReference ?? own ?? null,
		reference: reference ?? order ?? null,
	};
}
