import { pay } from '../system/support/payment';
import { Session } from './support/session';

let session: Session;

beforeAll(async () => {
	session = await Session.start({ verifyTellsRefunds: true });
});
afterAll(() => session.stop());

const START = 'When clicking ‘Execute workflow’';
const REFUND = 'Refund transaction';

// One person tries it by hand, so each test goes on where the one before it ended.
describe('a payment that is chosen from the list', () => {
	test('is refunded in part', async () => {
		const { editor, sandbox } = session;
		const { reference } = await pay(sandbox, `${session.rest.url}/webhook/nobody`);
		await editor.openNew();
		const panel = await editor.openNodesPanel();
		await panel.choose('Trigger manually');
		const refund = await editor.addAction(REFUND, START);
		await refund.fields.fromList('Transaction Reference');
		const [chosen] = await refund.fields.search('Transaction Reference', reference);
		expect(chosen).toMatch(new RegExp(`, NGN 10\\.50, authorized, .*${reference}$`));
		await refund.enter({ 'Amount to Refund': '4' });
		await session.screenshot('refund-from-list');
		await refund.execute();
		expect(await refund.output()).toMatchObject([{ outcome: 'refunded', amount: '4', remainingAmount: '6.5' }]);
		await refund.close();
	});

	test('and once more, where Refunded Before is what the record says; a second press sends nothing', async () => {
		const { editor, sandbox } = session;
		const refund = await editor.openNode(REFUND);
		await refund.enter({ 'Amount to Refund': '3', 'Refunded Before': '4' });
		await refund.execute();
		expect(await refund.output()).toMatchObject([{ outcome: 'refunded', amount: '3', remainingAmount: '3.5' }]);
		await refund.execute();
		expect((await refund.error()).message).toContain('7.00 NGN of the payment');
		const [payment] = sandbox.ledger.transactions;
		expect(payment!.refunds.map(({ amountMinor }) => amountMinor)).toEqual([400, 300]);
	});
});
