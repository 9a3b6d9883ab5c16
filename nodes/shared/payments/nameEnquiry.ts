import {
	noSuchAccount,
	readBankAccount,
	type AccountRequest,
	type BankAccount,
} from '../../../gateway/calls/bankAccountCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { isNotFound } from '../../../gateway/lookUp';
import type { Connection } from '../transport/transport';
import { sendCall } from './sendCall';
import type { Result } from './result';

/**
 * Asks who holds a bank account. "No such account" is an answer, and not an error.
 * @throws GatewayError when the service does not tell
 */
export async function enquire(
	connection: Connection,
	{ bankCode, accountNumber }: AccountRequest,
): Promise<{ account: BankAccount; raw: Result['raw'] }> {
	const asked = { bankCode, accountNumber };
	const answered = await sendCall(connection, [], {
		endpoint: ENDPOINTS.nameEnquiry,
		call: { parameters: asked },
		read: (data) => readBankAccount(data, asked),
	});
	if ('value' in answered) return { account: answered.value, raw: answered.raw };
	const { failure } = answered;
	// A wrong path in the credential gives a 404 as well.
	if (isNotFound(failure)) return { account: noSuchAccount(asked, failure.serviceMessage), raw: undefined };
	throw failure;
}
