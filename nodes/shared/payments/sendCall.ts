import type { IDataObject } from 'n8n-workflow';

import { readData } from '../../../gateway/client/response';
import type { Endpoint } from '../../../gateway/client/endpoints';
import type { Settings } from '../../../gateway/client/settings';
import { LostAnswerError, UnexpectedError, type GatewayError } from '../../../gateway/values/errors';
import type { Payment } from '../../../gateway/payment';
import type { Call, Connection } from '../transport/transport';
import { asGatewayError } from '../transport/nodeErrors';

/** An answer, read and as it came, both without secrets; or why there is none. */
export type ReadAnswer<T> = { value: T; raw: IDataObject } | { failure: GatewayError };

/** Fetches the service's record for a reference. It is a read, so it may be repeated. */
export type FetchRecord<TRecord extends Payment = Payment> = (
	connection: Connection,
	reference: string,
) => Promise<ReadAnswer<TRecord>>;

/** A call of an endpoint, and how its answer is read. */
export interface ServiceCall<T> {
	endpoint: Endpoint;
	call: Call;
	/** Reads the record in the answer, as the credential's settings say. */
	read: (data: Record<string, unknown>, settings: Settings) => T;
}

/**
 * Sends a call and reads the record in its answer. It does not throw: what a failure means depends on the call.
 * @param secrets what was entered for this payment, and must not appear in any output; the credential's keys never do
 */
export async function sendCall<T extends object>(
	{ transport }: Connection,
	secrets: readonly string[],
	{ endpoint, call, read }: ServiceCall<T>,
): Promise<ReadAnswer<T>> {
	try {
		const answer = await transport.send(endpoint, call, secrets);
		return { value: read(readData(endpoint, answer), transport.settings), raw: answer.body as IDataObject };
	} catch (error) {
		const failure = asGatewayError(error);
		// Whatever went wrong on our side, the service may have acted.
		const isInDoubt = failure instanceof UnexpectedError && endpoint.movesMoney;
		return { failure: isInDoubt ? new LostAnswerError('This node could not read the answer') : failure };
	}
}
