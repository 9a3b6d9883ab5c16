import { OTP } from '../../../dev/sandbox';
import { entries } from '../support/checkout';
import { languages } from '../../../checkout/pages/languages';
import { activate, checkout, lastCharge, openLink, setUpCheckouts, world } from '../support/checkoutTests';

setUpCheckouts();

const charges = () => world.sandbox.ledger.transactions.length;
const executions = async () => (await checkout.executions()).length;

describe('a payment', () => {
	test('with a card that needs nothing more is done at once', async () => {
		const form = await activate();
		expect(form.html).toContain('Order 1001');
		expect([form.heading, form.fields]).toEqual(['Card payment', ['email', 'cardNumber', 'expiry', 'cvv', 'cardPin']]);
		const paid = await form.submit(entries('frictionless'));
		expect([paid.status, paid.heading]).toEqual([200, 'Payment received']);
		expect(paid.html).toContain('₦10.50');
		expect(paid.html).toContain('Mastercard •••• 0023');
		expect(charges()).toBe(1);
		const { transactionReference, merchantReference } = lastCharge();
		expect(await checkout.started()).toEqual([
			expect.objectContaining({
				outcome: 'authorized',
				authorized: true,
				status: 2,
				statusName: 'AUTHORIZED',
				verified: true,
				amount: 10.5,
				amountMinor: 1050,
				currency: 'NGN',
				transactionReference,
				reference: merchantReference,
				email: 'ada@shop.example',
				cardBrand: 'Mastercard',
				cardLast4: '0023',
				customFields: {},
				description: 'Order 1001',
				attempt: 1,
				notificationId: expect.stringMatching(/^[0-9a-f]{16}$/),
			}),
		]);
	});

	test('with an OTP is done after it', async () => {
		const form = await activate();
		const otp = await form.submit(entries('otp', { cardPin: '1111' }));
		expect([otp.heading, otp.fields]).toEqual(['Confirm your payment', ['otp']]);
		expect(otp.html).toContain('Please enter the OTP sent to your phone number 080******00');
		expect([charges(), await executions()]).toEqual([1, 0]);
		const paid = await otp.submit({ otp: ` ${OTP.slice(0, 3)} ${OTP.slice(3)} ` });
		expect(paid.heading).toBe('Payment received');
		expect(await checkout.started()).toMatchObject([{ outcome: 'authorized', cardBrand: 'Verve', cardLast4: '7499' }]);
		expect(charges()).toBe(1);
	});

	test('sends the card in the form that the credential says', async () => {
		world.editCredential({ pinFormat: 'text', yearDigits: 4 });
		await (await activate()).submit(entries('otp', { cardPin: '1111' }));
		world.editCredential({ pinFormat: 'number', yearDigits: 2 });
		expect(world.requestsTo('/transaction/charge').at(-1)!.body).toMatchObject({ cardPin: '1111', expiryYear: '2050' });
	});

	test.each([
		['approve', 'Payment received', 'authorized'],
		['decline', 'Payment not completed', undefined],
	])('with 3-D Secure goes to the bank and comes back: %s', async (decision, heading, outcome) => {
		const form = await activate();
		const bank = await form.submit(entries('threeDSecure'));
		expect([bank.heading, bank.refresh!.seconds]).toEqual(['Your bank asks you to confirm', 2]);
		expect(bank.html).toContain(`You are being redirected to your bank at ${new URL(bank.link!).host}.`);
		expect(bank.link).toBe(bank.refresh!.address);
		const result = await bank.decide(decision);
		expect(result.heading).toBe(heading);
		expect((await checkout.started()).map((item) => item.outcome)).toEqual(outcome ? [outcome] : []);
		expect(charges()).toBe(1);
	});

	test.each(['javascript:alert(1)', '//bank.example', 'https://', 'https://a b', '', 7])(
		'is not sent to %p, and the service is asked',
		async (acsUrl) => {
			const form = await activate();
			world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { data: { acsUrl } } });
			const page = await form.submit(entries('threeDSecure'));
			// It is open, and nobody knows the bank's page.
			expect([page.status, page.heading, page.fields]).toEqual([200, 'Confirm your payment', ['otp']]);
			expect(page.html).toContain('If your bank has sent you a code, enter it here.');
			expect(page.html).not.toContain('javascript:');
		},
	);

	test('that is declined starts the workflow only where that is wanted', async () => {
		const form = await activate();
		const otp = await form.submit(entries('insufficientFunds'));
		expect((await otp.submit({ otp: OTP })).heading).toBe('Payment not completed');
		expect(await executions()).toBe(0);
		await checkout.deactivate();

		const another = await activate({ outcomes: ['authorized', 'declined'] });
		const declined = await (await another.submit(entries('insufficientFunds'))).submit({ otp: OTP });
		expect(declined.heading).toBe('Payment not completed');
		expect(await checkout.started()).toMatchObject([
			{ outcome: 'declined', authorized: false, attempt: 1, email: 'ada@shop.example' },
		]);
	});

	test('that was declined can be tried with another card, as often as allowed', async () => {
		const form = await activate({ options: { cardTries: 2 }, outcomes: ['authorized', 'declined'] });
		const declined = await (await form.submit(entries('insufficientFunds'))).submit({ otp: OTP });
		const second = await declined.go(declined.link!);
		expect(second.html).toContain('value="ada@shop.example"');
		const again = await (await second.submit(entries('insufficientFunds'))).submit({ otp: OTP });
		expect([again.heading, again.link]).toEqual(['Payment not completed', undefined]);
		const references = world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference);
		expect(references).toEqual([references[0], expect.stringMatching(new RegExp(`^${references[0]}-2-[a-p]{12}$`))]);
		expect(await checkout.started()).toMatchObject([{ attempt: 1 }, { attempt: 2, reference: references[0] }]);
	});
});

