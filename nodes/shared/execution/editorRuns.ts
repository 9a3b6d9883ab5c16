import type { IExecuteFunctions } from 'n8n-workflow';

import { isFinal, type Outcome } from '../../../gateway/outcome';
import { SettingError } from '../../../gateway/protocol/errors';
import { amountText, type Money } from '../../../gateway/schema/money';
import type { SentRequest } from './sentRequests';

const MOST_REMEMBERED = 10_000;

/** A request whose outcome may change. */
interface OpenRequest {
	/** The node that has sent it. */
	node: string;
	/** The merchant for whom it was sent. */
	merchant: string | undefined;
	/** That merchant, and whom it is about. */
	payment: string;
	/** The press that has sent it, or was the last one to find it. */
	press: string;
	/** The run of the node within that press. */
	round: number;
	sent: SentRequest<unknown>;
}

// By reference, the most recently sent last. In memory, because n8n keeps nothing else from one run in the editor to the
// next that a node can read: it clears the node's output and context, and drops its static data.
const open = new Map<string, OpenRequest>();

/** An item of this run, as far as it tells which request of an earlier run it is about. */
interface EditorItem<Request> {
	itemIndex: number;
	/** The reference that it is sent under, or was; empty where its checks failed. */
	reference: string;
	/** Undefined where its checks failed, and where this press has sent it: what others were sent is not for it. */
	request: Request | undefined;
}

/** A request of an earlier run that an item must not be sent beside. */
interface EarlierRequest<Request> {
	/** Whether the item is that request. Otherwise the item is about the same, or nobody can tell what it is about. */
	isSame: boolean;
	sent: SentRequest<Request>;
}

/** What decides which requests are alike, and how messages speak of them. */
interface Rules<Request> {
	/** Undefined where references are never automatic. */
	alike?: { money(request: Request): Money; what: string };
	referenceField: string;
	words: { what: string };
}

/**
 * What runs in the editor have sent under automatic references, as long as its outcome may change. Each press of "Execute
 * step" is a new execution, so a second one would charge again, under another reference. So it looks up what the first one
 * has sent instead. Only this process knows it: after a restart of n8n, only the reference that the hint names helps.
 */
export class EditorRuns<Request = unknown> {
	/** The references of items that this run does not send, because an earlier one has. */
	readonly repeated: string[] = [];
	/** What the references of this run are about, and what its items are about. */
	private readonly payments = new Map<string, string>();
	private readonly paymentOf = new Map<number, string>();
	private readonly node: string;
	/** Its first execution: a press that failed may be retried from the list of executions. */
	private readonly press: string;
	private readonly round: number;
	private readonly isInEditor: boolean;

	/**
	 * @param merchant for whom requests are sent: for another one it is another payment; undefined without a usable credential
	 * @param rules those of the operation; undefined where it moves no money
	 */
	constructor(
		context: Pick<
			IExecuteFunctions,
			| 'getContext'
			| 'getExecutionContext'
			| 'getExecutionId'
			| 'getMode'
			| 'getNode'
			| 'getWorkflow'
			| 'getWorkflowDataProxy'
		>,
		private readonly merchant: string | undefined,
		private readonly rules: Rules<Request> | undefined,
	) {
		this.isInEditor = isInEditor(context) && rules?.alike !== undefined;
		// A retry has another ID, but n8n keeps the node's context.
		const state: { press?: string } = this.isInEditor ? context.getContext('node') : {};
		this.press = state.press ??= context.getExecutionId();
		this.round = context.getWorkflowDataProxy(0).$runIndex as number;
		this.node = JSON.stringify([context.getWorkflow().id, context.getNode().name, rules?.words.what]);
	}

	/**
	 * Tells what an item with an automatic reference is about.
	 * @param subject the same in each run, in each round of a loop, and for all items that are about the same
	 */
	identify(itemIndex: number, subject: string, reference: string): void {
		if (!this.isInEditor || this.merchant === undefined) return;
		const payment = `${this.merchant} ${subject}`;
		this.payments.set(reference, payment);
		this.paymentOf.set(itemIndex, payment);
	}

