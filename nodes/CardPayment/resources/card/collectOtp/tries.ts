import { seal, unseal, type SealContext } from '../../../../shared/signing/sealed';

const WEEK = 7 * 24 * 3_600_000;
const WAITS_REMEMBERED = 10_000;

interface Count {
	refused: number;
	underway: number;
}

// What this process has counted, by scope, most recently used last.
const here = new Map<string, Count>();

/**
 * Counts the OTPs that were tried on the page of one wait. n8n saves nothing that such a page writes, so the form carries
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
		const carried = unseal<Pick<Count, 'refused'>>(state, use);
		if (typeof carried === 'object') this.count.refused = Math.max(this.count.refused, carried.refused);
	}

	/** Whether one more OTP may be sent, even if all that are under way are refused. */
	get isOneLeft(): boolean {
		return this.count.refused + this.count.underway < this.most;
	}

	/** How many more may be refused. */
	get left(): number {
		return Math.max(this.most - this.count.refused, 0);
	}

	/** Whether all tries were refused, and no OTP is under way that might be the right one. */
	get areUsedUp(): boolean {
		return this.count.refused >= this.most && this.count.underway === 0;
	}

	/**
	 * Sends an OTP, and counts it if the service refuses it, even when the outcome of the payment is not known.
	 * @param send sends the OTP and returns the service's answer
	 */
	async spend<Answer extends { otpRejected: boolean }>(send: () => Promise<Answer>): Promise<Answer> {
		this.count.underway++;
		try {
			const answer = await send();
			if (answer.otpRejected) this.count.refused++;
			return answer;
		} finally {
			this.count.underway--;
		}
	}

	/** The sealed count, for the form. */
	seal(): string {
		return seal({ refused: this.count.refused }, Date.now() + WEEK, this.use);
	}
}

function countOf(scope: string): Count {
	const count = here.get(scope) ?? { refused: 0, underway: 0 };
	here.delete(scope);
	here.set(scope, count);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
	return count;
}