describe('a wrong OTP', () => {
	test('is taken no more often than allowed, then nobody is asked to pay again while it is open', async () => {
		const form = await activate({ options: { otpTries: 2 } });
		const second = await (await form.submit(entries('otp'))).submit({ otp: '000000' });
		const locked = await second.submit({ otp: '000001' });
		expect(locked.heading).toBe('Your payment is being checked');
		expect(locked.link).toBeUndefined();
		expect((await form.reload()).heading).toBe('Your payment is being checked');
		expect([charges(), await executions()]).toEqual([1, 0]);
		world.sandbox.setStatus(lastCharge().transactionReference, 14);
		expect((await locked.wait()).heading).toBe('Payment not completed');
	});

	test('is taken no more often by an older form, or by many at once', async () => {
		const form = await (await activate({ options: { otpTries: 2 } })).submit(entries('otp'));
		const wrong = ['000000', '000001', '000002', '000003'];
		await Promise.all(wrong.map(async (otp) => await form.submit({ otp })));
		expect((await form.submit({ otp: OTP })).heading).toBe('Your payment is being checked');
		expect(world.requestsTo('/authorize')).toHaveLength(2);
	});
});

describe('a card form that is sent twice', () => {
	test('while the service does not say what became of it is not said to be uncharged', async () => {
		const form = await activate();
		await form.submit(entries('otp'));
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 9 });
		world.sandbox.fail({ on: 'history', kind: 'status', status: 503, times: 9 });
		const again = await form.submit(entries('otp'));
		expect([again.status, again.heading, charges()]).toEqual([200, 'Your payment is being checked', 1]);
		expect(again.html).not.toContain('Nothing was charged');
	});
});

describe('an OTP that the service refuses', () => {
	test.each([400, 404, 422])('with %i may be entered again, while the payment waits for one', async (status) => {
		const form = await (await activate()).submit(entries('otp'));
		world.sandbox.fail({ on: 'authorize', kind: 'status', when: 'before', status });
		const again = await form.submit({ otp: OTP });
		expect([again.heading, again.wrong]).toEqual(['Confirm your payment', ['otp']]);
		expect((await again.submit({ otp: OTP })).heading).toBe('Payment received');
	});

	test.each([403, 429])('with %i, for no fault of its own, can be sent again in a moment', async (status) => {
		const form = await (await activate()).submit(entries('otp'));
		world.sandbox.fail({ on: 'authorize', kind: 'status', when: 'before', status });
		expect((await form.submit({ otp: OTP })).notice).toBe(languages.en.texts.pressAgain);
	});
});

