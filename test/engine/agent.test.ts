import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { n8nWorkflow } from '../../dev/engine/n8n';
import { readLink } from '../../nodes/shared/signing/paymentLink';
import { chargeFields, transferFields, World } from './support/world';

/* The node as the tool of an AI agent: n8n then runs it as a node of the type "cardPaymentTool", with the model's values as its item. */

const TOOL = 'n8n-nodes-card-payment.cardPaymentTool';
const PAGE = 'https://n8n.example/webhook/1/checkout';

const ALLOWED = [
	'bank getMany',
	'bankAccount resolveName',
	'bankPayment get',
	'paymentLink create',
	'transaction verify',
	'transfer getStatus',
];

let world: World;
beforeAll(async () => (world = await World.start({}, { amountsIn: 'iso4217' })));
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

/** Runs the tool with what the model has chosen. Returns the item, or the text of the error that the agent gets. */
async function call(
	resource: unknown,
	operation: unknown,
	parameters: object,
	chosen: IDataObject = {},
): Promise<unknown> {
	const tool = world.node('Tool', '', '', { resource, operation, ...parameters }, { type: TOOL });
	const run = await world.run([tool], [chosen]);
	return run.error?.message ?? run.items('Tool')[0]!.json;
}

const properties = () => world.engine.nodeType(TOOL).description.properties;

/** The operations that an editor offers for a type, as "resource operation". */
function offeredBy(type: string): string[] {
	const { description } = world.engine.nodeType(type);
	const isShown = (option: INodePropertyOptions) =>
		n8nWorkflow.NodeHelpers.displayParameter({}, option, { typeVersion: 1 }, description);
	const optionsOf = ({ options }: INodeProperties) => (options as INodePropertyOptions[]).filter(isShown);
	const offered = optionsOf(properties().find(({ name }) => name === 'resource')!).map(({ value }) => value);
	return properties()
		.filter(({ name }) => name === 'operation')
		.flatMap((operation) =>
			operation
				.displayOptions!.show!.resource!.filter((resource) => offered.includes(resource as string))
				.flatMap((resource) => optionsOf(operation).map(({ value }) => `${String(resource)} ${String(value)}`)),
		);
}

test('an agent is offered what reads, and payment links', () => {
	expect(offeredBy(TOOL)).toEqual(ALLOWED);
	expect(offeredBy(TOOL.replace(/Tool$/, '')).length).toBeGreaterThan(ALLOWED.length);
});

describe('everything else is refused, whatever the workflow says, and nothing reaches the service', () => {
	const refused = () => offeredBy(TOOL.replace(/Tool$/, '')).filter((name) => !ALLOWED.includes(name));

	test('each other operation', async () => {
		expect(refused()).toEqual(expect.arrayContaining(['card charge', 'card authorize', 'transfer create']));
		for (const name of [...refused(), 'card refund', 'card __CUSTOM_API_CALL__', ' ']) {
			const [resource, operation] = name.split(' ');
			const fields = {
				...chargeFields(),
				...transferFields(),
				transactionReference: 'SBX-1',
				otp: '123456',
				email: 'a@b.example',
			};
			expect(await call(resource, operation, fields)).toMatch(/^Nothing was sent, because an AI agent/);
		}
		expect(world.sandbox.requests).toEqual([]);
	});

	test('an operation that the model chooses', async () => {
		const byModel = ['={{ $json.resource }}', '={{ $json.operation }}'] as const;
		const chosen = { resource: 'card', operation: 'charge' };
		expect(await call(...byModel, chargeFields(), chosen)).toMatch(/^Nothing was sent/);
		expect(world.sandbox.requests).toEqual([]);
	});
});

describe('a payment link of an agent', () => {
	const limit = [
		{ currency: 'NGN', largestAmount: '500.00' },
		{ currency: 'jpy', largestAmount: '9000' },
	];
	const fields = {
		checkoutUrl: PAGE,
		agentLimits: { limit },
		amount: '={{ $json.amount }}',
		currency: { __rl: true, mode: 'code', value: '={{ $json.currency }}' },
		reference: '={{ $json.reference }}',
		expiresAfter: 24,
		tries: 3,
		qrCode: 'none',
	};
	const chosen = { amount: 12.5, currency: 'NGN', reference: 'ORD-1001' };
	const link = async (changes: object, ofModel: IDataObject = {}) =>
		await call('paymentLink', 'create', { ...fields, ...changes }, { ...chosen, ...ofModel });

	test.each([[{ amount: '12.50' }], [{ amount: 500 }], [{ amount: '9000', currency: 'JPY' }], [{ currency: 'ngn' }]])(
		'is made within the limits: %j',
		async (ofModel) => {
			const { url, currency } = (await link({}, ofModel)) as { url: string; currency: string };
			const parameter = new URL(url).searchParams.get('link')!;
			const { privateKey } = world.sandbox.options;
			expect(readLink(parameter, new URL(url).pathname, { privateKey, previousPrivateKey: '' })).toMatchObject({
				reference: 'ORD-1001',
				currency,
			});
		},
	);

	test.each([
		['an amount above the limit', {}, { amount: '500.01' }, /^'Amount' is above the agent's limit of NGN 500\.00\.$/],
		[
			'one above that of its currency',
			{},
			{ amount: 9001, currency: 'JPY' },
			/^'Amount' is above the agent's limit of JPY 9000/,
		],
		['another currency', {}, { currency: 'USD' }, "'Currency' is USD, for which the agent has no limit."],
		['no limits', { agentLimits: {} }, {}, "'Agent Limits' is empty."],
		[
			'a limit that is no amount',
			{ agentLimits: { limit: [{ currency: 'NGN', largestAmount: '1,000' }] } },
			{},
			/^'Agent Limits > Largest Amount' is not a plain number/,
		],
		[
			'limits that are an expression',
			{ agentLimits: '={{ $json.limits }}' },
			{ limits: { limit } },
			"'Agent Limits' is empty.",
		],
		[
			'a limit by the model',
			{ agentLimits: { limit: [{ currency: 'NGN', largestAmount: '={{ $json.most }}' }] } },
			{ most: 9e9, amount: 9e8 },
			/^'Agent Limits( > Largest Amount)?' (has an expression|is not a plain number)/,
		],
		[
			'a page by the model',
			{ checkoutUrl: '={{ $json.page }}' },
			{ page: 'https://else.example/webhook/1/checkout' },
			"'Checkout URL' has an expression.",
		],
		['no reference', {}, { reference: '' }, "'Reference' has no value for this item."],
	])('is refused with %s', async (_what, changes, ofModel, message) => {
		const refused = expect.stringMatching(message) as string;
		expect(await link(changes, ofModel as IDataObject)).toEqual(typeof message === 'string' ? message : refused);
	});
});
