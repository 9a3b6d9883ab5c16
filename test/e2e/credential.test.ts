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

describe('a credential typed into the editor', () => {
	test('is saved, found good, and lets its node run', async () => {
		const { view, form } = await openForm();
		await form.enter(good);
		await form.fields.choose('Default Currency', 'NGN - Nigerian Naira');
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
	expect((await view.output()).map(({ ok }) => ok)).toEqual(Array(13).fill('true'));
	session.sandbox.configure({ cardAuth: 'apiKey' });
});
