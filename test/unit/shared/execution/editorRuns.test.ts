import type { IContextObject, INode, IWorkflowDataProxyData, Workflow, WorkflowExecuteMode } from 'n8n-workflow';

import { OUTCOMES, type Outcome } from '../../../../gateway/outcome';
import { SettingError } from '../../../../gateway/protocol/errors';
import type { Money } from '../../../../gateway/schema/money';
import { EditorRuns } from '../../../../nodes/shared/execution/editorRuns';
import type { SentRequest } from '../../../../nodes/shared/execution/sentRequests';

/** A request is its amount. */
const rules = {
	referenceField: 'Reference',
	words: { what: 'card', done: 'charged' },
	alike: {
		// As those of the operations, it fails without a request.
		money: (amount: number) => ({ major: Number(amount.toFixed(2)), minor: amount * 100, currency: 'NGN' }) as Money,
		what: 'card',
	},
};

interface Changes {
	mode?: WorkflowExecuteMode;
	merchant?: string;
	node?: string;
	execution?: string;
	/** The node's context, which a retry has as well. */
	context?: IContextObject;
	isRetry?: boolean;
	hasExecutionContext?: boolean;
	round?: number;
	rules?: ConstructorParameters<typeof EditorRuns<number>>[2];
}

let subject: string;
let count = 0;
let executions = 0;
beforeEach(() => {
	// What this process has remembered for one test is there in the next.
	subject = `subject-${++count}`;
});

const runIn = ({
	mode = 'manual',
	node = `node-${count}`,
	execution = `execution-${++executions}`,
	context = {},
	isRetry = false,
	hasExecutionContext = true,
	round = 0,
	...changes
}: Changes = {}) =>
	new EditorRuns<number>(
		{
			getContext: (type) => (type === 'node' ? context : {}),
			// Older versions of n8n have none.
			getExecutionContext: () => (hasExecutionContext ? { version: 1, establishedAt: 0, source: mode } : undefined),
			getExecutionId: () => execution,
			getMode: () => (isRetry ? 'retry' : mode),
			getNode: () => ({ name: node }) as INode,
			getWorkflow: () => ({ id: 'workflow-1' }) as unknown as Workflow,
			getWorkflowDataProxy: () => ({ $runIndex: round }) as unknown as IWorkflowDataProxyData,
		},
		'merchant' in changes ? changes.merchant : 'merchant-1',
		'rules' in changes ? changes.rules : rules,
	);
const sentAs = (reference: string, outcome?: Outcome, amount = 10): SentRequest<number> => ({
	reference,
	request: amount,
	sentAt: 0,
	account: 'account-1',
	...(outcome && { result: { output: { outcome } } }),
});

/** One row of a list: its reference, and its amount where it passes its checks. */
type Row = [reference: string, amount?: number];

/** One press of "Execute step", up to what it would send: the reference that each row is matched with, "not" where it is left over. */
function press(rows: Row[], changes?: Changes) {
	const runs = runIn(changes);
	rows.forEach(([reference], itemIndex) => runs.identify(itemIndex, subject, reference));
	const found = runs.match(
		rows.map(([reference, request], itemIndex) => ({
			itemIndex,
			reference: request === undefined ? '' : reference,
			request,
		})),
	);
	const matches = rows.map((_, itemIndex) => {
		const match = found.get(itemIndex);
		return match && (match.isSame ? match.sent.reference : `not ${match.sent.reference}`);
	});
	return { runs, matches };
}

/** A press whose rows were all sent, with an unknown outcome. */
function lose(...rows: Array<[reference: string, amount: number]>): void {
	const { runs } = press(rows);
	for (const [reference, amount] of rows) runs.write(sentAs(reference, 'unknown', amount));
}

test('the first run finds nothing', () => {
	const { runs, matches } = press([['A', 10]]);
	expect([matches, runs.repeated, runs.has('A')]).toEqual([[undefined], [], false]);
});

test('what was sent and has no result yet is found by the next run', () => {
	const first = press([['A', 10]]).runs;
	first.write(sentAs('A'));
	expect(first.has('A')).toBe(true);
	const { runs, matches } = press([['B', 10]]);
	expect([matches, runs.has('A'), runs.has('B')]).toEqual([['A'], true, false]);
});

test.each(OUTCOMES)('the outcome %s is looked up by the next run only where it may change', (outcome) => {
	const { runs } = press([['A', 10]]);
	runs.write(sentAs('A'));
	runs.write(sentAs('A', outcome));
	const isOpen = outcome === 'pending' || outcome === 'unknown';
	expect(runs.has('A')).toBe(isOpen);
	expect(press([['B', 10]]).matches).toEqual([isOpen ? 'A' : undefined]);
});

