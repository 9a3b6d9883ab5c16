import {
	noSuchAccount,
	readBankAccount,
	type AccountRequest,
	type BankAccount,
} from '../../../gateway/calls/bankAccount';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { RefusedError } from '../../../gateway/protocol/errors';
import { exchange } from './exchange';
import type { Result, Run } from '../execution/operation';

/**
 * Asks who holds a bank account. That there is no such account is an answer, too.
 * @throws GatewayError when the service does not tell
 */
export async function enquire(
	run: Pick<Run, 'transport'>,
	{ bankCode, accountNumber }: AccountRequest,
): Promise<{ account: BankAccount; raw: Result['raw'] }> {
	const asked = { bankCode, accountNumber };
	const answered = await exchange(run, ENDPOINTS.nameEnquiry, { parameters: asked }, [], (data) =>
		readBankAccount(data, asked),
	);
	if ('value' in answered) return { account: answered.value, raw: answered.raw };
	const { failure } = answered;
	// A wrong address gives a 404 as well.
	if (failure instanceof RefusedError && failure.httpStatus === 404 && failure.isOwnError) {
		return { account: noSuchAccount(asked, failure.serviceMessage), raw: undefined };
	}
	throw failure;
}
