import {
	InputError,
	ReferenceUsedError,
	RefusedError,
	SettingError,
	UncheckedReferenceError,
	UnexpectedError,
	type GatewayError,
} from '../../../gateway/values/errors';
import type { FailedItem, Item } from '../../../nodes/shared/execution/items';
import { PayReport } from '../../../nodes/shared/execution/payReport';
import { NODE as node } from '../context';
import { CHARGING, ready, sent } from './support';

let report: PayReport;
beforeEach(() => {
	report = new PayReport(node, CHARGING.words);
});

const AUTHORIZED = { output: { outcome: 'authorized' } };
const done = (reference: string): Item => ({ kind: 'done', reference, result: AUTHORIZED });
const failed = (reference: string, error: GatewayError, isInDoubt = false): Item => ({
	kind: 'failed',
	reference,
	error,
	isInDoubt,
});
const itemsWith = (error: GatewayError, isInDoubt = false): Item[] => [
	done('A-1'),
	failed('A-2', error, isInDoubt),
	ready('A-3'),
];

const usedAs = (outcome: string) =>
	new ReferenceUsedError('Nothing was charged now: A-2 was used before.', 'Show it, or use a new one.', {
		outcome,
		transactionReference: 'SBX-2',
	});
const REFUSED = new RefusedError('The service refused it.', 'Look.', 403);
const CVV_MISSING = new InputError([{ path: ['cvv'], field: 'CVV', rule: 'is missing. Give it a value.' }]);

describe('The error of a run that stopped on its way', () => {
	test('tells how far it came, why it stopped, and what became of every item', () => {
		const { message, description, context } = report.failure(itemsWith(REFUSED), 'sent');
		expect(message).toBe('1 of 3 charged, stopped at A-2.');
		expect(description!.split('<br>')).toEqual([
			'Item 1, A-2: The card was not charged by this call: the service refused it. Look.',
			'',
			'Item 0, A-1: authorized.',
			'Item 1, A-2: not charged.',
			'Item 2, A-3: not sent.',
		]);
		expect(context.itemIndex).toBe(1);
	});

	test.each(['otp_required', 'declined', 'unknown', undefined])(
		'does not call an item charged whose outcome is %s',
		(outcome) => {
			const sent: Item = { kind: 'done', reference: 'A-1', result: { output: { outcome } } };
			const { message, description } = report.failure([sent, failed('', REFUSED)], 'sent');
			expect(message).toBe('1 of 2 sent, stopped at item 1.');
			const isKnown = outcome !== undefined && outcome !== 'unknown';
			const state = isKnown ? outcome : 'outcome not known: verify it before you do anything else';
			expect(description).toContain(`<br>Item 0, A-1: ${state}.`);
		},
	);

	test('does not say "not charged" after a mistake of this package', () => {
		const error = new UnexpectedError('Something went wrong (TypeError).', 'Report it.');
		const { message, description } = report.failure(itemsWith(error, true), 'sent');
		expect(message).toBe('1 of 3 charged, stopped at A-2.');
		expect(description).toContain(
			'It is not known whether the card was charged: something went wrong (TypeError). Verify it before you do anything else. Report it.<br>',
		);
		expect(description).not.toContain('not charged');
	});

	test("holds none of the node's parameters", () => {
		expect(report.failure(itemsWith(REFUSED), 'sent').node.parameters).toEqual({});
	});

	test('does not say "not charged" of what an earlier try has sent', () => {
		const items: Item[] = [sent('A-1'), failed('A-2', REFUSED)];
		const { message, description } = report.failure(items, 'sent');
		expect(message).toBe('0 of 2 charged, stopped at A-2.');
		expect(description).toContain('Item 0, A-1: outcome not known: verify it before you do anything else.');
	});

	test('tells of the references that were used before, and of the items that were sent all the same', () => {
		const error = usedAs('authorized');
		expect(report.failure([failed('A-2', error)], 'sent')).toMatchObject({
			message: error.message,
			description: error.description,
		});
		const items = [done('A-1'), failed('A-2', error), done('A-3'), failed('A-4', usedAs('declined'))];
		expect(report.failure(items, 'sent').description!.split('<br>')).toEqual([
			// Nothing stopped, so the first of them is told.
			`Item 1, A-2: ${error.message} ${error.description}`,
			'',
			'Item 0, A-1: authorized.',
			'Item 1, A-2: used before, and authorized.',
			'Item 2, A-3: authorized.',
			'Item 3, A-4: used before, and declined.',
		]);
	});
});

