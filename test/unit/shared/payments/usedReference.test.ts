import {
	PossibleRepeatError,
	RefusedError,
	ServiceError,
	type GatewayError,
} from '../../../../gateway/protocol/errors';
import { payment, type Payment } from '../../../../gateway/payment';
import { findFirst, type WhenUsed } from '../../../../nodes/shared/payments/usedReference';
import type { Connection } from '../../../../nodes/shared/transport/connection';
import { withoutWaiting } from '../context';
import { targetWith } from './target';

const connection = {} as Connection;
const RECORD = payment({ outcome: 'authorized', reference: 'ORDER-1' });
const NOT_FOUND = new RefusedError('Not found', '', 404);

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

describe('the first payment with a reference', () => {
	const refusal = (status: number, serviceMessage?: string) =>
		new RefusedError('The service refused it.', 'Look at it.', status, { serviceMessage });
	const names = { reference: 'Reference', first: 'Payment' };
	const find = async (failure: GatewayError, replies: Array<Payment | GatewayError>, whenUsed: WhenUsed = 'show') => {
		const { target, asked } = targetWith(replies);
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
			'Transaction is being processed',
			'Another request is in progress',
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
