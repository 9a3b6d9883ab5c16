import { ENDPOINTS } from '../client/endpoints';
import { unreadableAnswer } from '../client/response';
import type { Call } from '../sending/service';
import { roundAmount } from '../values/money';
import { decimal, readFields } from '../values/responseFields';

/** The balance of the merchant's account, in major units. The service names no currency, so it is the credential's. */
export interface Balance {
	accountBalance: number | null;
	overdraftLimit: number | null;
	/** With the overdraft. */
	totalAccountBalance: number | null;
	currency: string | null;
}

const fields = { accountBalance: decimal, overdraftLimit: decimal, totalAccountBalance: decimal };

/** Gets the balance of the account. The specification does not have it; this is what a provider publishes. */
export const balance: Call<undefined, Balance> = {
	endpoint: ENDPOINTS.balance,
	content: () => ({}),
	read(data, _, { defaultCurrency, amountsIn }) {
		const currency = defaultCurrency || null;
		const told = readFields(data, fields);
		const [accountBalance, overdraftLimit, totalAccountBalance] = [
			told.accountBalance,
			told.overdraftLimit,
			told.totalAccountBalance,
		].map((amount) => roundAmount(amount, currency, amountsIn)) as [number | null, number | null, number | null];
		if (accountBalance === null && totalAccountBalance === null) throw unreadableAnswer(ENDPOINTS.balance, data);
		return { accountBalance, overdraftLimit, totalAccountBalance, currency };
	},
};
