import type { IDataObject } from 'n8n-workflow';

import {
	LostAnswerError,
	RefusedError,
	SettingError,
	UnreachableError,
	type GatewayError,
} from '../../../../gateway/protocol/errors';
import { payment, type Payment } from '../../../../gateway/payment';
import { lookUpSent, resolve, type Resolution } from '../../../../nodes/shared/payments/resolution';
import type { Connection } from '../../../../nodes/shared/transport/connection';
import { withoutWaiting } from '../context';
import { targetWith } from './target';

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
	const { target, asked } = targetWith(replies);
	const refused: GatewayError[] = [];
	const resolution: Resolution<IDataObject> = {
		target,
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
					'No answer came in time, so it is not known whether the card was charged. Looking it up did not help: the service finds nothing under this reference, and not every provider can find payments by it. Verify it later.',
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
