import { sleep } from 'n8n-workflow';

// In milliseconds. A form that would have to wait longer is shown again.
const LONGEST_HOLD = 10_000;
// Each keeps a request and its form in memory, and whoever sends many at once is no customer.
const MOST_HELD = 100;

let held = 0;

/**
 * Lets a form wait that came too fast. Nothing of it has been sent yet.
 * @returns false without waiting, where it would have to wait too long, or where too many forms wait in this process
 */
export async function holdForm(milliseconds: number): Promise<boolean> {
	if (milliseconds > LONGEST_HOLD || held >= MOST_HELD) return false;
	held++;
	try {
		await sleep(milliseconds);
	} finally {
		held--;
	}
	return true;
}
