import { VERIFY } from '../../gateway/endpoints';
import { RefusedError, ServiceError, SettingError, type GatewayError } from '../../gateway/errors';
import { readVerify, type VerifiedPayment } from '../../gateway/verify';
import { exchange, type Exchange } from './exchange';
import type { Run } from './operation';
import { pause } from './pause';

// A charge whose answer was lost may still be on its way into the service's books.
const LOOK_UP_PAUSES = [0, 500, 1500];

/** Asks the service for a transaction's record (specification 4.5). Repeating it does no harm. */
export async function verify(run: Run, reference: string): Promise<Exchange<VerifiedPayment>> {
	const { settings } = run.transport;
	return await exchange(run, VERIFY, { parameters: { transactionReference: reference } }, [], (data) => {
		const record = readVerify(data, reference, settings.statusTable);
		if (record) return record;
		throw new ServiceError(
			'The service answered with the record of another transaction',
			'Nothing can be said about this one. Ask your provider what its verify call finds.',
		);
	});
}

/**
 * Looks up what became of a request. "Not found" proves nothing, as the specification does not say that verify
 * knows the merchant's own reference.
 * @param isIt whether a record is the request's; a reference alone may be somebody else's
 * @param pauses milliseconds before each try
 * @returns the record, or the reason why there is none, to be read after "because"
 */
export async function lookUp(
	run: Run,
	reference: string,
	isIt: (record: VerifiedPayment) => boolean,
	pauses: readonly number[] = LOOK_UP_PAUSES,
): Promise<VerifiedPayment | string> {
	let why = '';
	for (const milliseconds of pauses) {
		await pause(milliseconds, run.signal);
		const answered = await verify(run, reference);
		if ('value' in answered)
			return isIt(answered.value) ? answered.value : 'what the service has under this reference is another payment';
		why = reasonOf(answered.failure);
		if (!mayChange(answered.failure)) break;
	}
	return why;
}

/** Whether asking again in a moment can give another answer than this failure. */
export function mayChange(failure: GatewayError): boolean {
	// A missing key does not come by waiting.
	if (failure instanceof SettingError) return false;
	// A refused one neither; but a transaction may appear, and a limit passes.
	if (failure instanceof RefusedError) return failure.httpStatus === 404 || failure.httpStatus === 429;
	return true;
}

function reasonOf(failure: GatewayError): string {
	if (failure instanceof RefusedError && failure.httpStatus === 404)
		return 'the service finds nothing under this reference, which proves nothing';
	return failure.message.charAt(0).toLowerCase() + failure.message.slice(1);
}
