import { Mutex } from 'async-mutex';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import { sentByAnother } from '../../../gateway/sending/pay';

/** A note that something is sent, which every later execution of the node finds. */
interface Note {
	/** What people have to know of it. */
	hint: string | undefined;
	/** Takes it out, because nothing was done. */
	takeOut(): Promise<void>;
}

const NO_NOTE: Note = { hint: undefined, takeOut: () => Promise.resolve() };

/** n8n's store of processed items, for one node. Its oldest entries go: a record shows a refund long before. */
const SCOPE = 'node';
const ENTRIES = { mode: 'entries', maxEntries: 10_000 } as const;

// n8n reads a node's list and writes it back without a lock, so that of two notes at once one would be lost.
const oneAtATime = new Mutex();

/**
 * Notes a change of a payment before it is sent, where no execution of the node has noted it. n8n stores the note at once, in manual runs and
 * on workers too, and keeps it when the execution is killed.
 * @param id the payment and its account
 * @throws ReferenceUsedError where another execution has sent it
 */
export async function noteBeforeSending(
	{ helpers }: IExecuteFunctions,
	call: MoneyCall,
	request: MoneyRequest,
	id: string | undefined,
): Promise<Note> {
	if (call.earlier.kind !== 'changesPayment' || id === undefined) return NO_NOTE;
	const { name } = call.words.item;
	// An older n8n has no such store, and nothing is kept there of a workflow that was never saved.
	const noted = await oneAtATime
		.runExclusive(async () => await helpers.checkProcessedAndRecord([id], SCOPE, ENTRIES))
		.catch(() => undefined);
	if (!noted) return { ...NO_NOTE, hint: hintWithoutNote(name) };
	if (noted.processed.length > 0) {
		if (!request.sendAgain) throw sentByAnother(call, request);
		return { ...NO_NOTE, hint: `The ${name} was sent again. Turn off 'Send Again' before the next run.` };
	}
	const remove = async () => await helpers.removeProcessed([id], SCOPE, ENTRIES);
	return { ...NO_NOTE, takeOut: async () => await oneAtATime.runExclusive(remove).catch(() => undefined) };
}

function hintWithoutNote(name: string): string {
	return `n8n could not note the ${name}, because this workflow was never saved or this n8n is too old, so another execution can send it again while the service does not show it.`;
}
