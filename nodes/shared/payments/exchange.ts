import type { IDataObject } from 'n8n-workflow';

import { readData } from '../../../gateway/protocol/response';
import type { Endpoint } from '../../../gateway/protocol/endpoints';
import { LostAnswerError, RefusedError, UnexpectedError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Outcome } from '../../../gateway/outcome';
import type { Payment } from '../../../gateway/payment';
import { isObject } from '../../../gateway/schema/responseFields';
import type { Connection } from '../transport/connection';
import { asGatewayError } from '../transport/nodeErrors';
import type { Call } from '../transport/transport';

/** What a call returned, read and as it came, both without secrets; or why it returned nothing. */
export type Exchange<T> = { value: T; raw: IDataObject } | { failure: GatewayError };

interface Request<T> {
	endpoint: Endpoint;
	call: Call;
	/** Values in the call that must not appear in any output. */
	secretValues?: readonly string[];
	/** Reads the record in the answer. */
	read: (data: Record<string, unknown>) => T;
}

/** Sends a call and reads the record in its answer. It does not throw: what a failure means depends on the call. */
export async function exchange<T extends object>(
	{ transport }: Connection,
	{ endpoint, call, secretValues, read }: Request<T>,
): Promise<Exchange<T>> {
	let raw: IDataObject | undefined;
	try {
		const { httpStatus, body } = await transport.send(endpoint, call);
		const secrets = transport.secrets(secretValues);
		// Secrets are hidden before the answer is read: in the service's words, and not in those that the reader adds.
		raw = secrets.inAnswer(body) as IDataObject;
		return { value: read(readData(endpoint, { httpStatus, body: raw }, secrets)), raw };
	} catch (error) {
		const failure = asGatewayError(error);
		if (failure instanceof RefusedError && endpoint.movesMoney)
			return { failure: failure.withPayment(paymentIn(endpoint, raw, read)) };
		// Whatever went wrong on our side, the service may have acted.
		const isInDoubt = failure instanceof UnexpectedError && endpoint.movesMoney;
		return { failure: isInDoubt ? new LostAnswerError('this node could not read it') : failure };
	}
}

const MADE_OR_OPEN: ReadonlyArray<Outcome | undefined> = ['authorized', 'pending'];

/** The payment whose record an answer that is no success has in it all the same. */
function paymentIn(
	{ host }: Endpoint,
	body: unknown,
	read: (data: Record<string, unknown>) => object,
): RefusedError['payment'] {
	const data = isObject(body) ? body.data : undefined;
	// The card endpoints have no bare records, and the status of an envelope is no payment's.
	const record = data === undefined && host === 'base' ? body : data;
	const { outcome, transactionReference = null }: Partial<Payment> = isObject(record) ? read(record) : {};
	return MADE_OR_OPEN.includes(outcome) ? { transactionReference } : undefined;
}
