import { WORK } from '../../dev/bench/rows/own';

/* The benchmark is run by hand, and stands in for n8n there: what nodes ask of n8n must be in it. */

test.each(WORK)('$what comes out as it is measured', async ({ run }) => {
	await expect(run(2)).resolves.toBeUndefined();
});
