import type { IDataObject } from 'n8n-workflow';

import { readData } from '../../../gateway/protocol/response';
import type { Endpoint } from '../../../gateway/protocol/endpoints';
import { LostAnswerError, UnexpectedError, type GatewayError } from '../../../gateway/protocol/errors';
import { asGatewayError } from '../transport/nodeErrors';
import type { Run } from '../execution/operation';
import type { Call } from '../transport/transport';

/** What a call gave, read and as it came, both without secrets; or why it gave nothing. */
export type Exchange<T> = { value: T; raw: IDataObject } | { failure: GatewayError };

/**
 * Sends a call and reads the record in its answer. It does not throw: what a failure means depends on the call.
 * @param secretValues what the call carries and nobody may see
 * @param read turns the record into what is wanted of it
 */
export async function exchange<T extends object>(
	{ transport }: Pick<Run, 'transport'>,
	endpoint: Endpoint,
	call: Call,
	secretValues: readonly string[],
	read: (data: Record<string, unknown>) => T,
): Promise<Exchange<T>> {
	try {
		const answer = await transport.send(endpoint, call);
		const secrets = transport.secrets(secretValues);
		const value = read(readData(endpoint, answer, secrets));
		return { value: secrets.inAnswer(value) as T, raw: secrets.inAnswer(answer.body) as IDataObject };
	} catch (error) {
		const failure = asGatewayError(error);
		// Whatever went wrong on our side, the service may have acted.
		const isInDoubt = failure instanceof UnexpectedError && endpoint.movesMoney;
		return { failure: isInDoubt ? new LostAnswerError('this node could not read it') : failure };
	}
}
