import { OTP } from '../../dev/sandbox';
import { CARDS } from '../engine/support/world';
import { Session } from './support/session';

const START = 'When clicking ‘Execute workflow’';
const CHARGE = 'Charge a card';
const AUTHORIZE = 'Authorize a card payment with an OTP';
const VERIFY = 'Verify a transaction';

const { cardNumber, expiryMonth, expiryYear, cvv } = CARDS.otp;
const GOOD = {
	'Card Number': cardNumber,
	'Expiry Month': expiryMonth,
	'Expiry Year': expiryYear,
	CVV: cvv,
	Amount: '10.50',
};

let session: Session;

beforeAll(async () => {
	session = await Session.start();
});
afterAll(() => session.stop());

const charges = () => session.sandbox.requests.filter(({ endpoint }) => endpoint === 'charge').length;

// One person builds one workflow, so each test goes on where the one before it ended.
describe('a workflow built by clicks and typing', () => {
	test('begins with a manual trigger and a charge, whose currency is searched in a list', async () => {
		const { editor } = session;
		await editor.openNew();
		const panel = await editor.openNodesPanel();
		await panel.choose('Trigger manually');

		const charge = await editor.addAction(CHARGE, START);
		await charge.enter(GOOD);
		expect(await charge.fields.search('Currency', 'naira')).toEqual(['NGN - Nigerian Naira']);
		await session.screenshot('charge-form');
		await charge.enter({ 'Callback URL': 'https://shop.example/paid', 'Webhook URL': 'https://shop.example/hook' });
		await charge.close();
	});

	test('shows what a charge will put out before it has run', async () => {
		const authorize = await session.editor.addAction(AUTHORIZE, CHARGE);
		const fields = await authorize.previewedInput();
		expect(fields).toEqual(expect.arrayContaining(['outcome', 'authorized', 'transactionReference', 'acsUrl']));
		await session.screenshot('schema-before-run');
		await authorize.enterExpression('Transaction Reference', '{{ $json.transactionReference }}');
		await authorize.enter({ OTP });
		await authorize.close();
	});

	test('shows what an authorization will put out before it has run', async () => {
		const verify = await session.editor.addAction(VERIFY, AUTHORIZE);
		expect(await verify.previewedInput()).toEqual(expect.arrayContaining(['outcome', 'otpRejected']));
		await verify.enterExpression('Transaction Reference', '{{ $json.transactionReference }}');
		await verify.close();
	});

	test('runs, and ends with a payment that was charged once and is authorized', async () => {
		const { editor, sandbox } = session;
		await editor.execute();
		expect(await editor.hasSucceeded(VERIFY)).toBe(true);
		await editor.fitToWindow();
		await session.screenshot('chain-canvas');

		const verify = await editor.openNode(VERIFY);
		const [payment, ...others] = await verify.output();
		await session.screenshot('chain-output');
		await verify.close();
		expect(others).toEqual([]);
		expect(payment).toMatchObject({
			outcome: 'authorized',
			authorized: 'true',
			status: '2',
			statusName: 'AUTHORIZED',
			amount: '10.5',
			currency: 'NGN',
		});
		expect(charges()).toBe(1);
		expect(sandbox.ledger.transactions).toMatchObject([
			{ merchantReference: payment!.reference, transactionReference: payment!.transactionReference, chargeCount: 1 },
		]);
	});

	test.each([
		[
			'Card Number',
			'5060 9905 8000 0217 498',
			'Card Number is not a valid card number: its check digit is wrong, look for a typing mistake (item 0)',
		],
		['Amount', '10.505', 'Amount must have at most 2 decimals in NGN (item 0)'],
		['Expiry Month', '13', 'Expiry Month must be a month from 1 to 12 (item 0)'],
	])('shows what is wrong with a bad %s, and sends nothing', async (label, bad, message) => {
		const charge = await session.editor.openNode(CHARGE);
		await charge.enter({ ...GOOD, [label]: bad });
		await charge.execute();
		expect(await charge.error()).toEqual({
			message,
			description: "Nothing was sent. The rules are in the service's specification, section 2.2 and 8.",
		});
		await session.screenshot(`charge-field-error-${label.toLowerCase().replace(' ', '-')}`);
		await charge.close();
		expect(charges()).toBe(1);
	});
});

test('banks are found by a part of their name', async () => {
	await session.editor.openNew();
	const banks = await session.editor.addAction('Get many banks');
	await banks.enter({ 'Name Contains': 'lagoon' });
	await banks.execute();
	const names = (await banks.output()).map(({ name }) => name);
	expect(names).toContain('Lagoon Bank');
	expect(names).toEqual(names.filter((name) => name?.includes('Lagoon')));
});
