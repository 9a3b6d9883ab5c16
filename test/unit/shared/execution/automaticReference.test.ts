import { createHmac } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { SettingError } from '../../../../gateway/protocol/errors';
import { AutomaticReference, digitsOf } from '../../../../nodes/shared/execution/automaticReference';
import type { EditorRuns } from '../../../../nodes/shared/execution/editorRuns';

const EXECUTION = {
	instance: 'instance-1',
	workflow: 'workflow-1',
	execution: '7' as string | undefined,
	node: 'node-1',
	runIndex: 0,
	resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=abc' as unknown,
	hasExecution: true,
};

function referenceIn(changes: Partial<typeof EXECUTION> = {}, state: Record<string, unknown> = {}) {
	return referencesIn(changes, state)(['4012']);
}

/** Makes the references of one run. */
function referencesIn(
	changes: Partial<typeof EXECUTION> = {},
	state: Record<string, unknown> = {},
	editorRuns: Pick<EditorRuns, 'identify'> = { identify: () => undefined },
) {
	const { instance, workflow, execution, node, runIndex, resumeUrl, hasExecution } = { ...EXECUTION, ...changes };
	const context = {
		getContext: (type: string) => (type === 'node' ? state : {}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex, $execution: hasExecution ? { resumeUrl } : undefined }),
		getInstanceId: () => instance,
		getWorkflow: () => ({ id: workflow }),
		getExecutionId: () => execution,
		getNode: () => ({ id: 'node-1', name: node }),
	};
	const automatic = new AutomaticReference(context as unknown as IExecuteFunctions, 'key', editorRuns);
	let items = 0;
	return (about: unknown[]) => automatic.forItem(items++, about);
}

const hashOf = (...origin: unknown[]) =>
	`n8n-${createHmac('sha256', 'key').update(JSON.stringify(origin)).digest('hex').slice(0, 24)}`;

test('is derived from what identifies the item', () => {
	expect(referenceIn()).toBe(hashOf('instance-1', 'workflow-1', 'abc', 'node-1', 0, '["4012"]', 0));
});

test('of items about the same counts them', () => {
	const next = referencesIn();
	const counted = [0, 1, 2].map((count) => hashOf('instance-1', 'workflow-1', 'abc', 'node-1', 0, '["4012"]', count));
	expect([next(['4012']), next(['4012']), next(['4012'])]).toEqual(counted);
});

test('is the same when the node runs again, and when the execution is retried under another ID', () => {
	expect(referenceIn()).toBe(referenceIn());
	expect(referenceIn({ execution: '8' })).toBe(referenceIn());
});

test('a card number counts by its digits', () => {
	expect([digitsOf('4012 0000-3333'), digitsOf(401200003333)]).toEqual(['401200003333', 401200003333]);
});

test('belongs to whom an item is about, wherever it stands in the list', () => {
	const [one, other] = [referencesIn(), referencesIn()];
	const [ada, ben] = [
		[digitsOf('4012 0000-3333'), 'ada@shop.example'],
		['4012', 'ben@shop.example'],
	];
	const before = [ada, ben, ada].map(one);
	expect(new Set(before).size).toBe(3);
	expect([ben, [digitsOf(401200003333), 'ada@shop.example'], ada].map(other)).toEqual([
		before[1],
		before[0],
		before[2],
	]);
});

test.each([
	['Invoice 1-11', 'Invoice 11-1'],
	['Rent 1 2', 'Rent 12'],
	['ann-e@shop.example', 'anne@shop.example'],
	['"A"', 'A'],
	[[{ name: 'Size', value: 'S' }], [{ name: 'Size', value: 'M' }]],
])('of %j is not that of %j', (one, other) => {
	expect(referencesIn()([one])).not.toBe(referencesIn()([other]));
});

test('is another one for every run, node, execution, workflow and instance', () => {
	const references = [
		referenceIn(),
		referenceIn({ runIndex: 1 }),
		referenceIn({ node: 'node-2' }),
		referenceIn({ resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=def' }),
		referenceIn({ workflow: 'workflow-2' }),
		referenceIn({ instance: 'instance-2' }),
	];
	expect(new Set(references).size).toBe(references.length);
});

describe('where n8n signs no resume URL', () => {
	const FROM_ID = hashOf('instance-1', 'workflow-1', '7', 'node-1', 0, '["4012"]', 0);

	test.each([undefined, 'https://n8n.example/webhook-waiting/7', 'not a URL?signature=abc', 7])(
		'it is derived from the ID of the execution: %p',
		(resumeUrl) => {
			expect(referenceIn({ resumeUrl })).toBe(FROM_ID);
		},
	);

	test('it is so as well where n8n tells nothing of the execution', () => {
		expect(referenceIn({ hasExecution: false })).toBe(FROM_ID);
	});

	test('the first ID is kept for a retry', () => {
		const state = {};
		expect(referenceIn({ resumeUrl: undefined }, state)).toBe(FROM_ID);
		expect(state).toEqual({ executionId: '7' });
		expect(referenceIn({ resumeUrl: undefined, execution: '8' }, state)).toBe(FROM_ID);
	});

	test('a kept ID counts more than a signature that appears later', () => {
		expect(referenceIn({}, { executionId: '7' })).toBe(FROM_ID);
	});

	test('and gives no ID, there is none', () => {
		const make = () => referenceIn({ resumeUrl: undefined, execution: undefined });
		expect(make).toThrow(SettingError);
		expect(make).toThrow(
			expect.objectContaining({
				message: 'There is no automatic reference in this kind of run.',
				description: 'Give a Reference of your own, such as the number of the order.',
			}),
		);
	});
});

test('nothing is kept where the signature identifies the execution', () => {
	const state = {};
	referenceIn({}, state);
	expect(state).toEqual({});
});

test('in the editor, each item is identified by what every run has in common', () => {
	const asked: Array<[number, string, string]> = [];
	const editorRuns = { identify: (...one: [number, string, string]) => void asked.push(one) };
	const first = referencesIn({}, {}, editorRuns);
	expect(first(['4012'])).toBe(referenceIn());
	first(['4012']);
	referencesIn({ execution: '8', resumeUrl: null, runIndex: 1 }, {}, editorRuns)([4012]);
	const [[index, subject, reference], [nextIndex, equalItem, equalReference], [, nextRun, nextReference]] = asked as [
		[number, string, string],
		[number, string, string],
		[number, string, string],
	];
	expect([index, nextIndex]).toEqual([0, 1]);
	expect(reference).toBe(referenceIn());
	expect(new Set([reference, equalReference, nextReference]).size).toBe(3);
	expect([equalItem, nextRun]).toEqual([subject, subject]);
	const origin = JSON.stringify(['instance-1', 'workflow-1', 'node-1', '["4012"]']);
	expect(subject).toBe(createHmac('sha256', 'instance-1').update(origin).digest('hex'));
});
