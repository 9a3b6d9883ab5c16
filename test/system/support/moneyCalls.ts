import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../../dev/sandbox';
import { chargeFields, transferFields } from '../../engine/support/world';
import { chance } from './chance';
import { isDoubt, isNotDone, type Claim } from './ledgerCheck';
import type { Order } from './orders';
import type { References, Shape } from './shapes';

/** A call that moves money. */
export type MoneyCallName = 'charge' | 'authorize' | 'transfer' | 'refund';

/** An operation that moves money, as the payment trial uses it. */
export interface MoneyCall {
	name: MoneyCallName;
	/** The item of an order; `round` counts from 0. */
	input(order: Order, shape: Shape, round: number): IDataObject;
	/** Says whether a reader of this may ask again, in a new execution. */
	mayAskAgain(claim: Claim): boolean;
}

type Parameters = { resource: string; operation: string } & IDataObject;

const NOW = '{{ $now.toMillis() }}';

const REFERENCES: Readonly<Record<References, (field: string) => string>> = {
	own: (field) => `={{ $json.${field} }}`,
	changing: (field) => `={{ $json.${field} }}-${NOW}`,
};

/** The node's parameters, which take from the item what differs from order to order. */
export const PARAMETERS: Readonly<Record<MoneyCallName, (references: References) => Parameters>> = {
	charge: (references) => ({
		resource: 'card',
		operation: 'charge',
		...chargeFields({
			cardNumber: '={{ $json.cardNumber }}',
			expiry: '={{ $json.expiry }}',
			cvv: '={{ $json.cvv }}',
			amount: '={{ $json.amount }}',
			reference: REFERENCES[references]('reference'),
			// Somebody who asks again for the same order wants to know what became of it.
			options: { amountUnit: 'minor', customer: { email: '={{ $json.email }}' }, ifUsed: 'show' },
		}),
	}),
	authorize: () => ({
		resource: 'card',
		operation: 'authorize',
		transactionReference: '={{ $json.transactionReference }}',
		otp: '={{ $json.otp }}',
	}),
	refund: () => ({
		resource: 'transaction',
		operation: 'refund',
		transactionReference: '={{ $json.transactionReference }}',
	}),
	transfer: (references) => ({
		resource: 'transfer',
		operation: 'create',
		...transferFields({
			accountNumber: '={{ $json.recipientAccountNumber }}',
			amount: '={{ $json.amount }}',
			narration: '={{ $json.narration }}',
			requestId: REFERENCES[references]('requestId'),
			options: { ifUsed: 'show' },
		}),
	}),
};

const WRONG_OTP = '000000';
const SHARE_OF_WRONG_OTPS = 0.1;

export const CHARGE: MoneyCall = {
	name: 'charge',
	input: ({ name, body }) => ({ ...body, reference: name }),
	mayAskAgain: isNotDone,
};

/** @param charged what n8n has said of the orders' charges */
export function authorizeAfter(charged: ReadonlyMap<string, Claim>): MoneyCall {
	return {
		name: 'authorize',
		input: ({ name }, _, round) => ({
			transactionReference: charged.get(name)!.item!.transactionReference,
			otp: round === 0 && chance('otp', name) < SHARE_OF_WRONG_OTPS ? WRONG_OTP : OTP,
		}),
		// The OTP is good for one payment, so a second try cannot pay twice.
		mayAskAgain: (claim) => isNotDone(claim) || isDoubt(claim) || isOpen(claim),
	};
}

export const TRANSFER: MoneyCall = {
	name: 'transfer',
	input: ({ name, body }) => ({ ...body, requestId: name }),
	mayAskAgain: isNotDone,
};

/** Words for a payment that waits for its customer or its bank. */
export const OPEN_WORDS: readonly string[] = ['otp_required', 'pending'];

export function isOpen({ said, item }: Claim): boolean {
	return OPEN_WORDS.includes(said) && item?.transactionReference != null;
}
