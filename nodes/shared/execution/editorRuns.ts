import type { IExecuteFunctions } from 'n8n-workflow';

import { isFinal, type Outcome } from '../../../gateway/outcome';
import type { SentRequest } from './sentRequests';

const MOST_REMEMBERED = 10_000;

// By what the item is about, the most recently sent last. In memory, because n8n keeps nothing else from one run in the
// editor to the next that a node can read: it clears the node's output and context, and drops its static data.
const open = new Map<string, SentRequest<unknown>>();

/**
 * What runs in the editor have sent under automatic references, as long as its outcome may change. Each press of "Execute
 * step" is a new execution, so a second one would charge again, under another reference. So it looks up what the first one
 * has sent instead. Only this process knows it: after a restart of n8n, only the reference that the hint names helps.
 */
export class EditorRuns<Request = unknown> {
	/** What the references of this run are about. */
	private readonly subjects = new Map<string, string>();
	/** The references of items that this run does not send, because an earlier one has. */
	readonly repeated: string[] = [];
	private readonly isInEditor: boolean;

	/** @param account with which requests are sent: with another credential it is another payment; undefined where there is none */
	constructor(
		context: Pick<IExecuteFunctions, 'getMode'>,
		private readonly account: string | undefined,
	) {
		this.isInEditor = context.getMode() === 'manual' && account !== undefined;
	}

	/**
	 * The automatic reference of an item.
	 * @param subject what the item is about, the same in each run
	 * @param reference that of this run
	 * @returns the reference of an earlier run that has sent the same, as long as its outcome may change
	 */
	referenceFor(subject: string, reference: string): string {
		if (!this.isInEditor) return reference;
		const payment = `${this.account}:${subject}`;
		const known = open.get(payment)?.reference ?? reference;
		this.subjects.set(known, payment);
		return known;
	}

	/** What an earlier run has sent under this reference, as long as its outcome may change. It is not sent again. */
	find(reference: string): SentRequest<Request> | undefined {
		const sent = open.get(this.subjects.get(reference) ?? '') as SentRequest<Request> | undefined;
		if (sent) this.repeated.push(reference);
		return sent;
	}

	/** Whether a next run would find this reference. */
	has(reference: string): boolean {
		return open.has(this.subjects.get(reference) ?? '');
	}

	/** Remembers what is sent, and forgets it when its outcome is known. */
	write(sent: SentRequest<Request>): void {
		const subject = this.subjects.get(sent.reference);
		if (subject === undefined) return;
		open.delete(subject);
		if (mayChange(sent)) open.set(subject, sent);
		if (open.size > MOST_REMEMBERED) open.delete(open.keys().next().value!);
	}

	/** Forgets a request that is known to have done nothing. */
	forget(reference: string): void {
		const subject = this.subjects.get(reference);
		if (subject !== undefined) open.delete(subject);
	}
}

/** Whether the card may still be charged, or has been. An OTP or a page is up to the customer, who has seen it. */
function mayChange({ result }: SentRequest<unknown>): boolean {
	const { outcome } = (result?.output ?? { outcome: 'unknown' }) as { outcome: Outcome };
	return !isFinal(outcome) && outcome !== 'otp_required' && outcome !== 'redirect_required';
}
