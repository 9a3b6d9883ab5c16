import { seal, unseal, type SealContext } from '../../shared/signing/sealed';

interface SealedCount {
	refused: number;
}

/**
 * Counts the OTPs that the service refused in one wait. n8n saves nothing that such a page writes, so the form alone carries the count,
 * sealed; a newly opened link begins with none. The service has a limit of its own.
 */
export class OtpTries {
	private refused: number;

	/** @param state the sealed count from the form; ignored when it cannot be opened */
	constructor(
		private readonly use: SealContext,
		private readonly most: number,
		state: string,
	) {
		this.refused = unseal<SealedCount>(state, use)?.refused ?? 0;
	}

	/** The number of OTPs that may still be sent. */
	get left(): number {
		return Math.max(this.most - this.refused, 0);
	}

	countRefusal(): void {
		this.refused++;
	}

	/** The sealed count, for the form. */
	seal(): string {
		return seal({ refused: this.refused } satisfies SealedCount, this.use);
	}
}
