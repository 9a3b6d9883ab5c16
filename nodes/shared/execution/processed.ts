import { Mutex } from 'async-mutex';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { earlierChangeError } from '../../../gateway/sending/pay';
import { UncheckedReferenceError } from '../../../gateway/values/errors';

/** A note that something is sent, which every later execution of the node finds. */
interface Note {
	/** A hint about it, for the user. */
	hint: string | undefined;
	/** True if n8n has noted it now, and had not before. */
	isNew: boolean;
	/** Takes it out, because nothing was done. */
	takeOut(): Promise<void>;
}

const NO_NOTE: Note = { hint: undefined, isNew: false, takeOut: () => Promise.resolve() };

/** n8n's store of processed items, for one node. Its oldest entries go: a record shows a refund long before. */
const SCOPE = 'node';
const ENTRIES = { mode: 'entries', maxEntries: 10_000 } as const;

// n8n reads a node's list and writes it back without a lock, so that of two notes at once one would be lost.
const oneAtATime = new Mutex();

/**
 * Notes what no look-up may find before it is sent, where no execution of the node has noted it: a change of a payment, a transfer, a bank
 * payment. n8n stores the note at once, in manual runs and on workers too, and keeps it when the execution is killed.
 * @param lookUp what the service has before it is sent
 * @param id the payment and its account
 * @throws ReferenceUsedError where another execution has sent it; UncheckedReferenceError where n8n fails to note it
 */
export async function noteBeforeSending(
	{ helpers }: IExecuteFunctions,
	call: MoneyCall,
	request: MoneyRequest,
	lookUp: LookUp,
	id: string | undefined,
): Promise<Note> {
	if (id === undefined || !mustNote(call, lookUp)) return NO_NOTE;
	const { name } = call.words.item;
	// An older n8n has no such store.
	if (!helpers.checkProcessedAndRecord) return { ...NO_NOTE, hint: hintWithoutNote(name) };
	const noted = await oneAtATime
		.runExclusive(async () => await helpers.checkProcessedAndRecord([id], SCOPE, ENTRIES))
		.catch(() => {
			throw noteError(name);
		});
	if (noted.processed.length > 0) {
		if (!request.sendAgain) throw earlierChangeError(call, request);
		return { ...NO_NOTE, hint: `The ${name} was sent again. Turn off 'Send Again' before the next run.` };
	}
	const remove = async () => await helpers.removeProcessed([id], SCOPE, ENTRIES);
	return { ...NO_NOTE, isNew: true, takeOut: async () => await oneAtATime.runExclusive(remove).catch(() => undefined) };
}

/** Says whether nothing but a note keeps another execution from sending it again. */
function mustNote({ earlier }: MoneyCall, { kind }: LookUp): boolean {
	if (earlier.kind === 'makesPayment') return earlier.isNotedUnlessFound === true && kind === 'cannotTell';
	return earlier.kind === 'changesPayment';
}

function hintWithoutNote(name: string): string {
	return `This n8n is too old to note the ${name}, so another execution can send it again while the service does not show it.`;
}

/** Makes the error for what n8n could not note, because the workflow was never saved, or n8n's database is busy. */
function noteError(name: string): UncheckedReferenceError {
	return new UncheckedReferenceError(
		`n8n could not store the note that keeps the ${name} from being sent twice.`,
		'Nothing was sent. Save the workflow if it was never saved, and run it again.',
		true,
	);
}
