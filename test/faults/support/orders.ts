import type { IDataObject } from 'n8n-workflow';

import type { Sandbox, Transaction } from '../../../sandbox';
import { CARDS } from '../../engine/support/world';
import { choose } from './chance';

/** What a customer orders, and pays with a card of a certain kind. */
export interface Order {
	name: string;
	/** As the service takes it (specification 2.2), without a reference. */
	charge: IDataObject;
}

const KINDS = {
	otp: CARDS.otp,
	insufficientFunds: CARDS.insufficientFunds,
	threeDSecure: CARDS.threeDSecure,
	frictionless: CARDS.frictionless,
	/** Declined at once. */
	wrongCvv: { ...CARDS.frictionless, cvv: '999' },
};
const SHARES = { otp: 35, insufficientFunds: 10, threeDSecure: 10, frictionless: 30, wrongCvv: 15 };

const AT_SHOP = '@shop.example';

/** So many orders, each with an amount of its own. Their names stand in the e-mail address, which the ledger keeps. */
export function takeOrders(count: number): Order[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `order-${index + 1}`;
		const urls = { callbackUrl: 'https://shop.example/paid', webhookURL: 'https://shop.example/hook' };
		const charge = { ...KINDS[choose(SHARES, 'card', name)], ...urls, amount: 1000 + index, currency: 'NGN' };
		return { name, charge: { ...charge, email: emailOf(name) } };
	});
}

export function emailOf(name: string): string {
	return name + AT_SHOP;
}

/** The name of the order that an e-mail address belongs to. */
export function orderOf(email: unknown): string | undefined {
	return typeof email === 'string' && email.endsWith(AT_SHOP) ? email.slice(0, -AT_SHOP.length) : undefined;
}

/** The charges that the service has made for an order, under whatever reference. */
export function chargesFor({ ledger }: Sandbox, order: string): Transaction[] {
	return ledger.transactions.filter(({ email }) => orderOf(email) === order);
}
