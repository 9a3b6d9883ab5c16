import type { IDataObject } from 'n8n-workflow';

import { otherReferenceIn, paymentInRefusal, type OutcomeIn } from '../../../gateway/calls/paymentInRefusal';
import { readData } from '../../../gateway/protocol/response';
import type { Endpoint } from '../../../gateway/protocol/endpoints';
import { LostAnswerError, RefusedError, UnexpectedError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Secret } from '../../../gateway/protocol/secrets';
import { isObject } from '../../../gateway/schema/responseFields';
import type { Connection } from '../transport/connection';
import { asGatewayError } from '../transport/nodeErrors';
import type { Call } from '../transport/transport';

/** What a call returned, read and as it came, both without secrets; or why it returned nothing. */
export type Exchange<T> =
	| { value: T; raw: IDataObject; httpStatus?: number }
	| {
			failure: GatewayError;
			/** The service's reference in an answer that counts as lost. */
			mentioned?: string;
			/** Whether that answer says that the payment was made, or is open under that reference. */
			isMade?: boolean;
	  };

interface Request<T> {
	endpoint: Endpoint;
	call: Call;
	/** What was entered for this payment, and must not appear in any output. The credential's keys are hidden in any case. */
	secretValues: readonly Secret[];
	/** Reads the record in the answer. */
	read: (data: Record<string, unknown>) => T;
	/**
	 * How to read a record in a refusal, or beside words of a failure, where the call moves money: the reference that was sent, and
	 * what a status means.
	 */
	refusal?: { sent: string; outcomeIn: OutcomeIn };
}

/** Sends a call and reads the record in its answer. It does not throw: what a failure means depends on the call. */
export async function exchange<T extends object>(
	{ transport }: Connection,
	{ endpoint, call, secretValues, read, refusal }: Request<T>,
): Promise<Exchange<T>> {
	let raw: IDataObject | undefined;
	try {
		const { httpStatus, body } = await transport.send(endpoint, call);
		const secrets = transport.secrets(secretValues);
		// Secrets are hidden before the answer is read: in the service's words, and not in those that the reader adds.
		raw = secrets.inAnswer(body) as IDataObject;
		return { value: read(readData(endpoint, { httpStatus, body: raw }, secrets)), raw, httpStatus };
	} catch (error) {
		const failure = asGatewayError(error);
		const record = recordIn(endpoint, raw);
		if (record && refusal && (failure instanceof RefusedError || failure instanceof LostAnswerError)) {
			const { serviceMessage } = failure;
			const told = paymentInRefusal(record, { ...refusal, serviceMessage });
			if (failure instanceof RefusedError) return { failure: failure.withRecord(told) };
			const mentioned = otherReferenceIn(record, refusal.sent);
			// What was open may have been declined since, but not under another reference.
			const isMade = told.payment?.isMade && (mentioned !== undefined || !told.payment.isOpen);
			return { failure, mentioned, isMade };
		}
		// Whatever went wrong on our side, the service may have acted.
		const isInDoubt = failure instanceof UnexpectedError && endpoint.movesMoney;
		return { failure: isInDoubt ? new LostAnswerError('this node could not read it', { isDoubtful: true }) : failure };
	}
}

/** The record in an answer that is no success: the card endpoints have no bare ones. */
function recordIn({ host }: Endpoint, body: unknown): Record<string, unknown> | undefined {
	const data = isObject(body) ? body.data : undefined;
	const record = data === undefined && host === 'base' ? body : data;
	return isObject(record) ? record : undefined;
}
