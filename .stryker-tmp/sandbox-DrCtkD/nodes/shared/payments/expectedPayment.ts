// @ts-nocheck
import Big from 'big.js';

import type { Payment } from '../../../gateway/payment';

/** What a payment is expected to be. */
export interface Expected {
	/** In major units, as decimal text; empty where any amount will do. */
	amount: string;
	/** Empty where any currency will do. */
	currency: string;
}

/** How a verified payment differs from the expected one, in words. A value that cannot be compared counts as different. */
export function differencesFrom({ amount, currency }: Expected, record: Payment): string[] {
	return [
		amount !== '' &&
			!isSameAmount(record.amount, amount) &&
			`the amount is ${record.amount ?? 'not known'}, not ${amount}`,
		currency !== '' &&
			record.currency !== currency &&
			`the currency is ${record.currency ?? 'not known'}, not ${currency}`,
	].filter((difference) => difference !== false);
}

function isSameAmount(amount: number | null, wanted: string): boolean {
	return amount !== null && new Big(String(amount)).eq(wanted);
}
