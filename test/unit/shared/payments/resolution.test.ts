import type { IDataObject } from 'n8n-workflow';

import {
	LostAnswerError,
	PossibleRepeatError,
	RefusedError,
	ServiceError,
	SettingError,
	UnreachableError,
	type GatewayError,
} from '../../../../gateway/protocol/errors';
import { payment, type Payment } from '../../../../gateway/payment';
import {
	findFirst,
	lookUpSent,
	resolve,
	type Resolution,
	type WhenUsed,
} from '../../../../nodes/shared/payments/resolution';
import type { Connection } from '../../../../nodes/shared/transport/connection';
import { withoutWaiting } from '../context';

const connection = {} as Connection;
const RECORD = payment({ outcome: 'authorized', reference: 'ORDER-1' });
const NOT_FOUND = new RefusedError('Not found', '', 404);
const FORBIDDEN = new RefusedError('The service refused the key', '', 403);

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** A payment whose look-ups are answered from a list. */
function resolutionWith(replies: Array<Payment | GatewayError>, refusedResult?: { output: IDataObject }) {
	const asked: string[] = [];
	const refused: GatewayError[] = [];
	const resolution: Resolution<IDataObject> = {
		target: {
			reference: 'ORDER-1',
			async fetchRecord(_, reference) {
				asked.push(reference);
				const reply = replies.shift()!;
				return reply instanceof Error ? { failure: reply } : { value: reply, raw: { not: 'shown' } };
			},
			isIt: ({ reference }) => reference === 'ORDER-1',
			secrets: [],
		},
		unknown: payment({ outcome: 'unknown', reference: 'ORDER-1' }),
		inDoubt: 'the card was charged',
		advice: 'Verify it later.',
		describe: ({ outcome, reference, status, details }, answerLost) => ({
			outcome,
			reference,
			status,
			details,
			answerLost,
		}),
		async refused(failure) {
			refused.push(failure);
			return refusedResult;
		},
	};
	return { resolution, asked, refused };
}

describe('an answer', () => {
	test('that tells the outcome is all that counts', async () => {
		const { resolution, asked } = resolutionWith([]);
		const value = payment({ outcome: 'otp_required', reference: 'ORDER-1' });
		expect(await resolve(connection, { value, raw: { as: 'it came' } }, resolution)).toEqual({
			output: { outcome: 'otp_required', reference: 'ORDER-1', status: null, details: null, answerLost: false },
			raw: { as: 'it came' },
		});
		expect(asked).toEqual([]);
	});

	test("that does not tell the outcome is looked up under the service's reference", async () => {
		const { resolution, asked } = resolutionWith([RECORD]);
		const value = payment({ outcome: 'unknown', transactionReference: 'SBX-1', status: 99 });
		expect(await withoutWaiting(resolve(connection, { value, raw: {} }, resolution))).toEqual({
			output: { outcome: 'authorized', reference: 'ORDER-1', status: null, details: null, answerLost: false },
			mentioned: 'SBX-1',
		});
		expect(asked).toEqual(['SBX-1']);
	});

	test('keeps what it told where the look-up does not help', async () => {
		const { resolution, asked } = resolutionWith([FORBIDDEN]);
		const value = payment({ outcome: 'unknown', status: 99, details: 'It is odd', serviceMessage: 'Odd' });
		const { output, raw } = await withoutWaiting(resolve(connection, { value, raw: {} }, resolution));
		expect(output).toEqual({
			outcome: 'unknown',
			reference: null,
			status: 99,
			details:
				'It is odd, so it is not known whether the card was charged. Looking it up did not help: the service refused the key. Verify it later.',
			answerLost: false,
		});
		expect(raw).toBeUndefined();
		expect(asked).toEqual(['ORDER-1']);
	});

	test("of an unknown status is told in the service's words where there are no others", async () => {
		const { resolution } = resolutionWith([FORBIDDEN]);
		const value = payment({ outcome: 'unknown', status: 99, serviceMessage: 'Odd' });
		const { output } = await withoutWaiting(resolve(connection, { value, raw: {} }, resolution));
		expect(output.details).toMatch(/^Odd, so it is not known/);
	});

	test('of an unknown status without words gets some', async () => {
		const { resolution } = resolutionWith([FORBIDDEN]);
		const value = payment({ outcome: 'unknown', status: 99 });
		const { output } = await withoutWaiting(resolve(connection, { value, raw: {} }, resolution));
		expect(output.details).toMatch(/^The service gave a status that this node does not know, so it is not known/);
	});
});

