import type { Endpoint } from '../../../gateway/client/endpoint';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { exchange } from '../../../nodes/shared/transport/exchange';

const latin1 = { 'content-type': 'application/json; charset=iso-8859-1' };

/** The answer to one request, and how n8n's helper was asked for it. */
async function send(response: object, body?: Record<string, unknown>, endpoint: Endpoint = ENDPOINTS.charge) {
	let asked: unknown;
	const answer = await exchange(endpoint, { url: 'https://service.example/a', body, timeout: 9 }, async (options) => {
		asked = options;
		return await Promise.resolve({ headers: {}, body: Buffer.alloc(0), ...response });
	});
	return { answer, asked };
}

test.each([
	[ENDPOINTS.charge, { amount: 1000 }, { method: 'POST', body: { amount: 1000 } }],
	// n8n sends no body for an empty object, and then no content type.
	[ENDPOINTS.charge, {}, { method: 'POST', body: '{}' }],
	[ENDPOINTS.charge, undefined, { method: 'POST', body: '{}' }],
	[ENDPOINTS.banks, undefined, { method: 'GET' }],
])('a request goes out once, and everything is handed back as it came: %#', async (endpoint, body, expected) => {
	const { asked } = await send({ statusCode: 200 }, body, endpoint);
	expect(asked).toEqual({
		...expected,
		url: 'https://service.example/a',
		timeout: 9,
		json: true,
		encoding: 'arraybuffer',
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		disableFollowRedirect: true,
	});
});

test('an answer is read in its charset', async () => {
	const { answer } = await send({ statusCode: 200, headers: latin1, body: Buffer.from('{"name":"Zoë"}', 'latin1') });
	expect(answer).toEqual({ httpStatus: 200, body: { name: 'Zoë' } });
});

test.each([301, 302, 303, 307, 308])(
	'a redirect (%i) says where it leads, as the service wrote it',
	async (statusCode) => {
		for (const location of ['https://elsewhere.example/log-in?a=1#b', '/log-in', '//elsewhere.example', '']) {
			const { answer } = await send({ statusCode, headers: { location } });
			expect(answer).toStrictEqual({ httpStatus: statusCode, body: '', location });
		}
		expect((await send({ statusCode })).answer).toStrictEqual({ httpStatus: statusCode, body: '' });
	},
);

// A 201 tells where the new resource is.
test.each([200, 201, 400, 503])('an answer with status %i leads nowhere', async (statusCode) => {
	const { answer } = await send({ statusCode, headers: { location: 'https://elsewhere.example' } });
	expect(answer).toStrictEqual({ httpStatus: statusCode, body: '' });
});

test('an answer that never ends is a lost one', async () => {
	const end = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
	const never = exchange(ENDPOINTS.charge, { url: 'https://service.example/a', timeout: 60_000 }, async () => {
		return await new Promise(() => undefined);
	}).catch((error: Error) => error);
	expect(timeout).toHaveBeenCalledWith(121_000);
	end.abort();
	expect(await never).toMatchObject({ code: 'lost_answer', message: 'No answer came in time' });
	timeout.mockRestore();
});