describe('a run in several rounds', () => {
	test('takes nothing that it has sent or found for another item', () => {
		const execution = 'rounds';
		const round = 1;
		lose(['A', 10]);
		const first = press(
			[
				['B', 10],
				['C', 20],
			],
			{ execution },
		);
		expect(first.matches).toEqual(['A', undefined]);
		first.runs.write(sentAs('C', 'unknown', 20));
		const second = press(
			[
				['D', 10],
				['E', 20],
				['F', 30],
			],
			{ execution, round },
		);
		expect(second.matches).toEqual([undefined, undefined, undefined]);
		expect(
			press([
				['G', 10],
				['H', 20],
			]).matches,
		).toEqual(['A', 'C']);
	});

	test('finds what it has sent under its reference, when it is run again', () => {
		const execution = 'again';
		press([['A', 10]], { execution }).runs.write(sentAs('A', 'unknown', 10));
		const found = runIn({ execution }).match([{ itemIndex: 0, reference: 'A', request: undefined }]);
		expect(found.get(0)).toEqual({ isSame: true, sent: sentAs('A', 'unknown') });
	});

	test('sends what it was refused under its reference, when it is run again', () => {
		const execution = 'refused';
		press([['A', 10]], { execution }).runs.write(sentAs('A', 'unknown', 10));
		const rows: Row[] = [
			['A', 10],
			['B', 20],
		];
		expect(press(rows, { execution }).matches).toEqual([undefined, undefined]);
		expect(press(rows).matches).toEqual(['A', undefined]);
	});

	test('is found by the next run, whatever its round was', () => {
		press([['A', 10]], { round: 1 }).runs.write(sentAs('A', 'unknown', 10));
		expect(press([['B', 10]]).matches).toEqual(['A']);
	});

	test('finds what an earlier try of the same round has found, and did not come to', () => {
		const execution = 'tries';
		lose(['A', 10]);
		expect(press([['B', 10]], { execution }).matches).toEqual(['A']);
		expect(press([['B', 10]], { execution }).matches).toEqual(['A']);
		expect(press([['C', 10]], { execution, round: 1 }).matches).toEqual([undefined]);
	});
});

test('a press that is retried as another execution is the same one', () => {
	const context = {};
	lose(['A', 10]);
	expect(press([['B', 10]], { context }).matches).toEqual(['A']);
	expect(press([['C', 10]], { context, isRetry: true, round: 1 }).matches).toEqual([undefined]);
	expect(press([['B', 10]], { context, isRetry: true }).matches).toEqual(['A']);
});

