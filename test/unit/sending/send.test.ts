import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { send, type Call } from '../../../gateway/sending/service';
import { LostAnswerError, UnexpectedError } from '../../../gateway/values/errors';
import { optionalText, readFields } from '../../../gateway/values/responseFields';
import { connectionWith, STORED } from '../context';

const OK = { statusCode: 200, body: { data: { a: 'private-key-9e2d', otp: '918273' } } };

/** A call with nothing in it but how its answer is read. */
function callWith<Value extends object>(
	read: (data: Record<string, unknown>) => Value,
	endpoint = ENDPOINTS.verify,
): Call<undefined, Value> {
	return { endpoint, content: () => ({}), read };
}

test('returns what was read, and the answer as it came, both without secrets', async () => {
	const { service } = await connectionWith([OK]);
	const read = (data: Record<string, unknown>) => ({ words: `${String(data.a)} ${String(data.otp)}` });
	const answer = await send(service, callWith(read), undefined, ['918273']);
	expect(JSON.stringify(answer)).not.toMatch(/private-key-9e2d|918273/);
	expect(Object.keys(answer)).toEqual(['value', 'raw']);
});

test("hides secrets in the service's words, and not in ours", async () => {
	const stored = { ...STORED, apiKey: 'wrong', clientId: 'another', privateKey: 'pending' };
	const reply = { statusCode: 200, body: { data: { message: 'wrong key', note: 'another' } } };
	const { service } = await connectionWith([reply], stored);
	const read = ({ message, note }: Record<string, unknown>) => ({
		outcome: 'pending',
		ours: 'The service answered about another transaction, which is wrong',
		its: `${String(message)}, ${String(note)}`,
	});
	expect(await send(service, callWith(read), undefined, [])).toMatchObject({
		value: {
			outcome: 'pending',
			ours: 'The service answered about another transaction, which is wrong',
			its: '[hidden] key, [hidden]',
		},
	});
});

test('what was hidden or lost digits on its way counts as missing', async () => {
	const body = '{"data": {"reference": "private-key-9e2d", "ref": 12345678901234567890, "note": "a private-key-9e2d"}}';
	const { service } = await connectionWith([{ statusCode: 200, body: JSON.parse(body) as unknown }]);
	const read = (data: Record<string, unknown>) => readFields(data, { reference: optionalText, ref: optionalText });
	expect(await send(service, callWith(read), undefined, [])).toEqual({
		value: { reference: null, ref: null },
		raw: { data: { reference: '[hidden]', ref: 12345678901234567000, note: 'a [hidden]' } },
	});
});

describe('an answer that makes the reader fail', () => {
	const read = () => {
		throw new TypeError('bug');
	};

	test('is a lost one where money moves', async () => {
		const { service } = await connectionWith([OK]);
		const answer = await send(service, callWith(read, ENDPOINTS.charge), undefined, []);
		expect(answer).toEqual({ failure: new LostAnswerError('This node could not read the answer') });
	});

	test('is just a mistake of ours in a read', async () => {
		const { service } = await connectionWith([OK]);
		const answer = await send(service, callWith(read), undefined, []);
		expect(answer).toEqual({ failure: expect.any(UnexpectedError) as unknown });
	});
});
