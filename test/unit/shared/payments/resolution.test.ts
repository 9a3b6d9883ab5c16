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
		describe: ({ outcome, reference, status, message }, answerLost) => ({
			outcome,
			reference,
			status,
			message,
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
			output: { outcome: 'otp_required', reference: 'ORDER-1', status: null, message: null, answerLost: false },
			raw: { as: 'it came' },
		});
		expect(asked).toEqual([]);
	});

	test("that does not tell the outcome is looked up under the service's reference", async () => {
		const { resolution, asked } = resolutionWith([RECORD]);
		const value = payment({ outcome: 'unknown', transactionReference: 'SBX-1', status: 99 });
		expect(await withoutWaiting(resolve(connection, { value, raw: {} }, resolution))).toEqual({
			output: { outcome: 'authorized', reference: 'ORDER-1', status: null, message: null, answerLost: false },
		});
		expect(asked).toEqual(['SBX-1']);
	});

	test('keeps what it told where the look-up does not help', async () => {
		const { resolution, asked } = resolutionWith([FORBIDDEN]);
		const value = payment({ outcome: 'unknown', status: 99, message: 'It is odd' });
		const { output, raw } = await withoutWaiting(resolve(connection, { value, raw: {} }, resolution));
		expect(output).toEqual({
			outcome: 'unknown',
			reference: null,
			status: 99,
			message:
				'It is odd, so it is not known whether the card was charged. Asking for the transaction did not help: the service refused the key. Verify it later.',
			answerLost: false,
		});
		expect(raw).toBeUndefined();
		expect(asked).toEqual(['ORDER-1']);
	});

	test('of an unknown status without words gets some', async () => {
		const { resolution } = resolutionWith([FORBIDDEN]);
		const value = payment({ outcome: 'unknown', status: 99 });
		const { output } = await withoutWaiting(resolve(connection, { value, raw: {} }, resolution));
		expect(output.message).toMatch(/^The service gave a status that this node does not know, so it is not known/);
	});
});

describe('a lost answer', () => {
	const failure = new LostAnswerError('No answer came in time');

	test('is replaced by the record', async () => {
		const { resolution, asked, refused } = resolutionWith([NOT_FOUND, RECORD]);
		expect(await withoutWaiting(resolve(connection, { failure }, resolution))).toEqual({
			output: { outcome: 'authorized', reference: 'ORDER-1', status: null, message: null, answerLost: true },
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
				message:
					'No answer came in time, so it is not known whether the card was charged. Asking for the transaction did not help: the service finds nothing under this reference, which not every provider can. Verify it later.',
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
		output: { outcome: 'authorized', reference: 'ORDER-1', status: null, message: null, answerLost: true },
	});
	expect(asked).toEqual(['ORDER-1']);
});

test('what an earlier try has sent, and nobody knows, stays unknown', async () => {
	const { resolution } = resolutionWith([FORBIDDEN]);
	const { output } = await withoutWaiting(lookUpSent(connection, 'this charge', resolution));
	expect(output.message).toBe(
		'An earlier try in this execution sent this charge and got no answer, so it is not known whether the card was charged. Asking for the transaction did not help: the service refused the key. Verify it later.',
	);
});

describe('the first payment with a reference', () => {
	const refusal = (status: number) =>
		new RefusedError('Refused', 'Look at it.', status, { serviceMessage: 'reference exists' });
	const find = async (failure: GatewayError, replies: Array<Payment | GatewayError>, whenUsed: WhenUsed = 'show') => {
		const { resolution, asked } = resolutionWith(replies);
		const { target } = resolution;
		const refused = { target, whenUsed, notDone: 'The card was not charged', referenceName: 'reference' };
		const first = await withoutWaiting(findFirst(connection, failure, refused)).catch((error: unknown) => error);
		return { first, asked: asked.length };
	};

	test.each([400, 409, 422])('is looked up after status %i', async (status) => {
		expect(await find(refusal(status), [RECORD])).toEqual({ first: RECORD, asked: 1 });
	});

	test.each([401, 402, 403, 404, 410, 429])('is not looked up after status %i', async (status) => {
		expect(await find(refusal(status), [])).toEqual({ first: undefined, asked: 0 });
	});

	test('is not looked up after other failures', async () => {
		expect(await find(new ServiceError('Busy', '', 400), [])).toEqual({ first: undefined, asked: 0 });
	});

	test.each(['fail', 'show', 'own'] as const)('is told where it is another one (%s)', async (whenUsed) => {
		const other = payment({ outcome: 'declined', reference: 'ORDER-2' });
		const { first } = await find(refusal(400), [other], whenUsed);
		expect(first).toBeInstanceOf(PossibleRepeatError);
		expect(first).toMatchObject({
			message:
				'The card was not charged: another payment exists under this reference, outcome declined, amount not known',
			description: 'Look at it.',
			httpStatus: 400,
			serviceMessage: 'reference exists',
		});
	});

	test('is told where the item is to fail', async () => {
		const { first } = await find(refusal(409), [RECORD], 'fail');
		expect(first).toBeInstanceOf(PossibleRepeatError);
		expect(first).toMatchObject({
			message: 'The card was not charged: a payment exists under this reference, outcome authorized, amount not known',
		});
	});

	test('is shown where nobody else can have used the reference', async () => {
		expect(await find(refusal(409), [RECORD], 'own')).toEqual({ first: RECORD, asked: 1 });
	});

	test('may exist where the service does not tell; it is asked once', async () => {
		const { first, asked } = await find(refusal(409), [NOT_FOUND]);
		expect(first).toBeInstanceOf(PossibleRepeatError);
		expect(first).toMatchObject({
			message: 'Refused',
			description:
				'Look at it. If this reference may have been sent before, find out what became of it before you use another one.',
			httpStatus: 409,
			serviceMessage: 'reference exists',
		});
		expect(asked).toBe(1);
	});
});
