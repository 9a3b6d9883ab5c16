import { OTP } from '../../dev/sandbox';
import { CARDS } from '../engine/support/world';
import { Session } from './support/session';
import { listOf, Steps } from './support/steps';

const START = 'When clicking ‘Execute workflow’';
const CHARGE = 'Charge card';
const AUTHORIZE = 'Authorize card with OTP';
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

	test('shows what a charge will return before it has run', async () => {
		const authorize = await session.editor.addAction(AUTHORIZE, CHARGE);
		const fields = await authorize.previewedInput();
		expect(fields).toEqual(expect.arrayContaining(['outcome', 'authorized', 'transactionReference', 'acsUrl']));
		await session.screenshot('schema-before-run');
		await authorize.enter({ OTP });
		await authorize.close();
	});

	test('shows what an authorization will return before it has run', async () => {
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
