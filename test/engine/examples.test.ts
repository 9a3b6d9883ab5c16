import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeStep } from '../../demo/describeStep';
import type { WorkflowJson } from '../../engine';
import { World } from './support/world';

const folder = join(__dirname, '../../examples');

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());

const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowJson;

test('the examples use no fields that the node does not have', () => {
	const known = new Set(
		world.engine.nodeType('n8n-nodes-card-payment.cardPayment').description.properties.map(({ name }) => name),
	);
	const used = readdirSync(folder)
		.flatMap((file) => read(file).nodes)
		.filter(({ type }) => type === 'n8n-nodes-card-payment.cardPayment')
		.flatMap(({ parameters }) => Object.keys(parameters ?? {}));
	expect(used.filter((name) => !known.has(name))).toEqual([]);
	expect(used.length).toBeGreaterThan(0);
});

describe('charge-authorize-verify', () => {
	const workflow = read('charge-authorize-verify.json');
	const withOtp = (otp: string): WorkflowJson => ({
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.name === 'Submit OTP' ? { ...node, parameters: { ...node.parameters, otp } } : node,
		),
	});

	test('ends authorized, with one charge', async () => {
		const run = await world.engine.run(workflow);
		expect(run.error).toBeUndefined();
		const [item] = run.items('Verify Payment');
		expect(item!.json).toMatchObject({ outcome: 'authorized', authorized: true, amount: 10.5, currency: 'NGN' });
		expect(world.sandbox.ledger.chargesOf(item!.json.reference as string)).toBe(1);
	});

	test('with a wrong OTP it stops at the verification, and says why', async () => {
		const run = await world.engine.run(withOtp('000000'));
		expect(run.items('Submit OTP')[0]!.json).toMatchObject({ outcome: 'otp_required', otpRejected: true });
		expect(run.error!.message).toMatch(
			/^The payment SBX-\S+ is not authorized: its outcome is pending, status 1 PENDING \(item 0\)$/,
		);
	});

	test('reads as steps for a person', async () => {
		const steps: string[] = [];
		await world.engine.run(workflow, {
			onNodeFinish: (name, data) => steps.push(describeStep(steps.length + 1, name, data)),
		});
		expect(steps.map((step) => step.split(' (')[0])).toEqual([
			' 1. Start',
			' 2. List Banks',
			' 3. Charge Card',
			' 4. Submit OTP',
			' 5. Verify Payment',
		]);
		expect(steps[1]).toContain('011  Amber Bank');
		expect(steps[3]).toMatch(/outcome +authorized/);
	});
});
