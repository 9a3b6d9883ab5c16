import { createHash } from 'node:crypto';

import { failPages } from '../support/failures';
import { activate, headingOf, payment, setUpTriggers, signedCallback, trigger, world } from '../support/triggerTests';

setUpTriggers();

const openCallback = async (paid: { transactionReference: string; reference: string }, status = 2) =>
	await trigger.callback(
		{ transactionReference: paid.transactionReference, status: String(status) },
		signedCallback(paid),
	);

describe('a page', () => {
	test('has no style and script but those of its own policy, and nothing from elsewhere', async () => {
		await activate();
		const answer = await openCallback(await payment());
		const page = await answer.text();
		const style = /<style>(.*)<\/style>/s.exec(page)![1]!;
		const script = /<script>(.*)<\/script>/s.exec(page)![1]!;
		const [hash, scriptHash] = [style, script].map((part) => createHash('sha256').update(part).digest('base64'));
		expect(answer.headers.get('content-security-policy')).toBe(
			`default-src 'none'; style-src 'sha256-${hash}'; script-src 'sha256-${scriptHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
		);
		expect(page.match(/<script/g)).toHaveLength(1);
		expect(page).not.toMatch(/<form|<img|src=|href="(?!data:)|\sstyle=|http:/i);
	});
});

describe('a page that cannot tell yet', () => {
	const refreshOf = (page: string) => /<meta http-equiv="refresh" content="(.*)">/.exec(page)?.[1];

	test('asks again by itself, and then tells', async () => {
		await activate();
		const paid = await payment();
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503 });
		const answer = await openCallback(paid);
		expect(answer.status).toBe(503);
		const address = refreshOf(await answer.text())!
			.replace('10;url=', '')
			.replaceAll('&amp;', '&');
		const again = await fetch(new URL(address, answer.url));
		expect(await trigger.result(again)).toEqual([200, 1]);
		const page = await again.text();
		expect([headingOf(page), refreshOf(page)]).toEqual(['Payment received', undefined]);
	});

	test('tells what is paid, and when it last asked', async () => {
		await activate();
		const paid = await payment();
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503 });
		const page = await (await openCallback(paid)).text();
		expect(page).toContain(`data-copy="${paid.reference}"`);
		expect(page).toMatch(/class="spinner".*Last checked: <time /s);
	});
});

test('a page that cannot be made starts the workflow all the same', async () => {
	await activate();
	const paid = await payment();
	const spy = failPages(1);
	const answer = await openCallback(paid);
	spy.mockRestore();
	expect(await trigger.result(answer)).toEqual([503, 1]);
	expect(await trigger.started()).toMatchObject([{ outcome: 'authorized' }]);
	expect(headingOf(await (await openCallback(paid)).text())).toBe('Payment received');
	expect(await trigger.started()).toHaveLength(1);
});

describe('a redirect', () => {
	const redirectTo = async (redirectUrl: string) => await activate({ options: { redirectUrl } });

	test.each([
		['https://shop.example/thanks', 'https://shop.example/thanks?outcome=authorized&reference=ORDER-1'],
		['https://shop.example/?outcome=paid&reference=x', 'https://shop.example/?outcome=authorized&reference=ORDER-1'],
	])('to %s leads to %s', async (redirectUrl, location) => {
		await redirectTo(redirectUrl);
		const answer = await openCallback(await payment());
		expect(await trigger.result(answer)).toEqual([303, 1]);
		expect(answer.headers.get('location')).toBe(location);
		expect(answer.headers.get('cache-control')).toBe('no-store');
		expect(answer.headers.get('referrer-policy')).toBe('same-origin');
	});

	test.each([
		['declined', 4],
		['refunded', 6],
	])('tells of a payment that is %s, also where it starts nothing', async (outcome, status) => {
		await redirectTo('https://shop.example/');
		const answer = await openCallback(await payment(status), status);
		expect(await trigger.result(answer)).toEqual([303, 0]);
		expect(answer.headers.get('location')).toBe(`https://shop.example/?outcome=${outcome}&reference=ORDER-1`);
	});
});

describe('an address that is not signed for the payment', () => {
	/** Returns what anybody sees who tries a reference, whatever became of the payment. */
	async function seen(transactionReference: string, url: string, form: boolean) {
		const fields = { transactionReference, status: '2' };
		const answer = form
			? await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
			: await trigger.callback(fields, url);
		const text = await answer.text();
		return [answer.status, answer.headers.get('location'), text];
	}

	const others: Array<[string, () => string]> = [
		['is not signed', () => trigger.callbackUrl],
		['is signed for another', () => signedCallback({ reference: 'ORDER-99' })],
		['has a signature that was altered', () => signedCallback({ reference: 'ORDER-1' }).replace(/.$/, '')],
	];

	describe.each([false, true])('with a form (%p)', (form) => {
		test.each(others)('and %s tells nobody what became of a payment', async (_, url) => {
			await activate({ outcomes: [] });
			const [paid, declined, refunded, open] = [await payment(2), await payment(4), await payment(6), await payment(1)];
			const first = await seen(paid.transactionReference, url(), form);
			expect([first[0], headingOf(String(first[2]))]).toEqual([200, 'Thank you']);
			for (const reference of [declined, refunded, open].map((one) => one.transactionReference))
				expect(await seen(reference, url(), form)).toEqual(first);
			expect(await seen('SBX-unknown', url(), form)).toEqual(first);
		});

		test('leads to the own page without outcome and reference', async () => {
			await activate({ options: { redirectUrl: 'https://shop.example/thanks' } });
			for (const reference of [(await payment(2)).transactionReference, 'SBX-unknown'])
				expect(await seen(reference, trigger.callbackUrl, form)).toEqual([303, 'https://shop.example/thanks', '']);
			expect(await trigger.started()).toHaveLength(1);
		});
	});

	test('is refused where signed ones are required, and leads to the shop and to no other payment', async () => {
		await activate({ options: { requireSignedUrl: true, redirectUrl: 'https://shop.example/thanks' } });
		const [, , page] = await seen('SBX-unknown', signedCallback({ reference: 'ORDER-1' }).replace(/.$/, ''), false);
		expect(headingOf(String(page))).toBe('Thank you');
		expect(page).toContain('href="https://shop.example/thanks" rel="noreferrer">Back to shop.example</a>');
		expect(page).not.toContain('ORDER-1<');
	});

	test('tells nothing where signed ones are required', async () => {
		await activate({ options: { requireSignedUrl: true } });
		for (const reference of [(await payment(2)).transactionReference, 'SBX-unknown'])
			expect((await seen(reference, trigger.callbackUrl, false))[0]).toBe(401);
	});
});
