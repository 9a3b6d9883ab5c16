import type { IExecuteFunctions } from 'n8n-workflow';

import { buildRefund, refund } from '../../../gateway/calls/refund';
import { payment } from '../../../gateway/payment';
import type { MoneyCall } from '../../../gateway/sending/call';
import { ReferenceUsedError } from '../../../gateway/values/errors';
import { noteBeforeSending } from '../../../nodes/shared/execution/processed';
import { CHARGING, NEW_PAYMENT, requestOf } from './support';

/* What is noted in n8n's store of processed items. n8n's own code runs in test/engine/refund-once.test.ts. */

const REFUND = refund as unknown as MoneyCall;
const request = { ...buildRefund({ transactionReference: 'SBX-1' }), paid: payment({ outcome: 'authorized' }) };

/** A store in which these are noted, and what it was asked for. */
function storeOf(...noted: string[]) {
	const asked: unknown[][] = [];
	const helpers = {
		async checkProcessedAndRecord([id]: [string], ...how: unknown[]) {
			asked.push(['note', id, ...how]);
			return noted.includes(id) ? { new: [], processed: [id] } : { new: [id], processed: [] };
		},
		async removeProcessed([id]: [string], ...how: unknown[]) {
			asked.push(['remove', id, ...how]);
		},
	};
	return { asked, helpers };
}

const contextWith = (helpers: object) => ({ helpers }) as unknown as IExecuteFunctions;
const HOW = ['node', { mode: 'entries', maxEntries: 10_000 }];

test('a refund is noted, and taken out where nothing was done', async () => {
	const { helpers, asked } = storeOf();
	const note = await noteBeforeSending(contextWith(helpers), REFUND, request, 'id');
	expect(note.hint).toBeUndefined();
	await note.takeOut();
	expect(asked).toEqual([
		['note', 'id', ...HOW],
		['remove', 'id', ...HOW],
	]);
});

test('a refund that was noted before is not sent, unless it is to be sent again; the note stays', async () => {
	const { helpers, asked } = storeOf('id');
	const context = contextWith(helpers);
	const failure = await noteBeforeSending(context, REFUND, request, 'id').catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(ReferenceUsedError);
	expect(failure).toMatchObject({
		charged: 'unknown',
		payment: { outcome: 'unknown', transactionReference: 'SBX-1' },
	});
	const note = await noteBeforeSending(context, REFUND, { ...request, sendAgain: true }, 'id');
	expect(note.hint).toContain("Turn off 'Send Again'");
	await note.takeOut();
	expect(asked.map(([what]) => what)).toEqual(['note', 'note']);
});

test.each<[string, MoneyCall['earlier']]>([
	['a payment that is made, whose reference finds it', NEW_PAYMENT],
	['what each run sends', { kind: 'sentEachRun' }],
])('nothing is noted of %s', async (_, earlier) => {
	const { helpers, asked } = storeOf('id');
	const note = await noteBeforeSending(contextWith(helpers), { ...CHARGING, earlier }, requestOf('A'), 'id');
	await note.takeOut();
	expect([note.hint, asked]).toEqual([undefined, []]);
});

const broken = async () => await Promise.reject<never>(new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed'));

test.each<[string, object]>([
	['n8n has no such store', {}],
	['the workflow was never saved', { checkProcessedAndRecord: broken }],
])('a refund is sent where %s, and a hint says what that means', async (_, helpers) => {
	const note = await noteBeforeSending(contextWith(helpers), REFUND, request, 'id');
	expect(note.hint).toMatch(/^n8n could not note the refund, .*, so another execution can send it again while/);
	await note.takeOut();
});

test('a note that cannot be taken out keeps nobody from hearing why the refund was refused', async () => {
	const { helpers } = storeOf();
	const note = await noteBeforeSending(contextWith({ ...helpers, removeProcessed: broken }), REFUND, request, 'id');
	await expect(note.takeOut()).resolves.toBeUndefined();
});
