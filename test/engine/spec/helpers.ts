import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest, Transaction } from '../../../dev/sandbox';
import { chargeFields, type World } from '../support/world';

/** Returns the output of an operation for one input item. */
export async function only(
	world: World,
	resource: string,
	operation: string,
	parameters: object = {},
	input: IDataObject = {},
): Promise<IDataObject> {
	const items = await world.one(resource, operation, parameters, [input]);
	expect(items).toHaveLength(1);
	return items[0]!.json;
}

/** The error that ends an operation. */
export async function failure(
	world: World,
	resource: string,
	operation: string,
	parameters: object = {},
	input: IDataObject[] = [{}],
): Promise<{ message: string; description?: string | null }> {
	const run = await world.run([world.node('Node', resource, operation, parameters)], input);
	expect(run.status).toBe('error');
	return run.error!;
}

/** The one request that reached the sandbox at a path. */
export function sentTo(world: World, path: string): RecordedRequest {
	const requests = world.requestsTo(path);
	expect(requests).toHaveLength(1);
	return requests[0]!;
}

/** Charges a card, and gives the sandbox's own record of it. */
export async function charged(world: World, changes: IDataObject = {}): Promise<Transaction> {
	const { transactionReference } = await only(world, 'card', 'charge', chargeFields(changes));
	return world.sandbox.ledger.byTransactionReference(transactionReference as string)!;
}

/** Moves a transaction to any status, as the service does on its own. */
export function setStatus(world: World, transaction: Transaction, status: number): void {
	world.sandbox.ledger.setStatus(transaction, { status, errorCode: '', errorMessage: 'Set by the test' });
}