	/**
	 * Finds what earlier runs have sent of the items of this one. Rows may have been added and taken out since, so a request is
	 * that of the item with its reference, or else of the next item about the same with its amount. As long as one is left over,
	 * nobody knows which item it was, and nothing else about the same is sent.
	 * @returns by the items' indices
	 */
	match(items: ReadonlyArray<EditorItem<Request>>): Map<number, EarlierRequest<Request>> {
		const matches = new Map<number, EarlierRequest<Request>>();
		if (!this.isInEditor) return matches;
		const left = new Set([...open.values()].filter(({ node }) => node === this.node));
		const take = (itemIndex: number, request: OpenRequest | undefined) => {
			if (!request || !left.delete(request)) return;
			Object.assign(request, { press: this.press, round: this.round });
			this.payments.set(request.sent.reference, request.payment);
			matches.set(itemIndex, { isSame: true, sent: request.sent as SentRequest<Request> });
		};
		for (const { itemIndex, reference, request } of items) {
			const found = open.get(reference);
			if (found?.merchant !== this.merchant) continue;
			// What this press was refused without a reason is sent again under the same reference, when a person retries it.
			const isRefused = found?.press === this.press && request !== undefined;
			if (isRefused) left.delete(found);
			else take(itemIndex, found);
		}
		// What an earlier round of this run has sent, or found, is not that of another item. But what an earlier try of this round
		// has found, and did not come to, is found again.
		for (const request of left) if (request.press === this.press && request.round !== this.round) left.delete(request);
		const alike = grouped(left, ({ payment, sent }) => this.likenessOf(payment, sent.request as Request));
		for (const { itemIndex, request } of items) {
			const payment = this.paymentOf.get(itemIndex);
			if (matches.has(itemIndex) || payment === undefined || request === undefined) continue;
			take(itemIndex, alike.get(this.likenessOf(payment, request))?.shift());
		}
		const latest = [...left].at(-1);
		const others = grouped(left, ({ payment }) => payment);
		for (const { itemIndex, request } of items) {
			if (matches.has(itemIndex)) continue;
			const ofPayment = others.get(this.paymentOf.get(itemIndex) ?? '');
			// Where its checks failed, nothing tells for certain what an item is about: its card number may be mistyped.
			const other = ofPayment?.[0] ?? (request === undefined ? latest : undefined);
			if (other) matches.set(itemIndex, { isSame: false, sent: other.sent as SentRequest<Request> });
		}
		return matches;
	}

	private likenessOf(payment: string, request: Request): string {
		return `${payment} ${this.amountOf(request)}`;
	}

	private amountOf(request: Request): string {
		const { major, currency } = this.rules!.alike!.money(request);
		return `${currency} ${amountText(major, currency)}`;
	}

	/** Why an item is not sent after all: since the items were matched, another press has sent one about the same. */
	refusalNow(itemIndex: number): { reference: string; error: SettingError } | undefined {
		const payment = this.paymentOf.get(itemIndex);
		const other = [...open.values()].find((request) => request.payment === payment && request.press !== this.press);
		if (!other) return undefined;
		const sent = other.sent as SentRequest<Request>;
		return { reference: sent.reference, error: this.refusalBeside(sent) };
	}

	/** Why an item is not sent beside a request that is left over. */
	refusalBeside({ reference, request }: SentRequest<Request>): SettingError {
		const { alike, referenceField } = this.rules!;
		const amount = this.amountOf(request);
		return new SettingError(
			`An earlier run in the editor has sent ${amount} (${reference}) for the same ${alike!.what}, and its outcome is still open.`,
			`To see what became of it, execute the step with an item of ${amount}. To send this one all the same, enter a ${referenceField} of your own.`,
		);
	}

	/** Whether a next run would find this reference. */
	has(reference: string): boolean {
		return this.payments.has(reference) && open.has(reference);
	}

	/** Remembers what is sent, and forgets it when its outcome is known. */
	write(sent: SentRequest<Request>): void {
		const payment = this.payments.get(sent.reference);
		if (payment === undefined) return;
		open.delete(sent.reference);
		const { node, merchant, press, round } = this;
		if (mayChange(sent)) open.set(sent.reference, { node, merchant, payment, press, round, sent });
		if (open.size > MOST_REMEMBERED) open.delete(open.keys().next().value!);
	}

	/** Forgets a request that is known to have done nothing. */
	forget(reference: string): void {
		if (this.payments.has(reference)) open.delete(reference);
	}
}

/** Whether an execution is one of the editor or of its evaluations, or the retry of one, which n8n runs in another mode. */
export function isInEditor(context: Pick<IExecuteFunctions, 'getExecutionContext' | 'getMode'>): boolean {
	return [context.getMode(), context.getExecutionContext()?.source].some(
		(mode) => mode === 'manual' || mode === 'evaluation',
	);
}

function grouped(requests: Iterable<OpenRequest>, by: (request: OpenRequest) => string): Map<string, OpenRequest[]> {
	const groups = new Map<string, OpenRequest[]>();
	for (const request of requests) groups.set(by(request), [...(groups.get(by(request)) ?? []), request]);
	return groups;
}

/** Whether the card may still be charged, or has been. An OTP or a page is up to the customer, who has seen it. */
function mayChange({ result }: SentRequest<unknown>): boolean {
	const { outcome } = (result?.output ?? { outcome: 'unknown' }) as { outcome: Outcome };
	return !isFinal(outcome) && outcome !== 'otp_required' && outcome !== 'redirect_required';
}
