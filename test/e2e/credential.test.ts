import type { CredentialForm } from './support/credentialForm';
import type { NodeView } from './support/nodeView';
import { Session } from './support/session';

let session: Session;
let good: Record<string, string>;

beforeAll(async () => {
	session = await Session.start();
	const { url, options } = session.sandbox;
	good = {
		'Base URL': url,
		'API Key': options.apiKey,
		'Client ID': options.clientId,
		'Private Key': options.privateKey,
	};
});
afterAll(() => session.stop());

/** Opens the form for a new credential, from a node in a new workflow. */
async function openForm(): Promise<{ view: NodeView; form: CredentialForm }> {
	await session.editor.openNew();
	const view = await session.editor.addAction('Get account');
	return { view, form: await view.createCredential() };
}

describe('the form', () => {
	const SHORT = [
		'Environment',
		'Base URL *',
		'API Key *',
		'Client ID *',
		'Private Key *',
		'Public Key',
		'Default Currency',
		'Previous Private Key',
		'My Provider Needs Other Settings',
	];
	// n8n has it in every credential that its HTTP Request node can use.
	const OF_N8N = 'Allowed HTTP Request Domains';

	const heading = (words: string) => expect.stringMatching(new RegExp(`^${words}: `));

	test('has five fields and one for a key that is replaced, and the rest in groups where the provider differs', async () => {
		const { form } = await openForm();
		expect(await form.labels()).toEqual([...SHORT, OF_N8N]);
		await session.screenshot('credential-form');

		await form.flip('My Provider Needs Other Settings');
		expect(await form.labels()).toEqual([
			...['Environment', 'Base URL *', 'API Key', 'Client ID', 'Private Key *', 'Public Key', 'Default Currency'],
			...['Previous Private Key', 'My Provider Needs Other Settings'],
			...[heading('Addresses'), 'Transaction Base'],
			...[heading('Card authentication'), 'Card Authentication'],
			...[heading('Renewal of the access token'), 'Renewal Path'],
			...[heading('Amounts'), 'Amounts Are Sent In'],
			...[heading('Finding payments'), 'Check References Before Sending'],
			...['Find Payments With', 'Transaction History Path', 'Dates of the History Are In'],
			...[heading('Statuses of payments'), 'Status Codes', 'Statuses That Refuse a Charge'],
			...[heading('Refunds'), 'Refund Path', 'Refund Authentication'],
			...[heading('Hosted checkout'), 'Hosted Checkout Path', 'Hosted Checkout Authentication'],
			...[heading('Bank transfers'), 'Name Enquiry Path', 'Transfer Path', 'Transfer Status Path', 'Transfer Statuses'],
			OF_N8N,
		]);
		await form.fields.field('Transaction Base').scrollIntoViewIfNeeded();
		await session.screenshot('credential-form-long');
		await form.fields.field('Transfer Statuses').scrollIntoViewIfNeeded();
		await session.screenshot('credential-form-end');

		await form.flip('My Provider Needs Other Settings');
		expect(await form.labels()).toEqual([...SHORT, OF_N8N]);
	});
});

describe('a credential typed into the editor', () => {
	test.each([
		[
			'a wrong API key',
			{ 'API Key': 'not-the-key' },
			'The login does not work. The service refused the API key or the client ID. The service says: "The API key or the client id is wrong". Check the API Key and the Client ID in the credential, and that they belong to this environment (test or live).',
			'credential-wrong-key',
		],
	])('says of %s which part is wrong', async (_, wrong, details, name) => {
		const { form } = await openForm();
		await form.enter({ ...good, ...wrong });
		await form.save();
		expect(await form.testResult()).toEqual({ headline: 'Couldn’t connect with these settings', details });
		await session.screenshot(name);
	});

	test('is saved, found good, and lets its node run', async () => {
		const { view, form } = await openForm();
		await form.enter(good);
		await form.save();
		// n8n closes the form of a credential that has passed its test.
		await form.closed();
		await view.execute();
		expect(await view.output()).toMatchObject([{ firstName: 'Sandbox', lastName: 'Merchant' }]);

		const saved = await view.editCredential();
		expect(await saved.testResult()).toEqual({ headline: 'Connection tested successfully', details: '' });
		await session.screenshot('credential-ok');
	});
});

test('Check Setup tells which setting the provider needs, and with that setting all is good', async () => {
	session.sandbox.configure({ cardAuth: 'bearer' });
	await session.editor.openNew();
	const view = await session.editor.addAction('Check setup');
	const form = await view.createCredential();
	await form.enter(good);
	await form.save();
	await form.closed();
	await view.execute();
	const advice =
		'In the credential, turn on My Provider Needs Other Settings, and set Card Authentication to Access Token.';
	expect(await view.output()).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ check: 'Login', ok: 'true' }),
			expect.objectContaining({ check: 'Card Authentication', ok: 'false', whatToDo: advice }),
		]),
	);
	await session.screenshot('check-setup');

	const open = await view.editCredential();
	await open.flip('My Provider Needs Other Settings');
	await open.fields.choose('Card Authentication', 'Access Token');
	await open.save();
	expect((await open.testResult()).headline).toBe('Connection tested successfully');
	await open.close();
	await view.execute();
	expect((await view.output()).map(({ ok }) => ok)).toEqual(Array(15).fill('true'));
	session.sandbox.configure({ cardAuth: 'apiKey' });
});
