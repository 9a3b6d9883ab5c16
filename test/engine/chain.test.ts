import { chargeFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());

test('charge, authorize, verify', async () => {
	const run = await world.run([
		world.node('Charge', 'card', 'charge', chargeFields()),
		world.node('Authorize', 'card', 'authorize', { transactionReference: '={{ $json.transactionReference }}', otp: '123456' }),
		world.node('Verify', 'transaction', 'verify', { transactionReference: '={{ $json.transactionReference }}' }),
	]);
	console.log(run.status, run.error, JSON.stringify([run.items('Charge'), run.items('Authorize'), run.items('Verify')], null, 1));
	console.log(JSON.stringify(world.sandbox.requests.map(({ method, url, headers }) => ({ method, url, headers })), null, 1));
});
test('banks, account', async () => {
	console.log(JSON.stringify((await world.one('bank', 'getMany', { limit: 2 })).concat(await world.one('account', 'get')), null, 1));
	console.log(await world.engine.testCredential('cardPaymentApi', world.engine.store.read(world.credentialId)));
});
