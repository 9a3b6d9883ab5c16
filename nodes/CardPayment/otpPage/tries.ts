import { REFUSES_THE_KEYS } from '../../../gateway/client/endpoints';
import { RefusedError, type GatewayError } from '../../../gateway/values/errors';
import { seal, unseal, type SealContext } from '../../shared/signing/sealed';
import { asGatewayError } from '../../shared/transport/nodeErrors';

const WEEK = 7 * 24 * 3_600_000;
const WAITS_REMEMBERED = 10_000;

interface Count {
	/** How many OTPs the service is known to have refused. */
	refused: number;
	/** How many others it got. One of them may have been right, even if the payment still waits. */
	inDoubt: number;
	underway: number;
}

type Carried = Omit<Count, 'underway'>;

// What this process has counted, by scope, most recently used last.
const here = new Map<string, Count>();

/**
 * Counts the OTPs that were sent from the page of one wait. n8n saves nothing that such a page writes, so the form carries
 * the count, sealed, to whichever process receives it. An older form or a newly opened link carries a smaller count; the
 * process then uses its own if that is larger. The service's own limit stands behind both.
 */
export class OtpTries {
	private readonly count: Count;

	/** @param state the sealed count from the form; ignored when it cannot be opened */
	constructor(
		private readonly use: SealContext,
		private readonly most: number,
		state = '',
	) {
		this.count = countOf(use.scope);
		const carried = unseal<Carried>(state, use);
		if (typeof carried !== 'object') return;
		this.count.refused = Math.max(this.count.refused, carried.refused);
		this.count.inDoubt = Math.max(this.count.inDoubt, carried.inDoubt);
	}

	/** How many more may be sent, even if all that are under way are wrong. */
	get left(): number {
		const { refused, inDoubt, underway } = this.count;
		return Math.max(this.most - refused - inDoubt - underway, 0);
	}

	/** Whether all tries were refused, and none of the OTPs that were sent might be the right one. */
	get areUsedUp(): boolean {
		const { refused, inDoubt, underway } = this.count;
		return refused >= this.most && inDoubt === 0 && underway === 0;
	}

	/**
	 * Sends an OTP. While it is under way it takes a try, so that concurrent forms get no extra ones, and keeps it whatever the
	 * service answers; only one that did not leave n8n gives it back.
	 * @param send sends the OTP and returns the service's answer
	 */
	async spend<Answer extends { otpRejected: boolean }>(send: () => Promise<Answer>): Promise<Answer> {
		const sending = send();
		this.count.underway++;
		const counted = await sending.then(({ otpRejected }) => (otpRejected ? 'refused' : 'inDoubt'), countedAs);
		this.count.underway--;
		if (counted) this.count[counted]++;
		return await sending;
	}

	/** The sealed count, for the form. */
	seal(): string {
		const { refused, inDoubt } = this.count;
		return seal({ refused, inDoubt } satisfies Carried, Date.now() + WEEK, this.use);
	}
}

/** Whether a failure is the service's refusal of an OTP. */
export function isRefusedOtp(failure: GatewayError): boolean {
	return failure instanceof RefusedError && !REFUSES_THE_KEYS.includes(failure.httpStatus);
}

/** What an OTP that could not be submitted counts as; undefined when it did not leave n8n. */
function countedAs(error: unknown): keyof Carried | undefined {
	const failure = asGatewayError(error);
	if (isRefusedOtp(failure)) return 'refused';
	return failure instanceof RefusedError || failure.charged === 'unknown' ? 'inDoubt' : undefined;
}

function countOf(scope: string): Count {
	const count = here.get(scope) ?? { refused: 0, inDoubt: 0, underway: 0 };
	here.delete(scope);
	here.set(scope, count);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
	return count;
}
