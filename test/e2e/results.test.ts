import type { IDataObject } from 'n8n-workflow';

import { CREDENTIAL } from '../../dev/playground/seed';
import type { NodeView } from './support/nodeView';
import { CARDS, chain, chargeFields } from '../engine/support/world';
import { Session } from './support/session';

/* What people see of a payment in n8n's table, before they scroll. */

const CHARGE = 'Charge';
// These are in the window beside the form.
const SEEN = ['outcome', 'authorized', 'message', 'amount'];

let session: Session;
beforeAll(async () => {
	session = await Session.start();
});
afterAll(() => session.stop());

async function openCharge(changes: IDataObject = {}): Promise<NodeView> {
	const node = {
		name: CHARGE,
		type: 'n8n-nodes-card-payment.cardPayment',
		parameters: { resource: 'card', operation: 'charge', ...chargeFields({ ...CARDS.frictionless, ...changes }) },
		credentials: { cardPaymentApi: { id: session.credentialId, name: CREDENTIAL } },
	};
	// Without it n8n cannot execute a step whose previous nodes have run: the editor always saves it.
	const { id } = await session.rest.createWorkflow({ ...chain([node]), pinData: {} });
	await session.editor.open(id);
	return await session.editor.openNode(CHARGE);
}

const charges = () => session.sandbox.requests.filter(({ endpoint }) => endpoint === 'charge').length;

test('of an authorized payment, what matters is in the first columns', async () => {
	const view = await openCharge();
	await view.execute();
	const [item] = await view.output();
	await session.screenshot('result-authorized');
	expect(Object.keys(item!)).toEqual([...SEEN, 'currency', 'reference', 'transactionReference', 'duplicate']);
	expect(item).toMatchObject({ outcome: 'authorized', message: 'Approved by the card issuer', amount: '10.5' });
	expect((await view.visibleColumns()).slice(0, SEEN.length)).toEqual(SEEN);
	expect((await view.hints()).join()).not.toContain('unknown');
	await view.close();
});

test('an unknown outcome is told above the table, and another press charges nothing', async () => {
	const view = await openCharge({ reference: 'ORD-7001' });
	// The history has the payment only later.
	session.sandbox.configure({ historyLagMs: 3_600_000 });
	session.sandbox.fail({ on: 'charge', kind: 'reset' });
	const before = charges();
	await view.execute();
	const [item] = await view.output();
	await session.screenshot('result-unknown');
	expect(item).toMatchObject({
		outcome: 'unknown',
		message: 'It is not known whether the card was charged. Verify it before you charge it again.',
	});
	expect((await view.visibleColumns()).slice(0, 2)).toEqual(['outcome', 'authorized']);
	expect((await view.hints()).join()).toContain('The outcome is unknown.');

	session.sandbox.configure({ historyLagMs: 0 });
	await view.execute();
	expect((await view.error()).message).toMatch(
		/^Nothing was charged now: Reference ORD-7001 was used before, and is authorized\.$/,
	);
	await session.screenshot('result-unknown-again');
	expect(charges() - before).toBe(1);
});
