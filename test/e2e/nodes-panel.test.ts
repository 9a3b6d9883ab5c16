import type { NodesPanel } from './support/nodesPanel';
import { Session } from './support/session';

const NODE = 'Card Payment';
// n8n leaves out "Trigger" where it lists what a trigger starts on.
const PAGE = 'Card Payment Checkout';

/** The events that the trigger starts on, in the order of the panel. */
const EVENTS = ['authorized', 'declined', 'pending', 'refunded', 'unknown'].map((outcome) => `On payment ${outcome}`);

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
		['take a payment', NODE, 0],
		['take a payment', PAGE, 1],
		['charge a card', NODE, 0],
		['payment notification', NODE, 0],
		['payment webhook', NODE, 0],
		['payment callback', NODE, 0],
		['payment received', NODE, 0],
		['payment authorized', NODE, 0],
		['payment declined', NODE, 0],
		['payment refunded', NODE, 0],
		['chargeback', NODE, 0],
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

	test('lists what the payment page starts on', async () => {
		await panel.search('payment page', PAGE);
		await panel.open(PAGE);
		await panel.root.getByText(EVENTS[0]!).waitFor();
		expect(await panel.names()).toEqual(EVENTS.filter((event) => event !== 'On payment pending'));
		await session.screenshot('nodes-panel-events-of-the-page');
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
		await panel.unfold('Actions (20)');
		// n8n draws a long list in parts.
		await panel.root.getByText('Wait for transfer outcome').waitFor();

		expect(await panel.names()).toEqual([
			...EVENTS,
			'Check setup',
			'Get account',
			'Get account balance',
			'Get many banks',
			'Resolve account name',
			'Create bank payment',
			'Get bank payment',
			'Wait for bank payment outcome',
			'Authorize card with OTP',
			'Charge card',
			'Collect OTP and authorize',
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
