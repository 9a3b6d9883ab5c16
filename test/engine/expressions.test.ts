import { Engine } from '../../dev/engine';
import { chargeFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start({}, {}, await Engine.start());
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

const CARD = '5060990580000217499';

/** Charges with several fields by expression, one of them the reference. */
async function charge(reference: string, more: object = {}) {
	const fields = { cardNumber: '={{ $json.card }}', cvv: '={{ $json.code }}', amount: '={{ $json.amount }}' };
	const node = world.node('Node', 'card', 'charge', { ...chargeFields(fields), reference, ...more });
	return await world.run([node], [{ card: CARD, code: '111', amount: 7.5, order: 'A-1' }]);
}

test.each([
	['a field', '={{ $json.order }}', 'A-1'],
	['a number', '={{ 41 + 1 }}', '42'],
	['a condition', '={{ $json.none ? "no" : "A-1" }}', 'A-1'],
	['the item', '={{ "A-" + $itemIndex }}', 'A-0'],
	['text before it', '=A-{{ 1 }}', 'A-1'],
])('a reference by %s is sent as n8n gives it', async (_, expression, expected) => {
	const { error } = await charge(expression);
	expect(error).toBeUndefined();
	expect(world.requestsTo('/transaction/charge')[0]!.body).toMatchObject({
		reference: expected,
		cardNumber: CARD,
		cvv: '111',
		amount: 750,
	});
});

test.each([
	['that comes to nothing', '={{ $json.none }}', 'has no value for this item.'],
	['of something that is not there', '={{ $json.none.order }}', 'has no value for this item.'],
	['that does not end', '={{ $json.order) }}', 'has an expression that cannot be evaluated'],
	['that throws', '={{ $("Nowhere").item.json.order }}', 'has an expression that cannot be evaluated'],
])('a reference %s is an error of that field alone', async (_, expression, rule) => {
	const { error } = await charge(expression);
	expect(error!.message).toContain(`The card was not charged: 'Reference' ${rule}`);
	expect(error!.message).not.toMatch(/CVV|Card Number|Amount/);
	expect(world.requestsTo('/transaction/charge')).toEqual([]);
});

describe('a template', () => {
	const ROW = {
		...{ card: CARD, code: '111', amount: 7.5, order: 'A-1', no: 7, name: 'Null', word: 'Annullierung', empty: '' },
		...{ nothing: null, nullText: 'null', list: ['A'], object: {}, yes: true, long: '2.348E+12', blank: ' \t' },
		date: '2026-11-24T08:00:00Z',
	};
	const reference = async (expression: string) => {
		const fields = chargeFields({ cardNumber: CARD, cvv: '111', amount: 7.5 });
		const node = world.node('Node', 'card', 'charge', { ...fields, reference: expression });
		return await world.run([node], [ROW]);
	};

	test.each([
		['=ORD-{{ $json.no }}', 'ORD-7'],
		['=ORD-{{ $json.order }}-{{ $json.no }}', 'ORD-A-1-7'],
		['={{ $json.order }}{{ $json.no }}', 'A-17'],
		['=ORD-{{ 0 }}', 'ORD-0'],
		['={{ $json.no }} of A', '7 of A'],
		['=ORD-{{ $json.nothing ?? $json.no }}', 'ORD-7'],
		['=ORD-{{ $json.date.toDateTime().toFormat("yyyy") }}', 'ORD-2026'],
		// Letters of the template, or of a name.
		['=ORD-{{ $json.name }}-{{ $json.word }}', 'ORD-Null-Annullierung'],
		['=null-{{ $json.no }}', 'null-7'],
		['={{ "null-" + $json.no }}', 'null-7'],
	])('of which each part gives something is sent: %s', async (expression, expected) => {
		const { error } = await reference(expression);
		expect(error).toBeUndefined();
		expect(world.requestsTo('/transaction/charge')).toMatchObject([{ body: { reference: expected } }]);
	});

	const NOTHING = "'Reference' has an expression that gives nothing for this item.";
	test.each([
		['=ORD-{{ $json.missing }}', NOTHING],
		['=ORD-{{ $json.nothing }}', NOTHING],
		['=ORD-{{ $json.empty }}', NOTHING],
		['=ORD-{{ $json.blank }}', NOTHING],
		['=ORD-{{ $json.missing.number }}', NOTHING],
		[
			'=ORD-{{ $json.order }}-{{ $json.missing }}',
			"'Reference' has an expression (2 of 2) that gives nothing for this item.",
		],
		['=ORD-{{ $json.yes }}', 'gives neither text nor a number for this item.'],
		['=ORD-{{ $json.list }}', 'gives neither text nor a number for this item.'],
		['=ORD-{{ $json.object }}', 'gives neither text nor a number for this item.'],
		['=ORD-{{ $json.date.toDateTime() }}', 'gives neither text nor a number for this item.'],
		['=ORD-{{ $json.missing * 2 }}', 'gives "NaN" for this item.'],
		['={{ $json.missing * 2 }}', 'gives "NaN" for this item.'],
		['=ORD-{{ 90071992547409930 }}', 'has lost digits'],
		['=ORD-{{ $json.long }}', 'has lost digits'],
		['=ORD-{{ $json.nullText }}', 'gives "null" for this item.'],
		['=ORD-{{ "" + $json.missing }}', 'gives "undefined" for this item.'],
		['={{ "ORD-" + $json.missing }}', 'gives "undefined" for this item.'],
		['={{ "ORD" + $json.missing }}', 'gives "undefined" for this item.'],
		['={{ `ORD-${$json.nothing}` }}', 'gives "null" for this item.'],
		['={{ "ORD-" + $json.missing * 2 }}', 'gives "NaN" for this item.'],
		['={{ "ORD-" + $json.object }}', 'gives "[object Object]" for this item.'],
		['={{ `ORD-${DateTime.fromISO($json.order)}` }}', 'gives "Invalid DateTime" for this item.'],
		['={{ "ORD-" + new Date("no date") }}', 'gives "Invalid Date" for this item.'],
		['=ORD-{{ $json.order) }}', 'has an expression that cannot be evaluated'],
	])('of which a part gives no value is refused: %s', async (expression, rule) => {
		const { error } = await reference(expression);
		expect(error?.message).toContain(rule);
		expect(error!.message).toContain("The card was not charged: 'Reference' ");
		expect(world.requestsTo('/transaction/charge')).toEqual([]);
	});
});
