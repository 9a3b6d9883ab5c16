import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { withDeadline } from '../../../gateway/sending/service';
import { NOW, settingsWith } from '../gateway/examples';

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

test.each([
	[30_000, 30_000],
	[5001, 5001],
	// A service that is only slow may answer in the shortest time.
	[4999, 5000],
	[-1000, 5000],
])('whoever waits for %i milliseconds more waits %i for an answer', async (left, longest) => {
	const answer = { httpStatus: 200, body: 'answer' };
	const service = {
		settings: settingsWith(),
		send: jest.fn(async () => answer),
		pause: jest.fn(async () => undefined),
	};
	const limited = withDeadline(Date.now() + left, service);
	expect(await limited.send(ENDPOINTS.verify, { query: { a: 1 } }, ['739'])).toBe(answer);
	expect(service.send.mock.calls).toEqual([[ENDPOINTS.verify, { query: { a: 1 } }, ['739'], longest]]);
	await limited.pause(70);
	expect(service.pause.mock.calls).toEqual([[70]]);
	expect(limited.settings).toBe(service.settings);
});
