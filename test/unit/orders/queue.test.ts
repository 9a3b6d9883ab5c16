import { payment } from '../../../gateway/payment';
import { StoppedError, UncheckedReferenceError } from '../../../gateway/values/errors';
import { isCurable } from '../../../nodes/shared/execution/tries';
import { attemptReference } from '../../../gateway/values/attempt';
import { inTurn, orderOf, type Turn } from '../../../nodes/shared/orders/queue';

type More = Partial<Parameters<typeof inTurn>[1]>;

const settle = async () => {
	for (let turns = 0; turns < 20; turns++) await Promise.resolve();
};

/** Calls, each with what ends it. */
function calls() {
	const begun: Array<{ turn: Turn; end: (result?: unknown) => void; fail: (error: Error) => void }> = [];
	const make = async (key: string, more: More = {}) =>
		await inTurn(key, { action: 'charging', ...more }, async (turn) => {
			return await new Promise<unknown>((end, fail) => begun.push({ turn, end, fail }));
		});
	return { begun, make };
}

test('an order is its reference at an account, whichever of its attempts is meant', () => {
	const second = attemptReference({ order: 'ORDER-1', attempt: 2 });
	expect(orderOf('account-1', second)).toBe(orderOf('account-1', 'ORDER-1'));
	const others = [orderOf('account-2', 'ORDER-1'), orderOf('account-1', 'ORDER-2'), orderOf(undefined, 'ORDER-1')];
	expect(new Set([...others, orderOf('account-1', 'ORDER-1')]).size).toBe(4);
});

test('of an order, one call is made at a time, in the order in which they came', async () => {
	const { begun, make } = calls();
	const made = [make('A'), make('A'), make('A'), make('B')];
	await settle();
	expect(begun.map(({ turn }) => turn.endedAt)).toEqual([0, 0]);
	begun[0]!.end('first');
	await settle();
	expect(begun).toHaveLength(3);
	// One that comes now waits for the one that has waited before it.
	made.push(make('A'));
	begun[2]!.end('second');
	await settle();
	begun[1]!.end('of B');
	begun[3]!.end('third');
	await settle();
	begun[4]!.end('late');
	expect(await Promise.all(made)).toEqual(['first', 'second', 'third', 'of B', 'late']);
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

test('several are made at once, as many as may be when one ends; while none may, one', async () => {
	const { begun, make } = calls();
	let refused = 0;
	const ended: number[] = [];
	const made = Array.from({ length: 9 }, async (_, number) => {
		await make('page', { atOnce: () => 3 - refused });
		ended.push(number);
	});
	/** Ends a call. @returns how many have begun then */
	const end = async (index: number) => {
		begun[index]!.end();
		await settle();
		return begun.length;
	};
	await settle();
	expect(begun).toHaveLength(3);
	expect([await end(1), await end(0)]).toEqual([4, 5]);
	// Each of the next three takes a place with it, and the fourth leaves one that is always there.
	for (const index of [2, 3, 4]) {
		refused++;
		expect(await end(index)).toBe(index === 4 ? 6 : 5);
	}
	expect([await end(5), await end(6)]).toEqual([7, 8]);
	refused = 1;
	expect(await end(7)).toBe(9);
	await end(8);
	await Promise.all(made);
	expect(ended).toEqual([1, 0, 2, 3, 4, 5, 6, 7, 8]);
});

test('a call that is under way keeps its place when another one is done and nobody waits', async () => {
	const { begun, make } = calls();
	const two = { atOnce: () => 2 };
	const made = [make('page', two), make('page', two)];
	await settle();
	begun[0]!.end();
	await settle();
	made.push(make('page', two), make('page', two));
	await settle();
	expect(begun).toHaveLength(3);
	for (const index of [1, 2]) begun[index]!.end();
	await settle();
	begun[3]!.end();
	await Promise.all(made);
});

/** Expects a call that was not made to fail. The failure passes, and another try of the node may cure it. */
async function expectBusy(call: Promise<unknown>) {
	const error = (await call.catch((thrown: unknown) => thrown)) as UncheckedReferenceError;
	expect(error).toBeInstanceOf(UncheckedReferenceError);
	expect([error.message, error.description, isCurable({ error, isInDoubt: false })]).toEqual([
		'Another execution is charging this order.',
		'Nothing was sent by this one. Verify the order when the other one is done.',
		// Another try may not find what the other call has sent.
		false,
	]);
}

test('where too many wait, no more do', async () => {
	const { begun, make } = calls();
	const most = { mostWaiting: 2 };
	const made = [make('A', most), make('A', most), make('A')];
	await expectBusy(make('A', most));
	const leaving = new AbortController();
	const left = make('A', { signal: leaving.signal });
	await expectBusy(make('A', most));
	// Who gives up makes room for others that wait.
	leaving.abort();
	await expect(left).rejects.toBeInstanceOf(StoppedError);
	begun[0]!.end('first');
	await settle();
	made.push(make('A', most));
	for (const [index, result] of ['second', 'third', 'fourth'].entries()) {
		begun[index + 1]!.end(result);
		await settle();
	}
	expect(await Promise.all(made)).toEqual(['first', 'second', 'third', 'fourth']);
});

test('who waits ends with the execution, and holds up nobody', async () => {
	const { begun, make } = calls();
	const stopping = new AbortController();
	const [first, stopped, last] = [make('A'), make('A', { signal: stopping.signal }), make('A')];
	await settle();
	stopping.abort();
	await expect(stopped).rejects.toBeInstanceOf(StoppedError);
	begun[0]!.end('first');
	await settle();
	begun[1]!.end('last');
	expect(await Promise.all([first, last])).toEqual(['first', 'last']);
	expect(begun).toHaveLength(2);
	await expect(make('B', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(StoppedError);
});

test('a call that has begun is not ended with the execution, and its place is not given away', async () => {
	const { begun, make } = calls();
	const stopping = new AbortController();
	// The queue asks if there is room for the third when the second has just been let in.
	const stopSecond = () => {
		stopping.abort();
		return 1;
	};
	const made = [make('A'), make('A', { signal: stopping.signal }), make('A', { atOnce: stopSecond })];
	await settle();
	expect(stopping.signal.aborted).toBe(false);
	begun[0]!.end('first');
	await settle();
	expect([stopping.signal.aborted, begun.length]).toEqual([true, 2]);
	begun[1]!.end('begun');
	await settle();
	begun[2]!.end('last');
	expect(await Promise.all(made)).toEqual(['first', 'begun', 'last']);
});

test('who waits for two minutes fails, and nothing was sent', async () => {
	const minutes = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(minutes.signal);
	const { begun, make } = calls();
	const first = make('A');
	await settle();
	const second = expectBusy(make('A'));
	await settle();
	expect(timeout).toHaveBeenCalledWith(120_000);
	minutes.abort();
	await second;
	begun[0]!.end('first');
	expect(await first).toBe('first');
	expect(begun).toHaveLength(1);
	timeout.mockRestore();
});
