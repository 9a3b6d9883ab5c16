import type { IDataObject } from 'n8n-workflow';

import type { Sandbox, Transaction, Transfer } from '../../../dev/sandbox';
import { ACCOUNTS, CARDS } from '../../engine/support/world';
import { choose } from './chance';

/** Something to be paid: by a card of a certain kind, or to an account of a certain kind. */
export interface Order {
	name: string;
	/** As the service takes it (a charge: specification 2.2), without a reference. */
	body: IDataObject;
}

/** The service's record of an order. */
export type Booking = Transaction | Transfer;

const CARD_KINDS = {
	otp: CARDS.otp,
	insufficientFunds: CARDS.insufficientFunds,
	threeDSecure: CARDS.threeDSecure,
	frictionless: CARDS.frictionless,
	/** Declined at once. */
	wrongCvv: { ...CARDS.frictionless, cvv: '999' },
};
const CARD_SHARES = { otp: 35, insufficientFunds: 10, threeDSecure: 10, frictionless: 30, wrongCvv: 15 };
const ACCOUNT_SHARES = { completes: 50, completesLater: 15, fails: 15, failsLater: 10, odd: 5, none: 5 };

const AT_SHOP = '@shop.example';

/** So many orders to charge, each with an amount of its own. Their names stand in the e-mail address. */
export function takeOrders(count: number): Order[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `order-${index + 1}`;
		const urls = { callbackUrl: 'https://shop.example/paid', webhookURL: 'https://shop.example/hook' };
		const charge = { ...CARD_KINDS[choose(CARD_SHARES, 'card', name)], ...urls, amount: 1000 + index, currency: 'NGN' };
		return { name, body: { ...charge, email: emailOf(name) } };
	});
}

/** So many orders to transfer, each with an amount of its own. Their names stand in the narration. */
export function takeTransferOrders(count: number): Order[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `transfer-${index + 1}`;
		const recipientAccountNumber = ACCOUNTS[choose(ACCOUNT_SHARES, 'account', name)];
		return { name, body: { amount: (1000 + index) / 100, recipientAccountNumber, narration: name } };
	});
}

export function emailOf(name: string): string {
	return name + AT_SHOP;
}

/** The name of the order that a request or a booking is for, where it carries one. */
export function orderIn({ email, narration }: { email?: unknown; narration?: unknown } = {}): string | undefined {
	if (typeof narration === 'string') return narration;
	return typeof email === 'string' && email.endsWith(AT_SHOP) ? email.slice(0, -AT_SHOP.length) : undefined;
}

/** Finds the service's records of an order, under whatever reference. */
export function bookingsFor({ ledger, transfers }: Sandbox, order: string): Booking[] {
	return [...ledger.transactions, ...transfers.list].filter((booking) => orderIn(booking) === order);
}
