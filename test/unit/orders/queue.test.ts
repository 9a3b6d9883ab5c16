import { payment } from '../../../gateway/payment';
import { StoppedError, UncheckedReferenceError } from '../../../gateway/values/errors';
import { inTurn, type Turn } from '../../../nodes/shared/orders/queue';

const CHARGING = { doing: 'charging' };
const settle = async () => {
	for (let turns = 0; turns < 20; turns++) await Promise.resolve();
};

/** Calls of orders, each with what ends it. */
function calls() {
	const begun: Array<{ turn: Turn; end: (result?: unknown) => void; fail: (error: Error) => void }> = [];
	const make = async (key: string, signal?: AbortSignal) =>
		await inTurn(key, { ...CHARGING, signal }, async (turn) => {
			return await new Promise<unknown>((end, fail) => begun.push({ turn, end, fail }));
		});
	return { begun, make };
}

test('of an order, one call is made at a time, in the order in which they came', async () => {
	const { begun, make } = calls();
	const made = [make('A'), make('A'), make('A'), make('B')];
	await settle();
	expect(begun.map(({ turn }) => turn.endedAt)).toEqual([0, 0]);
	begun[0]!.end('first');
	await settle();
	expect(begun).toHaveLength(3);
	begun[2]!.end('second');
	await settle();
	begun[1]!.end('of B');
	begun[3]!.end('third');
	expect(await Promise.all(made)).toEqual(['first', 'second', 'third', 'of B']);
	expect(begun[3]!.turn.endedAt).toBeGreaterThan(0);
});

test('who has waited is told what was sent, and who comes later only when, for two seconds', async () => {
	const { begun, make } = calls();
	const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
	const [first, second] = [make('A'), make('A')];
	await settle();
	const sent = payment({ outcome: 'authorized', reference: 'A' });
	begun[0]!.turn.tell(sent);
	begun[0]!.end();
	await first;
	await settle();
	expect(begun[1]!.turn).toMatchObject({ endedAt: 1_000_000, sent });
	begun[1]!.end();
	await second;
	for (const [later, told] of [
		[2000, { endedAt: 1_000_000, sent: undefined }],
		[4001, { endedAt: 0, sent: undefined }],
	] as const) {
		now.mockReturnValue(1_000_000 + later);
		const next = make('A');
		await settle();
		expect(begun.at(-1)!.turn).toMatchObject(told);
		begun.at(-1)!.end();
		await next;
	}
	now.mockRestore();
});

test('a call that fails makes room, and has sent nothing', async () => {
	const { begun, make } = calls();
	const [failing, next] = [make('A'), make('A')];
	await settle();
	begun[0]!.fail(new Error('refused'));
	await expect(failing).rejects.toThrow('refused');
	await settle();
	expect(begun[1]!.turn.sent).toBeUndefined();
	begun[1]!.end('sent');
	expect(await next).toBe('sent');
});

test('who waits ends with the execution, and holds up nobody', async () => {
	const { begun, make } = calls();
	const stopping = new AbortController();
	const [first, stopped, last] = [make('A'), make('A', stopping.signal), make('A')];
	await settle();
	stopping.abort();
	await expect(stopped).rejects.toBeInstanceOf(StoppedError);
	begun[0]!.end('first');
	await settle();
	begun[1]!.end('last');
	expect(await Promise.all([first, last])).toEqual(['first', 'last']);
	expect(begun).toHaveLength(2);
	await expect(make('B', AbortSignal.abort())).rejects.toBeInstanceOf(StoppedError);
});

test('who waits for two minutes fails, and nothing was sent', async () => {
	const minutes = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(minutes.signal);
	const { begun, make } = calls();
	const first = make('A');
	await settle();
	const second = make('A').catch((error: Error) => error);
	await settle();
	expect(timeout).toHaveBeenCalledWith(120_000);
	minutes.abort();
	const error = (await second) as UncheckedReferenceError;
	expect(error).toBeInstanceOf(UncheckedReferenceError);
	expect([error.message, error.description]).toEqual([
		'Another execution is charging this order.',
		'Nothing was sent. Run it again when the other one is done.',
	]);
	begun[0]!.end('first');
	expect(await first).toBe('first');
	expect(begun).toHaveLength(1);
	timeout.mockRestore();
});
