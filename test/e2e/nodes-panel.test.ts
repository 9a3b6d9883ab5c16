import { Session } from './support/session';

const NODE = 'Card Payment';

let session: Session;

beforeAll(async () => {
	session = await Session.start();
});
afterAll(() => session.stop());

describe('the nodes panel', () => {
	test.each([
		['card', 0],
		['payment', 0],
		// n8n has a node of its own for one-time passwords.
		['otp', 1],
	])('finds our nodes by "%s", in place %i', async (word, place) => {
		await session.editor.openNew();
		const panel = await session.editor.openNodesPanel();
		const found = await panel.search(word, NODE);
		expect(found[place]).toBe(NODE);
	});

	test.each([
		['light', '/cardPayment.svg'],
		['dark', '/cardPayment.dark.svg'],
	] as const)('shows what they can do, with icons for the %s theme', async (theme, file) => {
		await session.page.emulateMedia({ colorScheme: theme });
		await session.editor.openNew();
		const panel = await session.editor.openNodesPanel();
		await panel.search('card', NODE);
		await panel.open(NODE);
		await panel.unfold('Actions (12)');

		expect(await panel.names()).toEqual([
			'On new Card Payment event',
			'Get the account',
			'Get many banks',
			'Resolve the name of a bank account',
			'Authorize a card payment with an OTP',
			'Charge a card',
			'Collect the OTP on a page and authorize',
			'Create a payment link',
			'Verify a transaction',
			'Wait for the outcome of a transaction',
			'Create a transfer',
			'Get the status of a transfer',
			'Wait for the outcome of a transfer',
		]);
		await session.screenshot(`nodes-panel-${theme}`);
		const icons = await panel.icons();
		expect(icons.length).toBeGreaterThan(7);
		for (const { source, isLoaded } of icons) {
			expect(source.endsWith(file)).toBe(true);
			expect(isLoaded).toBe(true);
		}
	});
});
