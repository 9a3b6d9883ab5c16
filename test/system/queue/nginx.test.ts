/* The guide's example for nginx, in front of a payment page. */
import { OTP } from '../../../dev/sandbox';
import { ActiveCheckout, BrowserPage, entries } from '../../engine/support/checkout';
import { World } from '../../engine/support/world';
import { startExample } from './guide';
import type { Nginx } from './nginx';

const FORMS = 60;
/** Those of the burst, and the few that the time of a test allows besides. */
const MOST_TAKEN = 25;

let world: World;
let checkout: ActiveCheckout;
let nginx: Nginx | undefined;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
	checkout = await ActiveCheckout.activate(world);
});
afterAll(async () => {
	await checkout.deactivate();
	await world.stop();
});
// With the counts of no other test.
afterEach(async () => await nginx?.stop());

async function begin(change?: (example: string) => string): Promise<string> {
	nginx = await startExample(Number(new URL(checkout.url).port), change);
	return nginx.url + new URL(checkout.url).pathname;
}

const statusesOf = async (url: string, count: number, init?: RequestInit) =>
	await Promise.all(
		Array.from({ length: count }, async () => {
			const answer = await fetch(url, { ...init, redirect: 'manual' });
			await answer.arrayBuffer();
			return answer.status;
		}),
	);

test('three customers behind one address pay at the same time, and look at their receipts', async () => {
	const page = await begin();
	const pay = async () => {
		const otp = await (await BrowserPage.of(await fetch(page))).submit(entries('otp'));
		const paid = await otp.submit({ otp: OTP });
		return [paid, await paid.reload(), await paid.reload()].map(({ heading }) => heading);
	};
	const headings = await Promise.all([pay(), pay(), pay()]);
	expect(headings.flat()).toEqual(Array(9).fill('Payment received'));
});

test.each(['', '/', '//', '%2F'])('of %p behind the path, as many forms are refused', async (ending) => {
	const page = await begin();
	const statuses = await statusesOf(page + ending, FORMS, { method: 'POST' });
	expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(MOST_TAKEN);
});

test('who may send no more forms still sees a page', async () => {
	const page = await begin();
	await statusesOf(page, FORMS, { method: 'POST' });
	expect(await statusesOf(page, 20)).toEqual(Array(20).fill(303));
});

test('with the line for an incident no form comes through, and pages, banks and notifications do', async () => {
	const page = await begin((example) => {
		const changed = example.replace(/(checkout\/\?\$ \{\n)/, '$1limit_except GET { deny all; }\n');
		expect(changed).not.toBe(example);
		return changed;
	});
	for (const ending of ['', '/']) {
		expect(await statusesOf(page + ending, 1, { method: 'POST' })).toEqual([403]);
		expect(await statusesOf(page + ending, 1)).toEqual([303]);
	}
	expect(await statusesOf(page.replace(/checkout$/, 'callback'), 1, { method: 'POST' })).toEqual([400]);
	expect(await statusesOf(page.replace(/checkout$/, 'notification'), 1, { method: 'POST' })).toEqual([401]);
});

test('the editor, and pages in test, are not public', async () => {
	const page = await begin();
	for (const path of ['/', '/rest/login', page.replace(nginx!.url, '').replace('/webhook/', '/webhook-test/')])
		expect(await statusesOf(nginx!.url + path, 1)).toEqual([404]);
});