describe('what is entered wrong', () => {
	test.each([
		[{ cardNumber: '5060990580000217498' }, ['cardNumber']],
		[{ cardNumber: '' }, ['cardNumber']],
		[{ expiry: '13/50' }, ['expiry']],
		[{ expiry: '' }, ['expiry']],
		[{ expiry: '03/20' }, ['expiry']],
		[{ cvv: '1' }, ['cvv']],
		[{ cardPin: '12' }, ['cardPin']],
		[{ email: 'ada' }, ['email']],
		[{ email: '' }, ['email']],
		[{ cardNumber: '', expiry: 'x', cvv: 'y', email: '' }, ['email', 'cardNumber', 'expiry', 'cvv']],
	])('%j is said, and nothing is sent', async (changes, wrong) => {
		const form = await activate();
		const again = await form.submit(entries('otp', changes));
		expect([again.status, again.wrong]).toEqual([422, wrong]);
		for (const name of wrong) expect(again.html).toContain(`class="note wrong" id="${name}-note"`);
		// One field says it itself.
		expect(again.html.includes('role="alert"')).toBe(wrong.length > 1);
		// By name, because the sealed session may contain any digits.
		const filled = [...again.html.matchAll(/<input [^>]*name="(\w+)"[^>]* value="[^"]+"/g)].map(([, name]) => name);
		const kept = ['expiry', 'email'].filter((name) => !/^x?$/.test((changes as Record<string, string>)[name] ?? '1'));
		expect(filled.sort()).toEqual([...kept, 'state'].sort());
		expect(world.requestsTo('/charge')).toEqual([]);
		expect((await again.submit(entries('frictionless'))).heading).toBe('Payment received');
	});

	test('a card number in the place of the expiry is not shown again', async () => {
		const form = await activate();
		const { cardNumber = '' } = entries('otp');
		expect((await form.submit(entries('otp', { expiry: cardNumber }))).html).not.toContain(cardNumber.slice(0, 9));
	});

	test.each(['3/50', '03 / 50', '0350', '03/2050', '03-50'])('an expiry as %s is none of it', async (expiry) => {
		const form = await activate();
		expect((await form.submit(entries('otp', { expiry }))).heading).toBe('Confirm your payment');
	});
});

test('in the editor the result is shown at once, because n8n does not listen any more', async () => {
	const form = await activate({}, { test: true });
	const bank = await form.submit(entries('threeDSecure'));
	expect(lastCharge().callbackUrl).toMatch(/\/webhook-test\/checkout-1\/callback\?attempt=[\w-]+&payment=/);
	expect((await bank.decide('approve')).heading).toBe('Payment received');
	expect(await checkout.started()).toMatchObject([{ outcome: 'authorized' }]);
});

test('in the editor a link that was paid just now is not said to be paid before', async () => {
	await activate({ amountFrom: 'link' }, { test: true });
	const paid = await (await openLink()).submit(entries('frictionless'));
	expect(paid.html).toContain(languages.en.texts.paidText);
});

describe('an address with a slash at its end works like that without it:', () => {
	test.each<[string, (url: string) => string]>([
		['escaped', (url) => url.replaceAll('&', '&amp;')],
		['with a state of the service before ours', (url) => url.replace('?', '?state=ok&reference=x&')],
		['with a state of the service after ours', (url) => `${url}&state=ok`],
	])('the way back from the bank, %s', async (_, change) => {
		const bank = await (await activate()).submit(entries('threeDSecure'));
		await fetch(bank.refresh!.address, {
			method: 'POST',
			body: new URLSearchParams({ decision: 'approve' }),
			redirect: 'manual',
		});
		expect((await bank.go(change(lastCharge().callbackUrl))).heading).toBe('Payment received');
		expect(await executions()).toBe(1);
	});

	test.each<[string, (url: string) => string]>([
		['without its query', (url) => `${url.split('?')[0]}?reference=T-1&status=2`],
		['cut', (url) => url.slice(0, 255)],
		['in small letters', (url) => url.toLowerCase()],
	])('a way back %s: nothing is told, no other payment is offered, and the log says why', async (_, change) => {
		const bank = await (await activate()).submit(entries('threeDSecure'));
		const returned = await bank.go(change(lastCharge().callbackUrl));
		expect([returned.status, returned.heading, returned.link]).toEqual([400, 'Thank you', undefined]);
		expect(returned.html).toContain('Please do not pay again');
		expect(await executions()).toBe(0);
		expect(world.engine.logs.join('\n')).toMatch(/an address of \d+ characters that this page did not make/);
	});
});
