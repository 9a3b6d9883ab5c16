import { OTP } from '../../dev/sandbox';
import { CARDS } from '../engine/support/world';
import { Session } from './support/session';
import { listOf, Steps } from './support/steps';

const START = 'When clicking ‘Execute workflow’';
const CHARGE = 'Charge card';
const AUTHORIZE = 'Submit OTP';
const VERIFY = 'Verify transaction';

const { cardNumber, expiry, cvv } = CARDS.otp;
const GOOD = {
	'Card Number': cardNumber,
	Expiry: expiry,
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
		await session.screenshot('charge-form-empty');
		await charge.enter(GOOD);
		expect(await charge.fields.search('Currency', 'naira')).toEqual(['NGN - Nigerian Naira']);
		await session.screenshot('charge-form');
		await charge.close();
	});

	test('shows what a charge will put out before it has run', async () => {
		const authorize = await session.editor.addAction(AUTHORIZE, CHARGE);
		const fields = await authorize.previewedInput();
		expect(fields).toEqual(expect.arrayContaining(['outcome', 'authorized', 'transactionReference', 'acsUrl']));
		await session.screenshot('schema-before-run');
		await authorize.enter({ OTP });
		await authorize.close();
	});

	test('shows what an authorization will put out before it has run', async () => {
		const verify = await session.editor.addAction(VERIFY, AUTHORIZE);
		expect(await verify.previewedInput()).toEqual(expect.arrayContaining(['outcome', 'otpRejected']));
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
			amount: '10.5',
			currency: 'NGN',
		});
		expect(charges()).toBe(1);
		expect(sandbox.ledger.transactions).toMatchObject([
			{ merchantReference: payment!.reference, transactionReference: payment!.transactionReference, chargeCount: 1 },
		]);
	});

	test('is drawn with icons of its own in the dark', async () => {
		const { editor, page } = session;
		const icon = editor.node(VERIFY).locator('img');
		expect(await icon.getAttribute('src')).toMatch(/\/cardPayment\.svg$/);
		await page.emulateMedia({ colorScheme: 'dark' });
		await editor.open(await editor.workflowId());
		await editor.fitToWindow();
		expect(await icon.getAttribute('src')).toMatch(/\/cardPayment\.dark\.svg$/);
		await session.screenshot('chain-canvas-dark');
		await page.emulateMedia({ colorScheme: 'light' });
		await editor.open(await editor.workflowId());
	});

	test.each([
		['Card Number', '5060 9905 8000 0217 498', "'Card Number' is not valid.", 'Check each digit.'],
		[
			'Amount',
			'10.505',
			"'Amount' has too many decimals.",
			'NGN has 2 at most. If the point separates thousands, write 10505.',
		],
		['Expiry', '13/50', "'Expiry' does not begin with a month.", 'Write one from 01 to 12, such as 03/29.'],
	])('shows what is wrong with a bad %s, and sends nothing', async (label, bad, message, description) => {
		const charge = await session.editor.openNode(CHARGE);
		await charge.enter({ ...GOOD, [label]: bad });
		await charge.execute();
		expect(await charge.error()).toEqual({ message: `The card was not charged: ${message}`, description });
		await session.screenshot(`charge-field-error-${label.toLowerCase().replace(' ', '-')}`);
		await charge.close();
		expect(charges()).toBe(1);
	});
});

test('all other details of a charge are in one collection, under the names that people know', async () => {
	const { editor, page } = session;
	await editor.openNew();
	const charge = await editor.addAction(CHARGE);
	await page.getByPlaceholder('Add Detail').click();
	const offered = page.locator('[role="option"]:visible');
	await offered.first().waitFor();
	await session.screenshot('more-details');
	expect((await offered.allInnerTexts()).map((name) => name.trim())).toEqual([
		'Amount Unit',
		'Billing Address',
		'Browser',
		'Card PIN',
		'Customer',
		'Digits of the Expiry Year',
		'If the Reference Was Used Before',
		'Requests at Once',
		'Send PIN As',
		'Simplify',
		'Source URL',
		'Terminal ID',
		'Timeout (Seconds)',
	]);
	await offered.getByText('If the Reference Was Used Before', { exact: true }).click();
	await page.getByPlaceholder('Add Detail').click();
	await page.locator('[role="option"]:visible').getByText('Customer', { exact: true }).click();
	await charge.fields.field('Customer').scrollIntoViewIfNeeded();
	await session.screenshot('more-details-open');
	expect(await charge.fields.field('If the Reference Was Used Before').locator('input').inputValue()).toBe(
		'Fail the Item',
	);
	await charge.close();
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

test('a new user takes 35 steps from an empty workflow to an authorized charge, the credential included', async () => {
	const { editor, sandbox, rest } = session;
	await rest.call('DELETE', `/rest/credentials/${session.credentialId}`);
	await editor.openNew();
	const steps = await Steps.count(session.page);

	const charge = await editor.addAction(CHARGE);
	const credential = await charge.connect();
	const { apiKey, clientId, privateKey } = sandbox.options;
	await credential.enter({
		'Base URL': sandbox.url,
		'API Key': apiKey,
		'Client ID': clientId,
		'Private Key': privateKey,
	});
	await credential.save();
	// n8n closes the form of a credential that has passed its test.
	await credential.closed();
	await charge.enter({ ...GOOD, Reference: 'ORD-1001' });
	await charge.fields.chooseFirst('Currency');
	await charge.close();

	const authorize = await editor.addAction(AUTHORIZE, CHARGE, true);
	await authorize.enter({ OTP });
	await authorize.execute();
	const taken = await steps.soFar();

	expect(await authorize.output()).toMatchObject([{ outcome: 'authorized', amount: '10.5', currency: 'NGN' }]);
	console.log(listOf(taken));
	expect(taken).toHaveLength(35);
});
