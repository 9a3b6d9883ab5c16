// @ts-nocheck
import { OtpTries } from '../../../../nodes/CardPayment/resources/card/collectOtp/tries';

const MOST = 2;

let waits = 0;
let use: { purpose: string; scope: string; privateKey: string };
beforeEach(() => {
	use = { purpose: 'test', scope: `wait-${++waits}`, privateKey: 'private-key' };
});

const here = (state?: string) => new OtpTries(use, MOST, state);
const refused = () => Promise.resolve({ otpRejected: true });
const taken = () => Promise.resolve({ otpRejected: false });

/** The tries as a process knows them that has not counted any. */
function elsewhere(state?: string): OtpTries {
	let tries: OtpTries | undefined;
	jest.isolateModules(() => {
		const fresh = jest.requireActual<typeof import('../../../../nodes/CardPayment/resources/card/collectOtp/tries')>(
			'../../../../nodes/CardPayment/resources/card/collectOtp/tries',
		);
		tries = new fresh.OtpTries(use, MOST, state);
	});
	return tries!;
}

test('only refused OTPs count', async () => {
	const tries = here();
	expect(await tries.spend(taken)).toEqual({ otpRejected: false });
	await expect(tries.spend(() => Promise.reject(new Error('unreachable')))).rejects.toThrow('unreachable');
	expect(await tries.spend(refused)).toEqual({ otpRejected: true });
	expect([tries.isOneLeft, tries.areUsedUp]).toEqual([true, false]);
	await tries.spend(refused);
	expect([tries.isOneLeft, tries.areUsedUp]).toEqual([false, true]);
});

test('neither an older form nor the link opened anew counts for less', async () => {
	const older = here().seal();
	await here().spend(refused);
	await here(older).spend(refused);
	expect([here(older).areUsedUp, here().areUsedUp]).toEqual([true, true]);
});

test('the form carries the number to another process', async () => {
	await here().spend(refused);
	const tries = elsewhere(here().seal());
	await tries.spend(refused);
	expect(tries.areUsedUp).toBe(true);
	expect(here(tries.seal()).areUsedUp).toBe(true);
});

test('a form of another wait, or an altered one, counts for nothing', async () => {
	await here().spend(refused);
	const state = here().seal();
	use.scope = 'another wait';
	for (const tries of [elsewhere(state), elsewhere('altered')]) {
		await tries.spend(refused);
		expect(tries.isOneLeft).toBe(true);
	}
});

test('OTPs under way take a try, and are not called refused', async () => {
	let answer: (given: { otpRejected: boolean }) => void = () => undefined;
	const first = here().spend(async () => await new Promise<{ otpRejected: boolean }>((resolve) => (answer = resolve)));
	await here().spend(refused);
	expect([here().isOneLeft, here().areUsedUp]).toEqual([false, false]);
	answer({ otpRejected: false });
	await first;
	expect(here().isOneLeft).toBe(true);
});
