import { seal, unseal, type SealContext } from '../../../../shared/signing/sealed';

const WEEK = 7 * 24 * 3_600_000;
const WAITS_REMEMBERED = 10_000;

interface Count {
	refused: number;
	underway: number;
}

// What this process has counted, by the wait's scope, the latest last.
const here = new Map<string, Count>();

/**
 * The OTPs that were tried on the page of one wait. n8n saves nothing that such a page writes, so the form carries the
 * number to whichever process gets it, sealed. An older form, or the link opened anew, would begin with less: there the
 * process that has counted more knows better. The service's own limit is behind both.
 */
export class OtpTries {
	private readonly count: Count;

	/** @param state what the form carried; what cannot be opened counts for nothing */
	constructor(
		private readonly use: SealContext,
		private readonly most: number,
		state = '',
	) {
		this.count = countOf(use.scope);
		const carried = unseal<Pick<Count, 'refused'>>(state, use);
		if (typeof carried === 'object') this.count.refused = Math.max(this.count.refused, carried.refused);
	}

	/** Whether one more may be sent, even if all that are under way are refused. */
	get isOneLeft(): boolean {
		return this.count.refused + this.count.underway < this.most;
	}

	/** Whether as many were refused as the page takes, and none is under way that might be the right one. */
	get areUsedUp(): boolean {
		return this.count.refused >= this.most && this.count.underway === 0;
	}

	/**
	 * Sends an OTP, and counts it when the service has refused it, also where nobody can tell what became of the payment.
	 * @param send gives what the service has answered
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

	/** The number, for the form. */
	seal(): string {
		return seal({ refused: this.count.refused }, WEEK, this.use);
	}
}

function countOf(scope: string): Count {
	const count = here.get(scope) ?? { refused: 0, underway: 0 };
	here.delete(scope);
	here.set(scope, count);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
	return count;
}
