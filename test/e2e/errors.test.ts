import type { IDataObject } from 'n8n-workflow';

import { CARDS, chain, chargeFields } from '../engine/support/world';
import type { NodeView } from './support/nodeView';
import { Session } from './support/session';

const TRIGGER = 'When clicking Execute';

let session: Session;
beforeAll(async () => {
	session = await Session.start();
});
afterAll(() => session.stop());

/** A workflow that charges a card for each of some rows, in the editor. It is run once, and the charge is opened. */
async function charge(fields: IDataObject, rows: IDataObject[] = [{}]): Promise<NodeView> {
	const { rest, editor, workflows } = session;
	const parameters = chargeFields({ ...CARDS.frictionless, ...fields });
	const node = workflows.payment('Charge', { resource: 'card', operation: 'charge', ...parameters });
	const pinData = { [TRIGGER]: rows.map((json) => ({ json })) };
	const { id } = await rest.createWorkflow({ ...chain([node]), name: 'Errors', pinData });
	await editor.open(id);
	await editor.execute();
	return await editor.openNode('Charge');
}

/** All that the error panel shows, with its details unfolded. */
async function panelOf(view: NodeView): Promise<string> {
	const panel = view.page.locator('.node-error-view').last();
	for (const summary of await panel.locator('summary').all()) await summary.click();
	return await panel.innerText();
}

const rowsOf = (...references: string[]) => references.map((reference) => ({ reference }));
const OF_ROW = '={{ $json.reference }}';

test('a typing mistake in the card number is told as such, with what to do, and without internals', async () => {
	const view = await charge({ cardNumber: '2223000000000024' });
	const { message, description } = await view.error();
	await session.screenshot('error-typing-mistake');
	expect(message).toBe("The card was not charged: 'Card Number' is not valid.");
	expect(description).toBe('Check each digit.');
	const shown = await panelOf(view);
	await session.screenshot('error-typing-mistake-details');
	expect(shown).not.toMatch(/stack|\bcause|bundle|\.js|OperationalError|2223/i);
});

test('a used reference is told as such, in one line', async () => {
	await (await charge({ reference: 'ORDER-1001' })).hasRun();
	const view = await charge({ reference: 'ORDER-1001' });
	const { message, description } = await view.error();
	await session.screenshot('used-reference');
	expect(message).toMatch(
		/^Nothing was charged now: Reference ORDER-1001 was used before, and its payment is authorized\.$/,
	);
	expect(description).toContain("set 'If the Reference Was Used Before' to 'Show the First Payment'");
	expect(await panelOf(view)).not.toMatch(/stack|\bcause|bundle|\.js/i);
});

test('a batch with a used reference charges the others, and tells in a line for each item what became of it', async () => {
	const view = await charge({ reference: OF_ROW }, rowsOf('ORDER-2000', 'ORDER-1001', 'ORDER-2002'));
	const { message, description } = await view.error();
	await session.screenshot('batch-stop');
	// n8n names the item itself, counted from 0.
	expect(message).toContain('2 of 3 charged');
	expect(description.split('\n').filter(Boolean).slice(1)).toEqual([
		'Item 0, ORDER-2000: authorized.',
		'Item 1, ORDER-1001: used before, and authorized.',
		'Item 2, ORDER-2002: authorized.',
	]);
});
