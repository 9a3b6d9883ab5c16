import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../dev/sandbox/endpoint';
import { ACCOUNTS, chargeFields, transferFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(async () => await world.stop());

/** An operation that reads. */
interface Read {
	endpoint: Endpoint;
	/** Its field, which each item fills. */
	field: string;
	more?: object;
	/** A value that leads to a result, and one that breaks a rule. */
	good: () => Promise<unknown>;
	bad: unknown;
	message: string;
}

async function referenceOf(resource: 'card' | 'transfer'): Promise<unknown> {
	const [operation, fields] = resource === 'card' ? ['charge', chargeFields()] : ['create', transferFields()];
	const [item] = await world.one(resource, operation, fields);
	return item!.json.transactionReference;
}

const ofTransaction: Read = {
	endpoint: 'verify',
	field: 'transactionReference',
	good: () => referenceOf('card'),
	bad: '',
	message: "'Transaction Reference' is missing.",
};
const ofTransfer: Read = {
	endpoint: 'transferStatus',
	field: 'transferReference',
	good: () => referenceOf('transfer'),
	bad: '',
	message: "'Transfer Reference' is missing.",
};
const READS: Record<string, Read> = {
	'transaction.verify': ofTransaction,
	'transaction.waitForOutcome': { ...ofTransaction, more: { timeLimit: 0 } },
	'transfer.getStatus': ofTransfer,
	'transfer.waitForOutcome': { ...ofTransfer, more: { timeLimit: 0 } },
	'bankAccount.resolveName': {
		endpoint: 'name',
		field: 'accountNumber',
		more: { bankCode: transferFields().bankCode },
		good: () => Promise.resolve(ACCOUNTS.completes),
		bad: '12',
		message: "'Account Number' does not have 10 digits.",
	},
	'bank.getMany': {
		endpoint: 'banks',
		field: 'limit',
		good: () => Promise.resolve(1),
		bad: -1,
		message: "'Limit' is not a number above zero.",
	},
};

describe.each(Object.entries(READS))('%s', (name, { endpoint, field, more, good, bad, message }) => {
	const [resource, operation] = name.split('.') as [string, string];
	const requests = () => world.sandbox.requests.filter((request) => request.endpoint === endpoint);

	/** Reads one after another; the second item breaks a rule. */
	async function read(settings: object = {}) {
		const input = [await good(), bad, await good()].map((value): IDataObject => ({ value: value as string }));
		world.sandbox.requests.length = 0;
		const parameters = { ...more, [field]: '={{ $json.value }}', options: { requestsAtOnce: 1 } };
		return await world.run([world.node('Node', resource, operation, parameters, settings)], input);
	}

	test('checks an item when its turn comes, and sends no further ones', async () => {
		const { error } = await read();
		expect(error).toMatchObject({
			message,
			context: { itemIndex: 1 },
			description: expect.stringContaining('Item 1.'),
		});
		expect(requests()).toHaveLength(1);
	});

	test('gives each item its outcome with "continue on fail"', async () => {
		const run = await read({ onError: 'continueRegularOutput' });
		expect(run.error).toBeUndefined();
		expect(run.items('Node').map(({ json, pairedItem }) => [pairedItem, json.error ?? null])).toEqual([
			[{ item: 0 }, null],
			[1, expect.objectContaining({ message })],
			[{ item: 2 }, null],
		]);
		expect(requests()).toHaveLength(2);
	});
});
