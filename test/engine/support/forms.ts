import type { SandboxOptions } from '../../../dev/sandbox';

type Forms = SandboxOptions['writes'];

/** Tests of charge, transfer, refund, page and trigger. */
const TESTS = [
	...['one-payment', 'lost-answers', 'transfers', 'refund'],
	...['checkout/flows', 'checkout/once', 'trigger/outcomes', 'trigger/signed'],
];

let forms: Forms;

/** The forms in which the sandbox of a test writes, where the test itself chooses none. */
export const formsOfTests = (): Forms => forms;

/** Runs tests once more, at a service that writes in forms which must change nothing. */
export function repeatTestsIn(changed: Forms): void {
	forms = changed;
	describe.each(TESTS)('%s', (test) => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- its tests belong to this block
		require(`../${test}.test`);
	});
}
