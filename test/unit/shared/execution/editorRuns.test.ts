import type { WorkflowExecuteMode } from 'n8n-workflow';

import { OUTCOMES, type Outcome } from '../../../../gateway/outcome';
import { EditorRuns } from '../../../../nodes/shared/execution/editorRuns';
import type { SentRequest } from '../../../../nodes/shared/execution/sentRequests';

const runIn = (mode: WorkflowExecuteMode = 'manual', account: string | undefined = 'account-1') =>
	new EditorRuns<string>({ getMode: () => mode }, account);
const sentAs = (reference: string, outcome?: Outcome): SentRequest<string> => ({
	reference,
	request: 'a charge',
	sentAt: 0,
	account: 'account-1',
	...(outcome && { result: { output: { outcome } } }),
});

let subject: string;
let count = 0;
beforeEach(() => {
	// What this process has remembered for one test is there in the next.
	subject = `subject-${++count}`;
});

/** One press of "Execute step", up to what it would send. */
function press(reference: string, mode?: WorkflowExecuteMode) {
	const runs = runIn(mode);
	const own = runs.referenceFor(subject, reference);
	return { runs, own, found: runs.find(own) };
}

test('the first run has the reference of its own, and finds nothing', () => {
	const { runs, own, found } = press('A');
	expect([own, found, runs.repeated, runs.has('A')]).toEqual(['A', undefined, [], false]);
});

test('what was sent and has no result yet is found by the next run, under its reference', () => {
	const first = press('A').runs;
	first.write(sentAs('A'));
	expect(first.has('A')).toBe(true);
	const { runs, own, found } = press('B');
	expect([own, found, runs.repeated]).toEqual(['A', sentAs('A'), ['A']]);
});

test.each(OUTCOMES)('the outcome %s is looked up by the next run only where it may change', (outcome) => {
	const { runs } = press('A');
	runs.write(sentAs('A'));
	runs.write(sentAs('A', outcome));
	const isOpen = outcome === 'pending' || outcome === 'unknown';
	expect(runs.has('A')).toBe(isOpen);
	expect(press('B').own).toBe(isOpen ? 'A' : 'B');
});

test('what a later run finds out counts for the one after it', () => {
	press('A').runs.write(sentAs('A', 'unknown'));
	press('B').runs.write(sentAs('A', 'authorized'));
	expect(press('C')).toMatchObject({ own: 'C', found: undefined });
});

test('what is known to have done nothing is forgotten', () => {
	const { runs } = press('A');
	runs.write(sentAs('A'));
	runs.forget('A');
	expect(press('B').own).toBe('B');
});

test('a reference of a user is neither remembered nor found', () => {
	const runs = runIn();
	runs.write(sentAs('MINE'));
	runs.forget('MINE');
	expect([runs.find('MINE'), runs.find(''), runs.has('MINE'), runs.repeated]).toEqual([
		undefined,
		undefined,
		false,
		[],
	]);
});

test('other subjects are not affected', () => {
	press('A').runs.write(sentAs('A'));
	expect(runIn().referenceFor('somebody else', 'B')).toBe('B');
});

test.each<WorkflowExecuteMode>(['trigger', 'webhook', 'retry', 'integrated'])(
	'an execution in production has its own references: %s',
	(mode) => {
		press('A').runs.write(sentAs('A'));
		const { runs, own, found } = press('B', mode);
		expect([own, found]).toEqual(['B', undefined]);
		runs.write(sentAs('B', 'authorized'));
		runs.forget('B');
		expect(press('C').own).toBe('A');
	},
);

test('the oldest is forgotten where there are more than 10,000', () => {
	const runs = runIn();
	runs.referenceFor(subject, 'OLD');
	runs.write(sentAs('OLD'));
	for (let number = 0; number < 9_999; number++) {
		runs.referenceFor(`${subject}-${number}`, `${number}`);
		runs.write(sentAs(`${number}`));
	}
	expect(runs.has('OLD')).toBe(true);
	runs.referenceFor(`${subject}-more`, 'NEW');
	runs.write(sentAs('NEW'));
	expect([runs.has('OLD'), runs.has('0'), runs.has('NEW')]).toEqual([false, true, true]);
});

test('what was sent with another credential is another payment, which stays open', () => {
	const first = runIn();
	first.referenceFor(subject, 'MINE');
	first.write(sentAs('MINE', 'unknown'));
	const other = runIn('manual', 'account-2');
	expect(other.referenceFor(subject, 'NEXT')).toBe('NEXT');
	other.write({ ...sentAs('NEXT'), account: 'account-2' });
	other.forget('NEXT');
	expect([other.find('MINE'), other.repeated]).toEqual([undefined, []]);
	const again = runIn();
	expect([again.referenceFor(subject, 'LAST'), again.find('MINE')]).toMatchObject(['MINE', { reference: 'MINE' }]);
});

test('without a credential nothing is found', () => {
	const first = runIn();
	first.referenceFor(subject, 'MINE');
	first.write(sentAs('MINE', 'unknown'));
	const none = new EditorRuns<string>({ getMode: () => 'manual' }, undefined);
	expect([none.referenceFor(subject, 'NEXT'), none.find('MINE')]).toEqual(['NEXT', undefined]);
});
