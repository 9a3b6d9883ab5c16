import type { IWebhookFunctions } from 'n8n-workflow';

import { forgetCredential, recentCredential } from '../../../../nodes/shared/webhooks/recentCredential';

let opened = 0;
const trigger = (mode = 'webhook', node = 'node-1') =>
	({
		getMode: () => mode,
		getWorkflow: () => ({ id: 'A' }),
		getNode: () => ({ name: node }),
		getCredentials: async () => ({ privateKey: `key-${++opened}` }),
	}) as unknown as IWebhookFunctions;

beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
	opened = 0;
});
afterEach(() => {
	jest.useRealTimers();
	forgetCredential(trigger());
});

test('is opened once for notifications in a row, and anew after ten seconds', async () => {
	expect([await recentCredential(trigger()), await recentCredential(trigger())]).toEqual([
		{ privateKey: 'key-1' },
		{ privateKey: 'key-1' },
	]);
	jest.setSystemTime(9_999);
	expect(await recentCredential(trigger())).toEqual({ privateKey: 'key-1' });
	jest.setSystemTime(10_000);
	expect(await recentCredential(trigger())).toEqual({ privateKey: 'key-2' });
});

test('is each trigger its own, and never that of a test in the editor', async () => {
	await recentCredential(trigger());
	expect(await recentCredential(trigger('webhook', 'node-2'))).toEqual({ privateKey: 'key-2' });
	expect(await recentCredential(trigger('manual'))).toEqual({ privateKey: 'key-3' });
	forgetCredential(trigger('webhook', 'node-2'));
});

test('is opened anew when it was forgotten', async () => {
	await recentCredential(trigger());
	forgetCredential(trigger());
	expect(await recentCredential(trigger())).toEqual({ privateKey: 'key-2' });
});
