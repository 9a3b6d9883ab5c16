import type { NodesPanel } from './support/nodesPanel';
import { Session } from './support/session';

const NODE = 'Card Payment';
const PAGE = 'Card Payment Checkout Trigger';

let session: Session;

beforeAll(async () => {
	session = await Session.start();
});
afterAll(() => session.stop());

describe('the nodes panel', () => {
	let panel: NodesPanel;
	beforeAll(async () => {
		await session.editor.openNew();
		panel = await session.editor.openNodesPanel();
	});

	test.each([
		['card', NODE, 0],
		['payment', NODE, 0],
		['payment link', NODE, 0],
		['payment page', PAGE, 0],
		['accept payments', NODE, 0],
		['accept payments', PAGE, 1],
		['take payment', NODE, 0],
		['take payment', PAGE, 1],
		['authorize', NODE, 0],
		['payout', NODE, 0],
		['pay out', NODE, 0],
		['3d secure', NODE, 0],
		['refund', NODE, 0],
		['list payments', NODE, 0],
		['hosted checkout', NODE, 0],
		['naira', NODE, 0],
		// n8n has nodes of its own whose names begin so, or that are for one-time passwords.
		['invoice', NODE, 1],
		['otp', NODE, 1],
		['pos', NODE, 7],
	])('finds by "%s" the node %s, in place %i', async (words, node, place) => {
		const found = await panel.search(words, node);
		await session.screenshot(`nodes-panel-${words.replace(/ /g, '-')}`);
		expect(found.indexOf(node)).toBe(place);
	});

	test.each([
		['light', /\/cardPayment(Trigger)?\.svg$/],
		['dark', /\/cardPayment(Trigger)?\.dark\.svg$/],
	] as const)('shows what they can do, with icons for the %s theme', async (theme, file) => {
		await session.page.emulateMedia({ colorScheme: theme });
		await session.editor.openNew();
		panel = await session.editor.openNodesPanel();
		await panel.search('card', NODE);
		await panel.open(NODE);
		await panel.unfold('Actions (16)');
		// n8n draws a long list in parts.
		await panel.root.getByText('Wait for transfer outcome').waitFor();

		expect(await panel.names()).toEqual([
			'On new Card Payment event',
			'Check setup',
			'Get account',
			'Get many banks',
			'Resolve account name',
			'Submit OTP',
			'Charge card',
			'Collect OTP',
			'Create hosted checkout',
			'Create payment link',
			'Get many transactions',
			'Refund transaction',
			'Verify transaction',
			'Wait for payment outcome',
			'Create transfer',
			'Get transfer status',
			'Wait for transfer outcome',
		]);
		await session.screenshot(`nodes-panel-${theme}`);
		const icons = await panel.icons();
		expect(icons.length).toBeGreaterThan(7);
		for (const { source, isLoaded } of icons) {
			expect(source).toMatch(file);
			expect(isLoaded).toBe(true);
		}
	});
});
