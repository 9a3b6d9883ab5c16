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
	const view = await session.editor.addAction('Get the account');
	return { view, form: await view.createCredential() };
}

describe('a credential typed into the editor', () => {
	test.each([
		[
			'a wrong API key',
			{ 'API Key': 'not-the-key' },
			'Login at the Base URL: The service refused the API key or the client ID. The service says: "The API key or the client id is wrong". Check the API Key and the Client ID in the credential, and that they belong to this environment (test or live).',
			'credential-wrong-key',
		],
		[
			'a wrong private key',
			{ 'Private Key': 'not-the-key' },
			'Verification at the Transaction Base: The service refused the private key. The service says: "The private key is invalid". Check the Private Key in the credential, and that it belongs to this environment (test or live).',
			'credential-wrong-private-key',
		],
		[
			'a host that is down',
			{ 'Base URL': 'http://127.0.0.1:9' },
			'Login at the Base URL: The service cannot be reached: nothing answers at its address. Nothing was sent. Check the addresses in the credential, and that the service is running.',
			'credential-host-down',
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
