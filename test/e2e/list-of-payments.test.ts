import { pay } from '../system/support/payment';
import { Session } from './support/session';

let session: Session;

beforeAll(async () => {
	session = await Session.start({ webhooksEnabled: false });
});
afterAll(() => session.stop());

const START = 'When clicking ‘Execute workflow’';

test('a list of payments is a table of low rows, with the date first and the reference in sight', async () => {
	const { editor, sandbox, page } = session;
	for (let invoice = 1001; invoice <= 1004; invoice++) await pay(sandbox, undefined, { reference: `INV-${invoice}` });
	await editor.openNew();
	const panel = await editor.openNodesPanel();
	await panel.choose('Trigger manually');
	const list = await editor.addAction('Get many transactions', START);
	await list.execute();
	const rows = await list.output();
	expect(rows).toHaveLength(4);
	expect(Object.keys(rows[0]!).slice(0, 6)).toEqual([
		...['transactionDate', 'reference', 'outcome', 'authorized', 'amount', 'currency'],
	]);
	await session.screenshot('list-of-payments');
	const table = await page.getByTestId('output-panel').locator('table').boundingBox();
	expect(table!.height).toBeLessThan(300);
});
