import type { Result } from '../../../nodes/shared/execution/operation';
import { showResult } from '../../../nodes/shared/execution/items';

describe('The output of an item with Simplify off', () => {
	const output = { outcome: 'authorized', message: null };
	const shown = (result: Result, simplify: boolean) =>
		showResult(result, { shows: undefined, simplify, resumeUrl: '' });

	test("has the service's answer in addition, or null, so that all items have the same form", () => {
		// A key `error` in the item itself would be a failed one.
		const raw = { status: 200, error: 'no', data: { status: 2 } };
		expect(shown({ output, raw }, true)).toEqual({ output });
		expect(shown({ output, raw }, false)).toEqual({ output: { ...output, response: raw } });
		expect(shown({ output }, false)).toEqual({ output: { ...output, response: null } });
	});

	test('has each record of a list with its own item', () => {
		expect(shown({ output: [{ code: 'a' }, { code: 'b' }], raw: [{ id: 1 }, { id: 2 }] }, false).output).toEqual([
			{ code: 'a', response: { id: 1 } },
			{ code: 'b', response: { id: 2 } },
		]);
	});
});
