import type { IDataObject } from 'n8n-workflow';

import { claimOf } from '../support/trigger';
import { activate, headingOf, payment, setUpTriggers, signedCallback, trigger, world } from '../support/triggerTests';

setUpTriggers();

describe('the answer', () => {
	const PAID = 'Payment received';
	const NO_LINK = 'Thank you';
	const OPEN = 'Payment not confirmed yet';

	interface Case {
		is: string;
		/** The fields to send, after all is prepared. */
		fields: () => Promise<IDataObject>;
		status: number;
		message: string;
		/** For a customer at a signed address. */
		heading: string;
		statusForCustomer?: number;
		executions?: number;
	}
	const cases: Case[] = [
		{
			is: 'that it starts the workflow',
			fields: async () => claimOf(await payment()),
			status: 200,
			message: 'Received',
			heading: PAID,
			executions: 1,
		},
		{
			is: 'that it is filtered',
			fields: async () => claimOf(await payment(4), { status: 4 }),
			status: 200,
			message: 'Received',
			heading: 'Payment not completed',
		},
		{
			is: 'that it is a repeat',
			fields: async () => {
				const paid = claimOf(await payment());
				await trigger.notify(paid);
				return paid;
			},
			status: 200,
			message: 'Received',
			heading: PAID,
			executions: 1,
		},
		{
			is: 'that the payment is open',
			fields: async () => claimOf(await payment(1), { status: 1 }),
			status: 200,
			message: 'Received',
			heading: OPEN,
		},
		{
			is: 'that it has no reference',
			fields: async () => ({ status: 2 }),
			status: 400,
			message: 'There is no transaction reference in this notification',
			// The customer's URL was signed for a reference, of which the service knows no payment.
			heading: 'Thank you',
			statusForCustomer: 200,
		},
		{
			is: 'that it is forged',
			fields: async () => ({ transactionReference: 'SBX-unknown', status: 2 }),
			status: 401,
			message: 'This notification is not accepted',
			// The same as for any payment that the address was not signed for.
			heading: 'Thank you',
			statusForCustomer: 200,
		},
		{
			is: 'that it is too large',
			fields: async () => claimOf(await payment(), { junk: 'x'.repeat(65_536) }),
			status: 413,
			message: 'This notification is too large',
			heading: NO_LINK,
		},
		{
			is: 'that it should come again',
			fields: async () => {
				// A customer who came with a form is sent on to ask once more.
				world.sandbox.fail({ on: 'verify', kind: 'status', status: 500, times: 2 });
				return claimOf(await payment());
			},
			status: 503,
			message: 'The transaction cannot be checked just now: deliver this notification again',
			heading: 'Your payment is being checked',
		},
	];

	/** Planted wherever a request has room. */
	const MARK = 'mark-7c1e';

	async function send(url: string, fields: IDataObject): Promise<{ answer: Response; text: string }> {
		const answer = await fetch(`${url}${url.includes('?') ? '&' : '?'}${MARK}=${MARK}&status=${MARK}`, {
			method: 'POST',
			headers: { 'x-note': MARK, 'user-agent': MARK, referer: `https://${MARK}.example/`, cookie: `a=${MARK}` },
			body: new URLSearchParams({ ...fields, errorMessage: MARK, [MARK]: MARK } as Record<string, string>),
		});
		return { answer, text: await answer.text() };
	}

	const HEADERS = ['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive'];
	/** Of ours; what Node and Express add is not looked at. */
	const headersOf = ({ headers }: Response) =>
		Object.fromEntries([...headers].filter(([name]) => !HEADERS.includes(name)));

	const FOR_SERVICE = {
		'cache-control': 'no-store',
		'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		'referrer-policy': 'same-origin',
		'x-content-type-options': 'nosniff',
	};

	test.each(cases)('to the service says $is', async ({ fields, status, message, executions = 0 }) => {
		await activate();
		const { answer, text } = await send(trigger.notificationUrl, await fields());
		expect(await trigger.result(answer)).toEqual([status, executions]);
		expect(JSON.parse(text)).toEqual({ message });
		expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(headersOf(answer)).toEqual(FOR_SERVICE);
		expect(JSON.stringify([...answer.headers])).not.toContain(MARK);
	});

	test.each(cases)('to a customer says $is', async ({ fields, status, heading, statusForCustomer, executions = 0 }) => {
		await activate();
		const { answer, text } = await send(signedCallback({ reference: 'ORDER-1' }), await fields());
		expect(await trigger.result(answer)).toEqual([statusForCustomer ?? status, executions]);
		expect(headingOf(text)).toBe(heading);
		expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(headersOf(answer)).toEqual({
			...FOR_SERVICE,
			'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+'; /) as string,
		});
		// A page that is read again is asked for at the address at which the customer came.
		const told = text.replaceAll(`&amp;${MARK}=${MARK}&amp;status=${MARK}`, '');
		expect(told + JSON.stringify([...answer.headers])).not.toContain(MARK);
		const page = told.replace(/<script>.*?<\/script>/s, '');
		// The customer's own reference is for quoting; the service's, and what went wrong inside, are not.
		expect(page).not.toMatch(/SBX-|Error|\n\s+at /);
	});
});
