import type { Sandbox } from '../../../dev/sandbox';
import { choose } from '../support/chance';
import { orderIn } from '../support/orders';
import type { Passing, Plan } from '../support/proxy';
import type { Trouble } from '../support/troubles';

type Call =
	| 'charge'
	| 'authorize'
	| 'transfer'
	| 'refund'
	| 'verify'
	| 'history'
	| 'transferStatus'
	| 'transferByRequestId'
	| 'other';

type Weights = Partial<Record<Trouble, number>>;

const PAYING: Weights = {
	none: 44,
	delayed: 8,
	sentInPieces: 8,
	refusedBeforeActing: 2,
	cutBeforeActing: 6,
	cutWhileSending: 4,
	badGatewayBeforeActing: 3,
	cutAfterActing: 7,
	badGatewayAfterActing: 4,
	truncated: 6,
	shortened: 4,
	answeredTooLate: 2,
	actedTooLate: 2,
};
const LOOKING_UP: Weights = {
	none: 60,
	sentInPieces: 8,
	cutBeforeActing: 8,
	cutAfterActing: 6,
	truncated: 6,
	shortened: 4,
	badGatewayBeforeActing: 4,
	refusedBeforeActing: 3,
	answeredTooLate: 1,
};

/** The odds of each trouble for each call. */
const WEIGHTS: Readonly<Record<Call, Weights>> = {
	charge: PAYING,
	transfer: PAYING,
	refund: PAYING,
	authorize: {
		none: 48,
		delayed: 6,
		sentInPieces: 8,
		refusedBeforeActing: 2,
		cutBeforeActing: 6,
		cutWhileSending: 4,
		badGatewayBeforeActing: 3,
		cutAfterActing: 7,
		badGatewayAfterActing: 4,
		truncated: 4,
		shortened: 4,
		answeredTooLate: 2,
		actedTooLate: 2,
	},
	verify: LOOKING_UP,
	history: LOOKING_UP,
	transferStatus: LOOKING_UP,
	transferByRequestId: LOOKING_UP,
	other: { none: 1 },
};

/** After these nobody has heard of the call, and n8n was told so. */
const REFUSED: readonly Trouble[] = ['refusedBeforeActing'];

/** The calls of n8n to the service, with the trouble that chance has for each. */
export class Traffic {
	private readonly troubles = new Map<string, Trouble[]>();

	constructor(private readonly sandbox: Sandbox) {}

	readonly plan: Plan = (passing) => {
		const call = callOf(passing);
		const about = this.orderOf(passing) ?? 'nobody';
		const key = `${call} ${about}`;
		const before = this.troubles.get(key) ?? [];
		const name = `${key} ${before.length + 1}`;
		const trouble = choose(WEIGHTS[call] as Record<Trouble, number>, name);
		this.troubles.set(key, [...before, trouble]);
		return { trouble, name };
	};

	/** Returns the troubles of an order's calls, in their order. */
	met(call: Call, order: string): readonly Trouble[] {
		return this.troubles.get(`${call} ${order}`) ?? [];
	}

	/** Says whether a call was sent although an earlier one may have been carried out; `from` says how many do not count. */
	isSentAgain(call: Call, order: string, from: number): boolean {
		return (
			this.met(call, order)
				.slice(from)
				.filter((trouble) => !REFUSED.includes(trouble)).length > 1
		);
	}

	private orderOf({ path, body }: Passing): string | undefined {
		const { ledger, transfers } = this.sandbox;
		const { pathname, searchParams } = new URL(path, 'http://service.example');
		const inPath = searchParams.get('reference') ?? pathname.split('/').pop()!;
		const sought = typeof body.transactionReference === 'string' ? body.transactionReference : inPath;
		const booking =
			ledger.byTransactionReference(sought) ??
			ledger.byReference(sought) ??
			// The sandbox's own look-up would move a pending transfer on.
			transfers.list.find(({ reference, requestId }) => reference === sought || requestId === sought);
		return orderIn(body) ?? orderIn(booking);
	}
}

function callOf({ path }: Passing): Call {
	if (path.endsWith('/transaction/charge')) return 'charge';
	if (path.endsWith('/charge/authorize')) return 'authorize';
	if (path.endsWith('/transfer-funds')) return 'transfer';
	if (path.includes('/transaction/refund/')) return 'refund';
	if (path.includes('/transfer-funds/status/')) return 'transferStatus';
	if (path.includes('/transfer-status/')) return 'transferByRequestId';
	if (path.includes('/transaction/history?')) return 'history';
	return path.includes('/transaction/verify/') ? 'verify' : 'other';
}
