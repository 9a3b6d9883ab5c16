// @ts-nocheck
import { ENDPOINTS } from '../../../../gateway/protocol/endpoints';
import { LostAnswerError, RefusedError, UnexpectedError } from '../../../../gateway/protocol/errors';
import { exchange } from '../../../../nodes/shared/payments/exchange';
import { connectionWith } from '../context';

const OK = { statusCode: 200, body: { data: { a: 'the-private-key', otp: '918273' } } };

test('returns what was read, and the answer as it came, both without secrets', async () => {
	const { connection } = await connectionWith([OK]);
	const read = (data: Record<string, unknown>) => ({ words: `${String(data.a)} ${String(data.otp)}` });
	const exchanged = await exchange(connection, {
		endpoint: ENDPOINTS.verify,
		call: {},
		secretValues: ['918273'],
		read,
	});
	expect(JSON.stringify(exchanged)).not.toMatch(/the-private-key|918273/);
	expect(Object.keys(exchanged)).toEqual(['value', 'raw']);
});

test('does not throw when the service refuses', async () => {
	const { connection } = await connectionWith([{ statusCode: 403, body: {} }]);
	const exchanged = await exchange(connection, { endpoint: ENDPOINTS.charge, call: {}, read: () => ({}) });
	expect(exchanged).toEqual({ failure: expect.any(RefusedError) as unknown });
});

describe('an answer that makes the reader fail', () => {
	const read = () => {
		throw new TypeError('bug');
	};

	test('is a lost one where money moves', async () => {
		const { connection } = await connectionWith([OK]);
		const exchanged = await exchange(connection, { endpoint: ENDPOINTS.charge, call: {}, read });
		expect(exchanged).toEqual({ failure: expect.any(LostAnswerError) as unknown });
		expect(exchanged).toMatchObject({ failure: { message: 'this node could not read it' } });
	});

	test('is just a mistake of ours in a read', async () => {
		const { connection } = await connectionWith([OK]);
		const exchanged = await exchange(connection, { endpoint: ENDPOINTS.verify, call: {}, read });
		expect(exchanged).toEqual({ failure: expect.any(UnexpectedError) as unknown });
	});
});
