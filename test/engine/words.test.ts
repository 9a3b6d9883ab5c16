import type { IDataObject } from 'n8n-workflow';

import { Engine, type INodeJson } from '../../dev/engine';
import { WITHOUT_ISOLATES } from './support/expressions';
import { CARDS, chargeFields, transferFields, World } from './support/world';

/* A service's words are shown, and decides nothing: whatever it writes, in whatever language, the item is the same. */

/** Words of services, each of which could be taken for something else than it is. */
const TEXTS = [
	'Approved or completed successfully',
	'Duplicate transaction reference',
	'This order has already been paid',
	'Transaction pending, please wait',
	'Processor timeout, transaction status unknown',
	'Insufficient funds',
	'La transaction est en attente de confirmation',
	'Référence déjà utilisée',
	'O pagamento já foi efetuado',
	'المعاملة قيد المعالجة',
	'تم استخدام هذا المرجع من قبل',
	'Die Zahlung wurde bereits ausgeführt',
	'Not charged. Nothing was sent. Reference not found',
	'00',
];

/** The places where services write a text. */
const SHAPES: Array<(text: string) => IDataObject> = [
	(text) => ({ message: text }),
	(text) => ({ status: 'error', error: text, message: text }),
	(text) => ({ message: '', errors: [text], data: { errorMessage: text, responseMessage: text } }),
];

/** Each text at one of these places; settle.test.ts tries any text at all of them. */
const WRITTEN = TEXTS.map((text, index) => SHAPES[index % SHAPES.length]!(text));

/** Statuses that say that nothing was carried out (specification 7, and HTTP's own definition), and others. */
const REFUSALS = [400, 401, 402, 403, 404, 405, 422, 429];
const OPEN = [302, 408, 409, 425, 500, 503];

/** The fields of an item that show what the service has written. */
const WORDS = ['message', 'serviceMessage', 'details', 'description', 'otpMessage', 'otpMessageSupport'];
/** The names that differ in each item: its own reference, and the one that the service gives it. */
const NAMES = ['reference', 'transactionReference'];

interface Pay {
	on: 'charge' | 'transfer';
	node(world: World): INodeJson;
	booked(world: World): number;
}

const options = { requestsAtOnce: WRITTEN.length };
const onError = 'continueRegularOutput';
const reference = '={{ $json.reference }}';

const PAYS: Array<[string, Pay]> = [
	[
		'a charge',
		{
			on: 'charge',
			node: (world) =>
				world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference, options }), { onError }),
			booked: ({ sandbox }) => sandbox.ledger.transactions.length,
		},
	],
	[
		'a transfer',
		{
			on: 'transfer',
			node: (world) =>
				world.node('Pay', 'transfer', 'create', transferFields({ requestId: reference, options }), { onError }),
			booked: ({ sandbox }) => sandbox.transfers.list.length,
		},
	],
];

let worlds: World[] = [];
beforeAll(async () => {
	const engine = await Engine.start(WITHOUT_ISOLATES);
	// The request that was sent is what matters here, not what was asked before.
	const start = async () => await World.start({ webhooksEnabled: false }, { checkReferences: false }, engine);
	worlds = await Promise.all(REFUSALS.map(start));
});
afterAll(async () => {
	for (const { sandbox } of worlds) await sandbox.stop();
	await worlds[0]!.engine.stop();
});

function withoutWords(json: unknown): unknown {
	if (typeof json !== 'object' || json === null) return json;
	const kept = Object.entries(json).filter(([name]) => !WORDS.includes(name) && !NAMES.includes(name));
	return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value)]));
}

/** Collects what the items of one run say beside words, each once: one for each text that the service wrote. */
async function whatIsSaid(world: World, pay: Pay, when: 'before' | 'after', status: number) {
	await world.sandbox.reset();
	await world.one('bank', 'getMany', { limit: 1 });
	for (const fields of WRITTEN) world.sandbox.fail({ on: pay.on, kind: 'status', when, status, fields });
	// Each run has its own, because the node notes transfers that nobody is asked about.
	const rows = WRITTEN.map((_, row) => ({ reference: `W-${status}-${when}-${row}` }));
	const run = await world.run([pay.node(world)], rows);
	const said = run.items('Pay').map(({ json }) => JSON.stringify(withoutWords(json)));
	return {
		items: said.length,
		booked: pay.booked(world),
		said: [...new Set(said)].map((json) => JSON.parse(json) as unknown),
	};
}

const refused = { error: { code: 'refused', field: null, charged: 'no' } };
const open = expect.objectContaining({
	outcome: 'unknown',
	authorized: false,
}) as unknown;
const found = expect.objectContaining({ outcome: 'authorized', authorized: true }) as unknown;

describe.each(PAYS)('%s: the words of the service decide nothing', (_, pay) => {
	test.each([
		['refuses it, and has not acted', 'before', REFUSALS, refused, 0],
		['refuses it, and has acted', 'after', REFUSALS, found, WRITTEN.length],
		['leaves it open, and has not acted', 'before', OPEN, open, 0],
		['leaves it open, and has acted', 'after', OPEN, found, WRITTEN.length],
	] as const)(
		'where it %s',
		async (__, when, statuses, expected, booked) => {
			const lanes = statuses.map(async (status, lane) => {
				const { said, ...counts } = await whatIsSaid(worlds[lane]!, pay, when, status);
				expect({ status, ...counts, said }).toEqual({ status, items: WRITTEN.length, booked, said: [expected] });
			});
			await Promise.all(lanes);
		},
		60_000,
	);
});
