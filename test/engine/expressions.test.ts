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
