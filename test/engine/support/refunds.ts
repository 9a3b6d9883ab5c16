import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, RetriableExecution } from '../../../dev/engine';
import type { Transaction } from '../../../dev/sandbox';
import { charged } from '../spec/helpers';
import { CARDS, chain } from './world';
import { world } from './worldTests';

export const GOES_ON: Partial<INodeJson> = { onError: 'continueRegularOutput' };

export const paid = async (changes: IDataObject = {}) => await charged(world, { ...CARDS.frictionless, ...changes });
export const threePaid = async () => [await paid(), await paid(), await paid()];

/** The node that refunds what its items name. */
export const node = (more: Partial<INodeJson> = {}, changes: IDataObject = {}) =>
	world.node('Refund', 'transaction', 'refund', changes, more);

export const itemsOf = (payments: Transaction[]) =>
	payments.map(({ transactionReference }) => ({ transactionReference }));

/** Counts the refunds that were sent. */
export const sent = () => world.sandbox.requests.filter(({ endpoint }) => endpoint === 'refund').length;

/** Counts the refunds of each payment that the service has taken. */
export const times = (payments: Transaction[]) => payments.map(({ refunds }) => refunds.length);

/** Runs a list whose second refund the service takes, and n8n ends before the answer. */
export async function killed(payments: Transaction[]): Promise<RetriableExecution> {
	const saved: RetriableExecution[] = [];
	world.sandbox.fail({ on: 'refund', kind: 'hang', skip: 1 });
	let kill = () => {};
	const running = world.engine.run(chain([node()]), {
		mode: 'trigger',
		input: itemsOf(payments),
		onProgress: (progress) => saved.push(progress),
		onStart: (stop) => (kill = stop),
	});
	while (payments[1]!.refunds.length === 0) await new Promise(setImmediate);
	const last = saved.at(-1)!;
	kill();
	await running;
	return last;
}
