import type { IExecuteFunctions } from 'n8n-workflow';

import { buildRefund, refund } from '../../../gateway/calls/refund';
import { transfer } from '../../../gateway/calls/transfer';
import { payment } from '../../../gateway/payment';
import type { MoneyCall } from '../../../gateway/sending/call';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { ReferenceUsedError } from '../../../gateway/values/errors';
import { noteBeforeSending } from '../../../nodes/shared/execution/processed';
import { CHARGING, NEW_PAYMENT, requestOf } from './support';

/* Notes go into n8n's store of processed items. n8n's own code runs in test/engine/refund-once.test.ts. */

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
const FOUND: LookUp = { kind: 'record', record: payment({ outcome: 'authorized' }) };
const HOW = ['node', { mode: 'entries', maxEntries: 10_000 }];

test('a refund is noted, and taken out where nothing was done', async () => {
	const { helpers, asked } = storeOf();
	const note = await noteBeforeSending(contextWith(helpers), REFUND, request, FOUND, 'id');
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
	const failure = await noteBeforeSending(context, REFUND, request, FOUND, 'id').catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(ReferenceUsedError);
	expect(failure).toMatchObject({
		charged: 'unknown',
		payment: { outcome: 'unknown', transactionReference: 'SBX-1' },
	});
	const note = await noteBeforeSending(context, REFUND, { ...request, sendAgain: true }, FOUND, 'id');
	expect(note.hint).toContain("Turn off 'Send Again'");
	await note.takeOut();
	expect(asked.map(([what]) => what)).toEqual(['note', 'note']);
});

test.each<[string, MoneyCall['earlier']]>([
	['a payment that is made, whose reference finds it', NEW_PAYMENT],
	['what each run sends', { kind: 'sentEachRun' }],
])('nothing is noted of %s', async (_, earlier) => {
	const { helpers, asked } = storeOf('id');
	const note = await noteBeforeSending(contextWith(helpers), { ...CHARGING, earlier }, requestOf('A'), FOUND, 'id');
	await note.takeOut();
	expect([note.hint, asked]).toEqual([undefined, []]);
});

const broken = async () => await Promise.reject<never>(new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed'));

test('a refund is sent where n8n has no such store, and a hint says what that means', async () => {
	const note = await noteBeforeSending(contextWith({}), REFUND, request, FOUND, 'id');
	expect(note.hint).toMatch(/^This n8n is too old to note the refund, so another execution can send it again while/);
	await note.takeOut();
});

test('nothing is sent where n8n fails to note it: its workflow was never saved, or the database is busy', async () => {
	const noting = noteBeforeSending(contextWith({ checkProcessedAndRecord: broken }), REFUND, request, FOUND, 'id');
	await expect(noting).rejects.toMatchObject({ code: 'reference_unchecked', isTemporary: true, charged: undefined });
});

test('a transfer is noted where no look-up finds it, and only there', async () => {
	for (const lookUp of [{ kind: 'cannotTell' }, { kind: 'nothing' }] as const) {
		const { helpers, asked } = storeOf();
		await noteBeforeSending(contextWith(helpers), transfer, requestOf('A'), lookUp, 'id');
		expect(asked).toEqual(lookUp.kind === 'cannotTell' ? [['note', 'id', ...HOW]] : []);
	}
});

test('a note that cannot be taken out keeps nobody from hearing why the refund was refused', async () => {
	const { helpers } = storeOf();
	const note = await noteBeforeSending(
		contextWith({ ...helpers, removeProcessed: broken }),
		REFUND,
		request,
		FOUND,
		'id',
	);
	await expect(note.takeOut()).resolves.toBeUndefined();
});