describe('The error of a run in which something broke a rule', () => {
	const AMOUNT = new InputError([{ path: ['amount'], field: 'Amount', rule: 'has a comma. Write 10.50.' }]);

	test.each<[string, Item[], string, string]>([
		['of one item', [failed('', CVV_MISSING)], "The card was not charged: 'CVV' is missing.", 'Give it a value.'],
		[
			'of several, and names the one',
			[itemsWith(REFUSED)[2]!, failed('', CVV_MISSING)],
			"No card was charged: 'CVV' is missing.",
			"Item 1: The card was not charged: 'CVV' is missing. Give it a value.",
		],
		[
			'of several, and has a line for each',
			[failed('', CVV_MISSING), failed('', AMOUNT)],
			'No card was charged: 2 of 2 items cannot be sent.',
			"Item 0: The card was not charged: 'CVV' is missing. Give it a value.<br>Item 1: The card was not charged: 'Amount' has a comma. Write 10.50.",
		],
	])('says that nothing was charged, why, and what to do: %s', (_, items, message, description) => {
		expect(report.failure(items, 'checked')).toMatchObject({ message, description });
	});

	test('names each rule, tells what earlier tries have sent, and does not say that nothing was charged', () => {
		const amount = new InputError([{ path: ['amount'], field: 'Amount', rule: 'has a comma. Write 10.50.' }]);
		const { message, description } = report.failure(
			[done('A-1'), failed('', CVV_MISSING), sent('A-3'), failed('', amount)],
			'checked',
		);
		expect(message).toBe('Nothing was sent by this call: 2 of 4 items cannot be sent.');
		expect(description!.split('<br>')).toEqual([
			"Item 1: The card was not charged: 'CVV' is missing. Give it a value.",
			"Item 3: The card was not charged: 'Amount' has a comma. Write 10.50.",
			'',
			'Item 0, A-1: authorized.',
			'Item 2, A-3: outcome not known: verify it before you do anything else.',
		]);
	});

	test('tells of an item that an earlier try has sent where the run could not begin', () => {
		const error = new SettingError('The credential has no API Key.', 'Enter it.');
		const { message, description } = report.failure([failed('', error), failed('A-2', error, true)], 'checked');
		expect(message).toBe('Nothing was sent by this call: the credential has no API Key.');
		expect(description).toContain('Item 1, A-2: outcome not known: verify it before you do anything else.');
	});

	test('says the same of all items where the run could not begin', () => {
		const error = new SettingError('The credential has no API Key.', 'Enter it.');
		expect(report.failure([failed('', error), failed('', error)], 'checked').message).toBe(
			'No card was charged: the credential has no API Key.',
		);
	});
});

describe('A failed item', () => {
	/** As n8n makes it: the error's message becomes the item's `error`. */
	const errorOf = (of: PayReport, error: GatewayError, reference = '', isInDoubt = false) => {
		const item = of.output(failed(reference, error, isInDoubt) as FailedItem, 3);
		expect(item.json).toEqual({});
		expect(item.pairedItem).toBe(3);
		return item.error!.message as unknown;
	};

	test('says what is wrong with which field', () => {
		expect(errorOf(report, CVV_MISSING)).toEqual({
			message: "The card was not charged: 'CVV' is missing.",
			description: 'Give it a value.',
			code: 'invalid_input',
			field: 'CVV',
			reference: null,
			charged: 'no',
		});
	});

	test.each(['authorized', 'unknown'])('tells what the reference was used for: %s', (outcome) => {
		const error = usedAs(outcome);
		expect(errorOf(report, error, 'A-2')).toEqual({
			message: error.message,
			description: error.description,
			code: 'reference_used',
			field: null,
			reference: 'A-2',
			charged: 'no',
			outcome,
			transactionReference: 'SBX-2',
		});
	});

	describe('in a retry, before which n8n may have been stopped while it sent', () => {
		const asked = (charged: 'no' | 'unknown') => Object.assign(new RefusedError('Refused', '', 403), { charged });

		test.each<[GatewayError, 'no' | 'unknown']>([
			// Nobody has asked the service.
			[CVV_MISSING, 'unknown'],
			[new SettingError('The credential has no API Key.'), 'unknown'],
			[new UncheckedReferenceError('The service does not say.'), 'unknown'],
			// It was asked.
			[usedAs('authorized'), 'no'],
			[asked('no'), 'no'],
			[asked('unknown'), 'unknown'],
		])('may be charged where nobody has asked: %s', (error, charged) => {
			const isInDoubt = error.charged === 'unknown';
			const inRetry = new PayReport(node, CHARGING.words, true);
			const said = errorOf(inRetry, error, 'A-2', isInDoubt) as { charged: string; description: string };
			expect(said.charged).toBe(charged);
			expect(said.description.includes('This is a retry')).toBe(error.charged === undefined);
			expect(errorOf(report, error, 'A-2', isInDoubt)).toMatchObject({ charged: isInDoubt ? 'unknown' : 'no' });
		});
	});

	test('may be charged where nobody knows', () => {
		expect(errorOf(report, new UnexpectedError('It broke.', 'Report it.'), 'A-1', true)).toMatchObject({
			message: 'It is not known whether the card was charged: it broke.',
			description: 'Verify it before you do anything else. Report it.',
			code: 'unexpected',
			charged: 'unknown',
		});
	});
});