describe('a lost answer', () => {
	const failure = new LostAnswerError('No answer came in time');

	test('is replaced by the record', async () => {
		const { resolution, asked, refused } = resolutionWith([NOT_FOUND, RECORD]);
		expect(await withoutWaiting(resolve(connection, { failure }, resolution))).toEqual({
			output: { outcome: 'authorized', reference: 'ORDER-1', status: null, details: null, answerLost: true },
		});
		expect(asked).toEqual(['ORDER-1', 'ORDER-1']);
		expect(refused).toEqual([]);
	});

	test('stays unknown where there is no record', async () => {
		const { resolution } = resolutionWith([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
		expect(await withoutWaiting(resolve(connection, { failure }, resolution))).toEqual({
			output: {
				outcome: 'unknown',
				reference: 'ORDER-1',
				status: null,
				details:
					'No answer came in time, so it is not known whether the card was charged. Looking it up did not help: the service finds nothing under this reference, which not every provider can. Verify it later.',
				answerLost: true,
			},
		});
	});
});

describe('a failure', () => {
	test.each([new RefusedError('No', '', 400), new UnreachableError('No'), new SettingError('No')])(
		'that is all that came of it is thrown: %s',
		async (failure) => {
			const { resolution, asked, refused } = resolutionWith([]);
			await expect(resolve(connection, { failure }, resolution)).rejects.toBe(failure);
			expect(refused).toEqual([failure]);
			expect(asked).toEqual([]);
		},
	);

	test('may have a result', async () => {
		const result = { output: { outcome: 'otp_required' } };
		const { resolution } = resolutionWith([], result);
		const failure = new RefusedError('No', '', 400);
		expect(await resolve(connection, { failure }, resolution)).toBe(result);
	});
});

test('what an earlier try has sent is looked up', async () => {
	const { resolution, asked } = resolutionWith([RECORD]);
	expect(await withoutWaiting(lookUpSent(connection, 'this charge', resolution))).toEqual({
		output: { outcome: 'authorized', reference: 'ORDER-1', status: null, details: null, answerLost: true },
	});
	expect(asked).toEqual(['ORDER-1']);
});

test('what an earlier try has sent, and nobody knows, stays unknown', async () => {
	const { resolution } = resolutionWith([FORBIDDEN]);
	const { output } = await withoutWaiting(lookUpSent(connection, 'this charge', resolution));
	expect(output.details).toBe(
		'An earlier try sent this charge and did not learn its outcome, so it is not known whether the card was charged. Looking it up did not help: the service refused the key. Verify it later.',
	);
});

describe('the first payment with a reference', () => {
	const refusal = (status: number, serviceMessage?: string) =>
		new RefusedError('The service refused it.', 'Look at it.', status, { serviceMessage });
	const names = { reference: 'Reference', first: 'Payment' };
	const find = async (failure: GatewayError, replies: Array<Payment | GatewayError>, whenUsed: WhenUsed = 'show') => {
		const { resolution, asked } = resolutionWith(replies);
		const { target } = resolution;
		const refused = { target, whenUsed, notDone: 'the card was not charged', names };
		const first = await withoutWaiting(findFirst(connection, failure, refused)).catch((error: unknown) => error);
		return { first, asked: asked.length };
	};

	test.each([400, 409, 422])('is looked up after status %i', async (status) => {
		expect(await find(refusal(status), [RECORD])).toEqual({ first: RECORD, asked: 1 });
	});

	describe.each([401, 402, 403, 404, 410, 429])('after status %i', (status) => {
		test.each(['Not now', 'You are already logged in. Reference: 7f3', 'Already too many requests; reference 7f3'])(
			'is none where the service says nothing of one and has none: %s',
			async (said) => {
				expect(await find(refusal(status, said), [NOT_FOUND])).toEqual({ first: undefined, asked: 1 });
				expect(await find(refusal(status, said), [new ServiceError('Busy', '')])).toEqual({
					first: undefined,
					asked: 1,
				});
			},
		);

		test('is found whatever the service says', async () => {
			expect(await find(refusal(status, 'Not now'), [RECORD])).toEqual({ first: RECORD, asked: 1 });
		});

		test('is none where it was declined, because that is what the service has just refused', async () => {
			const declined = { ...RECORD, outcome: 'declined' } as Payment;
			expect(await find(refusal(status, 'Not now'), [declined])).toEqual({ first: undefined, asked: 1 });
		});

		test.each([
			'Duplicate reference',
			'Reference ORDER.1 is already used. Try another one.',
			'DUPLICATE_REFERENCE',
			'reference-already-used',
			'duplicateReference',
			'Duplicate transaction',
			'This order has already been paid',
			'TRANSACTION_ALREADY_PROCESSED',
			'The transaction is already in progress',
		])('may exist where the service says that there is one, and does not find it: %s', async (said) => {
			expect((await find(refusal(status, said), [NOT_FOUND])).first).toBeInstanceOf(PossibleRepeatError);
		});

		test('may exist where the service speaks of a repeat, and the look-up finds none', async () => {
			const { first } = await find(refusal(status, 'Duplicate transaction'), [NOT_FOUND]);
			expect(first).toBeInstanceOf(PossibleRepeatError);
			expect(first).toMatchObject({
				message: 'The card was not charged by this call: the service refused it.',
				code: 'refused',
				first: 'unknown',
			});
		});

		test.each(['The card has already expired', 'Card already blocked', 'You are already registered'])(
			'is none where something else is so already: %s',
			async (said) => {
				expect(await find(refusal(status, said), [NOT_FOUND])).toEqual({ first: undefined, asked: 1 });
			},
		);
	});

	test('is not looked up after other failures', async () => {
		expect(await find(new ServiceError('Busy', '', 400), [])).toEqual({ first: undefined, asked: 0 });
	});

	test.each(['fail', 'show', 'own'] as const)('is told where it is another one (%s)', async (whenUsed) => {
		const other = payment({ outcome: 'declined', reference: 'ORDER-2' });
		const { first } = await find(refusal(400, 'no'), [other], whenUsed);
		expect(first).toBeInstanceOf(PossibleRepeatError);
		expect(first).toMatchObject({
			message: 'Reference ORDER-1 has already been used; the card was not charged again.',
			description:
				'The first one is different: outcome declined, amount not known. For a new payment, use a new Reference.',
			code: 'reference_used',
			first: 'exists',
			httpStatus: 400,
			serviceMessage: 'no',
		});
	});

	test('is told where the item is to fail', async () => {
		const { first } = await find(refusal(409), [RECORD], 'fail');
		expect(first).toBeInstanceOf(PossibleRepeatError);
		expect(first).toMatchObject({
			message: 'Reference ORDER-1 has already been used; the card was not charged again.',
			description:
				'The first one: outcome authorized, amount not known. To get it as the result, set "If the Reference Was Used Before" to "Show the First Payment". For a new payment, use a new Reference.',
			code: 'reference_used',
			first: 'exists',
		});
	});

	test('is shown where nobody else can have used the reference', async () => {
		expect(await find(refusal(409), [RECORD], 'own')).toEqual({ first: RECORD, asked: 1 });
	});

	test.each(['No such card', undefined])(
		'may exist where the service does not tell (%s); it is asked once',
		async (said) => {
			const { first, asked } = await find(refusal(422, said), [NOT_FOUND]);
			expect(first).toBeInstanceOf(PossibleRepeatError);
			expect(first).toMatchObject({
				message: 'The card was not charged by this call: the service refused it.',
				description:
					'Look at it. If this Reference may have been sent before, find out what became of that payment before you use a new one.',
				code: 'refused',
				first: 'unknown',
				httpStatus: 422,
				serviceMessage: said,
			});
			expect(asked).toBe(1);
		},
	);

	test.each([
		[409, undefined, ''],
		[400, 'reference: has been used before', 'The service says: "reference: has been used before". '],
		[400, 'Duplicate reference', 'The service says: "Duplicate reference". '],
		[422, 'Request ID already exists', 'The service says: "Request ID already exists". '],
	])('exists where the service says so: %i %s', async (status, said, quoted) => {
		const { first } = await find(refusal(status, said), [NOT_FOUND]);
		expect(first).toMatchObject({
			message: 'Reference ORDER-1 has already been used; the card was not charged again.',
			description: `${quoted}The first payment could not be looked up: find out what became of it. For a new payment, use a new Reference.`,
			code: 'reference_used',
			first: 'exists',
		});
	});
});
