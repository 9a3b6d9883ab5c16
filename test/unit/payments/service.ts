import type { GatewayError } from '../../../gateway/values/errors';
import { byCall, connectionWith, STORED, withoutWaiting, type Reply } from '../context';
import type { Connection } from '../../../nodes/shared/transport/transport';

export const CALLS = {
	charge: 'POST /api/transaction/charge',
	authorize: 'POST /api/transaction/charge/authorize',
	verify: 'GET /api/transaction/verify',
	history: 'GET /api/transaction/history',
	refund: 'PUT /api/transaction/refund',
	name: 'GET /api/paas/bank/transfer/v1/banks/code',
	transfer: 'POST /api/paas/bank/transfer/v1/transfer-funds',
	status: 'GET /api/paas/bank/transfer/v1/transfer-funds/status/reference',
	statusById: 'GET /api/paas/bank/transfer/v1/transfer-status/reference',
};
export type Call = keyof typeof CALLS;

/** What the service replies to each call; to one with a list, its last reply again and again. */
export type Service = Partial<Record<Call, Reply | Reply[]>>;

/** What the service knows nothing by, whatever it is asked. */
export const NOT_FOUND: Reply = { statusCode: 404, body: { status: 'error', message: 'not found' } };
export const FORBIDDEN: Reply = { statusCode: 403, body: {} };

/** A page of the transaction history. */
export function pageOf(...content: object[]): Reply {
	return { statusCode: 200, body: { data: { content, totalPages: 1, last: true } } };
}

/** A connection to a service that knows of nothing, unless it is told otherwise. */
export async function connectionTo(service: Service, stored = STORED) {
	const known: Service = { verify: NOT_FOUND, history: pageOf(), status: NOT_FOUND, statusById: NOT_FOUND, ...service };
	return await connectionWith(
		byCall(Object.fromEntries(Object.entries(known).map(([call, reply]) => [CALLS[call as Call], reply]))),
		stored,
	);
}

/** What becomes of a call: its output, or the error that it throws; and the calls that it takes. Needs fake timers. */
export async function outcomeOf(
	service: Service,
	act: (connection: Connection) => Promise<{ output: object; raw?: unknown }>,
	{ stored = STORED } = {},
) {
	const { connection, calls, sent } = await connectionTo(service, stored);
	const result = await withoutWaiting(act(connection)).catch((error: Error) => error);
	const output = 'output' in result ? (result.output as Record<string, unknown>) : undefined;
	const counted = (call: Call) => calls().filter((one) => one.startsWith(CALLS[call])).length;
	return { result, output, calls: calls(), counted, sent };
}

/**
 * What becomes of a call with each of several look-ups: its outcome, or the code of its error and whether money may have moved.
 * @param moves the call, which must be sent once
 */
export async function outcomesWith<Known>(
	lookUps: Readonly<Record<string, Known>>,
	moves: Call,
	send: (known: Known) => ReturnType<typeof outcomeOf>,
): Promise<Record<string, string>> {
	const each = Object.entries(lookUps).map(async ([name, known]) => {
		const { result, output, counted } = await send(known);
		expect(counted(moves)).toBe(1);
		if (output) return [name, `${String(output.outcome)}${output.otpRejected ? ', rejected' : ''}`];
		const { code, charged } = result as GatewayError;
		return [name, `${code}, charged: ${charged}`];
	});
	return Object.fromEntries(await Promise.all(each)) as Record<string, string>;
}
