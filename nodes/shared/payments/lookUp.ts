import { RefusedError, SettingError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Exchange } from './exchange';
import type { Run } from '../execution/operation';
import { pause } from '../transport/pause';

// A charge whose answer was lost may still be on its way into the service's books.
const LOOK_UP_PAUSES = [0, 500, 1500];

/**
 * Asks the service for the record of a reference. Repeating it does no harm.
 * @param secretValues what nobody may see in the answer
 */
export type Ask<Record extends Payment = Payment> = (
	run: Pick<Run, 'transport'>,
	reference: string,
	secretValues?: readonly string[],
) => Promise<Exchange<Record>>;

/** A request whose fate is sought. */
export interface Sought {
	reference: string;
	ask: Ask;
	/** Whether a record is the request's; a reference alone may be somebody else's. */
	isIt(record: Payment): boolean;
	/** What the request carried and nobody may see. */
	secrets: readonly string[];
}

/** What a look-up found; or why it found nothing, to be read after a colon. */
export type Found = { record: Payment } | { why: string; failure?: GatewayError };

/**
 * Looks up what became of a request. That the service does not find it proves nothing, as the specification does not
 * say that verify knows the merchant's own reference, and shows no status of transfers.
 * @param mayAppear whether a request that is not found may still be on its way
 */
export async function lookUp(
	run: Run,
	{ reference, ask, isIt, secrets }: Sought,
	{ mayAppear } = { mayAppear: true },
): Promise<Found> {
	let found: Found = { why: 'it was not asked for' };
	for (const milliseconds of LOOK_UP_PAUSES) {
		await pause(milliseconds, run.signal);
		const answered = await ask(run, reference, secrets);
		if ('value' in answered) {
			return isIt(answered.value)
				? { record: answered.value }
				: { why: 'what the service has under this reference is another payment' };
		}
		const { failure } = answered;
		found = { why: reasonOf(failure), failure };
		if (isNotFound(failure) ? !mayAppear : !mayChange(failure)) break;
	}
	return found;
}

/** Whether the service says that it does not know a reference (of verify: specification section 7). */
export function isNotFound(failure: GatewayError | undefined): boolean {
	return failure instanceof RefusedError && failure.httpStatus === 404;
}

/** Whether asking again in a moment can give another answer than this failure. */
function mayChange(failure: GatewayError): boolean {
	// A missing key does not come by waiting.
	if (failure instanceof SettingError) return false;
	// A refused one neither; but a limit passes.
	if (failure instanceof RefusedError) return failure.httpStatus === 429;
	return true;
}

function reasonOf(failure: GatewayError): string {
	if (isNotFound(failure)) return 'the service finds nothing under this reference, which not every provider can';
	return failure.message.charAt(0).toLowerCase() + failure.message.slice(1);
}