test('directly before a row is sent, what another press has sent about the same since then keeps it back', () => {
	const [first, second] = [press([['A', 10]]).runs, press([['B', 10]]).runs];
	const elsewhere = runIn();
	elsewhere.identify(0, `${subject}, another`, 'C');
	expect(second.refusalNow(0)).toBeUndefined();
	first.write(sentAs('A'));
	expect(second.refusalNow(0)).toEqual({ reference: 'A', error: second.refusalBeside(sentAs('A')) });
	expect([first.refusalNow(0), elsewhere.refusalNow(0), second.refusalNow(1)]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});

test('an evaluation of the editor is one of its runs', () => {
	lose(['A', 10]);
	expect(press([['B', 10]], { mode: 'evaluation' }).matches).toEqual(['A']);
});

test('what was sent is found in an n8n without execution contexts as well', () => {
	lose(['A', 10]);
	expect(press([['B', 10]], { hasExecutionContext: false }).matches).toEqual(['A']);
});

test('what a later run finds out counts for the one after it', () => {
	lose(['A', 10]);
	press([['B', 10]]).runs.write(sentAs('A', 'authorized'));
	expect(press([['C', 10]]).matches).toEqual([undefined]);
});

test('what is known to have done nothing is forgotten', () => {
	lose(['A', 10]);
	press([['B', 10]]).runs.forget('A');
	expect(press([['C', 10]]).matches).toEqual([undefined]);
});

describe('rows about the same', () => {
	test('each is found by its amount, wherever it stands', () => {
		lose(['A', 10], ['B', 20], ['C', 30]);
		const rows: Row[] = [
			['D', 30],
			['E', 10],
		];
		expect(press([...rows, ['F', 20]]).matches).toEqual(['C', 'A', 'B']);
	});

	test('those of one amount are taken in their order', () => {
		lose(['A', 10], ['B', 10]);
		const rows: Row[] = [
			['C', 10],
			['D', 10],
			['E', 10],
		];
		expect(press(rows).matches).toEqual(['A', 'B', undefined]);
	});

	test('one that is found under its reference is no other of its amount', () => {
		lose(['A', 10], ['B', 10]);
		expect(press([['A', 10]]).matches).toEqual(['A']);
	});

	test('a new one is sent beside one that is found', () => {
		lose(['A', 10]);
		const rows: Row[] = [
			['B', 20],
			['C', 10],
		];
		expect(press(rows).matches).toEqual([undefined, 'A']);
	});

	test('none is sent as long as one is left over', () => {
		lose(['A', 10], ['B', 20]);
		const rows: Row[] = [
			['C', 30],
			['D', 20],
		];
		expect(press(rows).matches).toEqual(['not A', 'B']);
	});

	test('the refusal names what is left over, and what to do', () => {
		lose(['A', 10.5]);
		const error = runIn().refusalBeside(sentAs('A', 'unknown', 10.5));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toBe(
			'An earlier run in the editor has sent NGN 10.50 (A) for the same card, and its outcome is still open.',
		);
		expect(error.description).toBe(
			'To see what became of it, execute the step with an item of NGN 10.50. To send this one all the same, enter a Reference of your own.',
		);
	});

	test('one whose checks fail may be what is left over', () => {
		lose(['A', 10]);
		expect(press([['B']]).matches).toEqual(['not A']);
		expect(press([['B'], ['C', 10]]).matches).toEqual([undefined, 'A']);
	});
});

test('where its checks fail, an item may be any request of the node that is left over', () => {
	lose(['A', 10]);
	subject = 'mistyped';
	expect(press([['B']]).matches).toEqual(['not A']);
	expect(press([['B']], { merchant: undefined }).matches).toEqual(['not A']);
	expect(press([['B']], { node: 'other' }).matches).toEqual([undefined]);
	expect(press([['B']], { rules: { ...rules, words: { what: 'money' } } }).matches).toEqual([undefined]);
});

test('nothing is remembered without a credential that can be used', () => {
	const { runs } = press([['A', 10]], { merchant: undefined });
	runs.write(sentAs('A'));
	expect([runs.has('A'), press([['B', 10]]).matches]).toEqual([false, [undefined]]);
});

test('a reference of a user is not remembered', () => {
	const runs = runIn();
	runs.write(sentAs('MINE'));
	runs.forget('MINE');
	expect([runs.has('MINE'), press([['B', 10]]).matches]).toEqual([false, [undefined]]);
});

test('a user who enters the reference of an open request gets that one', () => {
	lose(['A', 10]);
	const runs = runIn();
	const found = runs.match([{ itemIndex: 0, reference: 'A', request: 99 }]);
	expect(found.get(0)).toEqual({ isSame: true, sent: sentAs('A', 'unknown') });
	runs.write(sentAs('A', 'declined'));
	expect(press([['B', 10]]).matches).toEqual([undefined]);
});

test('other subjects and nodes are not affected', () => {
	lose(['A', 10]);
	expect(press([['B', 10]], { node: 'other' }).matches).toEqual([undefined]);
	subject = 'somebody else';
	expect(press([['B', 10]]).matches).toEqual([undefined]);
});

test.each<WorkflowExecuteMode>(['trigger', 'webhook', 'integrated'])(
	'an execution in production has its own references: %s',
	(mode) => {
		lose(['A', 10]);
		const { runs, matches } = press([['A', 10]], { mode });
		expect(matches).toEqual([undefined]);
		runs.write(sentAs('A', 'authorized'));
		runs.forget('A');
		expect(press([['C', 10]]).matches).toEqual(['A']);
	},
);

test('an operation that makes no references takes no part', () => {
	lose(['A', 10]);
	for (const none of [undefined, { ...rules, alike: undefined }])
		expect(press([['A', 10]], { rules: none }).matches).toEqual([undefined]);
});

test('the oldest is forgotten where there are more than 10,000', () => {
	const runs = runIn();
	const send = (reference: string) => {
		runs.identify(0, `${subject}-${reference}`, reference);
		runs.write(sentAs(reference));
	};
	send('OLD');
	for (let number = 0; number < 9_999; number++) send(`${number}`);
	expect(runs.has('OLD')).toBe(true);
	send('NEW');
	expect([runs.has('OLD'), runs.has('0'), runs.has('NEW')]).toEqual([false, true, true]);
});

test('what was sent for another merchant is another payment, which stays open', () => {
	lose(['MINE', 10]);
	const { runs, matches } = press([['NEXT', 10]], { merchant: 'merchant-2' });
	expect(matches).toEqual([undefined]);
	runs.write(sentAs('NEXT', 'unknown'));
	runs.forget('NEXT');
	expect(press([['MINE', 10]], { merchant: 'merchant-2' }).matches).toEqual([undefined]);
	expect(press([['LAST', 10]]).matches).toEqual(['MINE']);
});
