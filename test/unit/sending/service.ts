import type { PaidItem } from '../../../gateway/sending/pay';
import type { Content, Service } from '../../../gateway/sending/service';
import type { GatewayError } from '../../../gateway/values/errors';
import { settingsWith } from '../gateway/examples';
import { byCall, connectionWith, STORED, withoutWaiting, type Reply } from '../context';

export const CALLS = {
	charge: 'POST /api/transaction/charge',
	authorize: 'POST /api/transaction/charge/authorize',
	verify: 'GET /api/transaction/verify',
	history: 'GET /api/transaction/history',
	refund: 'PUT /api/transaction/refund',
	name: 'GET /api/paas/bank/transfer/v1/banks/code',
	transfer: 'POST /api/paas/bank/transfer/v1/transfer-funds',
	status: 'GET /api/paas/bank/transfer/v1/transfer-funds/status/reference',
	bankPayment: 'POST /api/business/account/v2/virtual-account/requests',
	bankPaymentStatus: 'GET /api/business/account/v2/virtual-account/payment-status',
	statusById: 'GET /api/paas/bank/transfer/v1/transfer-status/reference',
};
export type Call = keyof typeof CALLS;

/** The service's replies to each call; to one with a list, its last reply again and again. */
export type Replies = Partial<Record<Call, Reply | Reply[]>>;

/** The reply of a service that knows nothing, whatever it is asked. */
export const NOT_FOUND: Reply = { statusCode: 404, body: { status: 'error', message: 'not found' } };
export const FORBIDDEN: Reply = { statusCode: 403, body: {} };

/** A page of the transaction history. */
export function pageOf(...content: object[]): Reply {
	return { statusCode: 200, body: { data: { content, totalPages: 1, last: true } } };
}

/** A service that knows of nothing, unless it is told otherwise. */
export async function serviceWith(replies: Replies, stored = STORED) {
	const known: Replies = { verify: NOT_FOUND, history: pageOf(), status: NOT_FOUND, statusById: NOT_FOUND, ...replies };
	return await connectionWith(
		byCall(Object.fromEntries(Object.entries(known).map(([call, reply]) => [CALLS[call as Call], reply]))),
		stored,
	);
}

/** A service that answers each call with a body, without any transport. */
export function serviceThat(answers: (content: Content) => unknown, settings = settingsWith()): Service {
	return {
		settings,
		send: async (_, content) => ({ httpStatus: 200, body: answers(content) }),
		pause: async () => undefined,
	};
}

/** Returns what becomes of a call: its item, or the error that it throws; and the calls that it takes. Needs fake timers. */
export async function outcomeOf(
	replies: Replies,
	act: (service: Service) => Promise<PaidItem>,
	{ stored = STORED } = {},
) {
	const { service, calls, sent } = await serviceWith(replies, stored);
	const result = await withoutWaiting(act(service)).catch((error: Error) => error);
	const item = 'item' in result ? (result.item as Record<string, unknown>) : undefined;
	const counted = (call: Call) => calls().filter((one) => one.startsWith(CALLS[call])).length;
	return { result, item, calls: calls(), counted, sent };
}

/**
 * Tells what becomes of a call with each of several look-ups: its outcome, or the code of its error and whether money may have moved.
 * @param moves the call, which must be sent once
 */
export async function outcomesWith<Known>(
	lookUps: Readonly<Record<string, Known>>,
	moves: Call,
	send: (known: Known) => ReturnType<typeof outcomeOf>,
): Promise<Record<string, string>> {
	const each = Object.entries(lookUps).map(async ([name, known]) => {
		const { result, item, counted } = await send(known);
		expect(counted(moves)).toBe(1);
		if (item) return [name, `${String(item.outcome)}${item.otpRejected ? ', rejected' : ''}`];
		const { code, charged } = result as GatewayError;
		return [name, `${code}, charged: ${charged}`];
	});
	return Object.fromEntries(await Promise.all(each)) as Record<string, string>;
}
