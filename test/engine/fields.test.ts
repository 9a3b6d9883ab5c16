import type { IDataObject } from 'n8n-workflow';

import { chargeFields, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/* A node needs of its user only its own fields, and a value wherever an expression stands. */

setUpWorld({ webhooksEnabled: true });
beforeEach(logIn);

const { notify: _, returnUrl: __, webhookURL: ___, ...onlyTheVisible } = chargeFields();

test('nodes in a row, with nothing but their own fields, end authorized', async () => {
	const run = await world.run([
		world.node('Charge', 'card', 'charge', onlyTheVisible),
		world.node('Authorize', 'card', 'authorize', { otp: '123456' }),
		world.node('Verify', 'transaction', 'verify'),
		world.node('Wait', 'transaction', 'waitForOutcome'),
	]);
	expect(run.error).toBeUndefined();
	for (const name of ['Authorize', 'Verify', 'Wait'])
		expect(run.items(name)).toMatchObject([{ json: { authorized: true } }]);
});

test.each([
	['the Default Currency of the credential, where the node leaves it open', '', 'ghs', 'GHS'],
	["the node's own, where it has one", 'KES', 'GHS', 'KES'],
])('a charge takes %s', async (_what, currency, defaultCurrency, charged) => {
	world.engine.store.write(world.credentialId, {
		...world.engine.store.read(world.credentialId),
		...{ defaultCurrency },
	});
	const fields = chargeFields({ currency: { __rl: true, mode: 'list', value: currency } });
	const [item] = await world.one('card', 'charge', fields);
	expect(item!.json).toMatchObject({ outcome: 'otp_required', currency: charged });
	expect(world.sandbox.ledger.transactions).toMatchObject([{ currency: charged }]);
});

test('so do those of a transfer', async () => {
	const run = await world.run([
		world.node('Transfer', 'transfer', 'create', transferFields()),
		world.node('Status', 'transfer', 'getStatus'),
		world.node('Wait', 'transfer', 'waitForOutcome'),
	]);
	expect(run.error).toBeUndefined();
	for (const name of ['Status', 'Wait']) expect(run.items(name)).toMatchObject([{ json: { authorized: true } }]);
});

describe('an expression that gives nothing is refused, and nothing is asked', () => {
	const missing = '={{ $json.missing }}';

	test.each<[string, string, IDataObject]>([
		['card.charge', 'Terminal ID', chargeFields({ options: { tid: missing } })],
		['card.charge', 'If the Reference Was Used Before', chargeFields({ options: { ifUsed: missing } })],
		['transfer.create', 'Check Account Name First', transferFields({ checkName: missing, expectedName: 'Ada' })],
		[
			'payment.createHostedCheckout',
			'If the Reference Was Used Before',
			{
				amount: '10.50',
				currency: { __rl: true, mode: 'list', value: 'NGN' },
				email: 'a@b.example',
				returnUrl: 'https://shop.example/thanks',
				reference: 'X-1',
				options: { ifUsed: missing },
			},
		],
		['transfer.create', 'If the Reference Was Used Before', transferFields({ options: { ifUsed: missing } })],
		['transaction.verify', 'Transaction Reference', { transactionReference: missing }],
		...['transaction.verify', 'transaction.waitForOutcome', 'transfer.getStatus'].map(
			(operation): [string, string, IDataObject] => [
				operation,
				'Fail Unless Authorized',
				{ transactionReference: 'X-1', transferReference: 'X-1', options: { failUnlessAuthorized: missing } },
			],
		),
	])('%s: %s', async (operation, label, fields) => {
		const [resource, name] = operation.split('.') as [string, string];
		const run = await world.run([world.node('Node', resource, name, fields)]);
		expect(run.error!.message).toMatch(
			new RegExp(`^(The .* was not .*: )?'${label}' (has no value for this item|is missing)\\.$`),
		);
		expect(world.sandbox.requests).toEqual([]);
	});
});
