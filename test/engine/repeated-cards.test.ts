import { ActiveCheckout, entries } from './support/checkout';
import { ActiveTrigger, chargeAtSandbox, claimOf } from './support/trigger';
import { CARDS, chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* A service that repeats, in a later call, a card number that nobody can name by then. */

const OTHER = '4012000033330026';
// All digits, twelve of them, and the check digit is right, as in one of ten such numbers.
const ORDER = '202611220007';
const WORDS = { errorMessage: `Card ${OTHER}`, otpMessage: `Sent to ${OTHER}`, paymentRequestor: ORDER };

setUpWorld({ verifyKnowsMerchantReference: true });

test.each([true, false])(
	'verify shows its last four digits, and the reference whole (Simplify: %p)',
	async (simplify) => {
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: ORDER }));
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { message: `Card ${OTHER}`, data: WORDS } });
		const [item] = await world.one('transaction', 'verify', { transactionReference: ORDER, options: { simplify } });
		expect(JSON.stringify(item).replace(/[\s-]/g, '')).not.toContain(OTHER);
		expect(item!.json).toMatchObject({
			outcome: 'authorized',
			reference: ORDER,
			message: 'Card [hidden 0026]',
			// An identifier, of which one in ten has a card's check digit.
			...(!simplify && { paymentRequestor: ORDER }),
		});
	},
);

test('the executions of the payment page and of the trigger show its last four digits', async () => {
	const checkout = await ActiveCheckout.activate(world);
	const trigger = await ActiveTrigger.activate(world, {}, { node: { webhookId: 'trigger-2' } });
	const form = await checkout.open();
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { message: `Card ${OTHER}`, data: WORDS }, times: 9 });
	const page = await form.submit(entries('frictionless'));
	await trigger.notify(claimOf(await chargeAtSandbox(world, { reference: ORDER })));
	const executions = [...(await checkout.executions()), ...(await trigger.executions())];
	const items = [...(await checkout.started()), ...(await trigger.started())];
	await trigger.deactivate();
	await checkout.deactivate();
	expect(items).toMatchObject(Array(2).fill({ outcome: 'authorized', paymentRequestor: ORDER }));
	const stored = executions.map(({ stored }) => stored).join('') + page.html;
	expect(stored.replace(/[\s-]/g, '')).not.toContain(OTHER);
});

test('a charge shows its own card in no spelling, and neither CVV nor PIN under another name', async () => {
	const { cardNumber, cvv } = CARDS.frictionless;
	const dotted = cardNumber.replace(/(.{4})(?!$)/g, '$1.');
	const data = {
		...{ errorMessage: `Card ${dotted}`, note: `cvv ${cvv} pin 4821` },
		...{ securityCode: cvv, cvvCode: Number(cvv), pinCode: '4821', card_verification_value: cvv, otpCode: '998877' },
	};
	world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { data } });
	const fields = { ...CARDS.frictionless, options: { cardPin: '4821', simplify: false } };
	const [item] = await world.one('card', 'charge', chargeFields(fields));
	const text = JSON.stringify(item!.json);
	for (const secret of [dotted, '4821', '998877', `"${cvv}"`, `:${cvv}`, `cvv ${cvv}`]) {
		expect(text).not.toContain(secret);
	}
});

test('an error shows its last four digits', async () => {
	const refused = { status: 'error', message: `No transaction with the card ${OTHER}` };
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: refused });
	const run = await world.run([world.node('Verify', 'transaction', 'verify', { transactionReference: 'unknown' })]);
	expect(run.error!.description).toContain('No transaction with the card [hidden 0026]');
});
