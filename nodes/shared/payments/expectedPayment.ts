import Big from 'big.js';

import type { Payment } from '../../../gateway/payment';

/** An amount in major units as decimal text, and a currency; empty where any will do. */
export interface Expected {
	amount: string;
	currency: string;
}

/** What differs between a verified payment and the expected one, in words. What cannot be compared counts as different. */
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
