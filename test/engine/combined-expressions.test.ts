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
	['a comment at the end', '={{ $json.order // the ) order }}', 'A-1'],
	['a number', '={{ 41 + 1 }}', '42'],
	['a condition', '={{ $json.none ? "no" : "A-1" }}', 'A-1'],
	['the item', '={{ "A-" + $itemIndex }}', 'A-0'],
	['text before it', '=A-{{ 1 }}', 'A-1'],
	['brackets as text', '={{ "A-1 }" + "}" }}', 'A-1 }}'],
	['a comma', '={{ "B", "A-1" }}', 'A-1'],
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
	['that comes to nothing', '={{ $json.none }}'],
	['of something that is not there', '={{ $json.none.order }}'],
])('a reference %s is an error of that field alone', async (_, expression) => {
	const { error } = await charge(expression);
	expect(error!.message).toBe("The card was not charged: 'Reference' has no value for this item.");
	expect(world.requestsTo('/transaction/charge')).toEqual([]);
});

test.each([
	['that does not end', '={{ $json.order) }}'],
	['that throws', '={{ $("Nowhere").item.json.order }}'],
	['that would put its own value into another field', '={{ $json.order), cvv: ("999" }}'],
	['that would be another one as well', '={{ $json.order)], ["cvv", ("999" }}'],
])('a reference %s is an error of that field alone', async (_, expression) => {
	const { error } = await charge(expression);
	expect(error!.message).toContain("'Reference' has an expression that cannot be evaluated");
	expect(error!.message).not.toMatch(/CVV|Card Number|Amount/);
	expect(world.requestsTo('/transaction/charge')).toEqual([]);
});
