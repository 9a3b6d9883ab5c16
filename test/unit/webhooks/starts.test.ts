import { idOf } from '../../../gateway/calls/verify';
import { Starts, type StoredStarts } from '../../../nodes/shared/webhooks/starts';

const MOST = 40_000;
const NOON = Date.UTC(2026, 0, 1, 12);

const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, index) => idOf([name, index]));
const storedBy = ({ text }: Starts) => JSON.parse(text) as StoredStarts;
/** Starts that were added at a time, which is then the time. */
const startsAt = (time: number, ids: readonly string[], starts = new Starts()) => {
	jest.setSystemTime(time);
	starts.add(ids);
	return starts;
};

beforeEach(() => {
	jest.useFakeTimers({ now: NOON });
});
afterEach(() => {
	jest.useRealTimers();
});

test('ids that are added one after another are stored in blocks of a thousand, each with the time of its newest', () => {
	const starts = new Starts();
	for (const [index, id] of idsOf('one', 1001).entries()) startsAt(NOON + index, [id], starts);
	const blocks = storedBy(starts).blocks.map(([newest, ids]) => [newest - NOON, ids.length / 11]);
	expect(blocks).toEqual([
		[999, 1000],
		[1000, 1],
	]);
});

test('an id that is known, or was stored elsewhere as well, is stored once', () => {
	const [one, two, three] = idsOf('known', 3) as [string, string, string];
	const starts = startsAt(NOON, [one, two]);
	const { text } = starts;
	startsAt(NOON + 1, [one], starts);
	expect(starts.text).toBe(text);
	const other = storedBy(startsAt(NOON + 2, [two, three]));
	for (const stored of [storedBy(starts), other, other]) starts.merge(stored);
	expect(storedBy(starts).blocks.map(([, ids]) => ids.length / 11)).toEqual([3]);
	expect([one, two, three].map((id) => starts.has(id))).toEqual([true, true, true]);
});

test('the oldest are forgotten first, whoever has stored them', () => {
	const [older, newer] = [idsOf('older', 1000), idsOf('newer', MOST - 500)];
	const starts = startsAt(NOON, newer);
	starts.merge(storedBy(startsAt(NOON - 1000, older)));
	expect([older, newer].map((ids) => starts.has(ids[0]!))).toEqual([false, true]);
	expect([NOON - 1000, NOON - 999].map((began) => starts.mayHaveForgotten(began))).toEqual([true, false]);
	expect(storedBy(starts)).toMatchObject({ forgotten: NOON - 1000, blocks: [[NOON, expect.anything()]] });
});

test('nothing is forgotten as long as there are no more than are kept, and of what is, the latest time counts', () => {
	const starts = new Starts();
	starts.merge(storedBy(startsAt(NOON, idsOf('whole', MOST))));
	expect(starts.mayHaveForgotten(NOON)).toBe(false);
	startsAt(NOON + 1, idsOf('one more', 1), starts);
	expect(starts.mayHaveForgotten(NOON)).toBe(true);
	starts.merge({ forgotten: NOON - 1, blocks: [] });
	expect(starts.mayHaveForgotten(NOON)).toBe(true);
});
