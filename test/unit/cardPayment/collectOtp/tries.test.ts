import {
	LostAnswerError,
	RefusedError,
	ServiceError,
	SettingError,
	TokenError,
	UnreachableError,
	type GatewayError,
} from '../../../../gateway/values/errors';
import { OtpTries } from '../../../../nodes/CardPayment/otpPage/tries';

const MOST = 2;

let waits = 0;
let use: { purpose: string; scope: string; privateKey: string; previousPrivateKey?: string };
beforeEach(() => {
	use = { purpose: 'test', scope: `wait-${++waits}`, privateKey: 'the-private-key-1' };
});

const here = (state?: string) => new OtpTries(use, MOST, state);
const refused = () => Promise.resolve({ otpRejected: true });
const taken = () => Promise.resolve({ otpRejected: false });

type Module = typeof import('../../../../nodes/CardPayment/otpPage/tries');

/** The module as a process has it that has not counted any tries. */
function isolated(): Module {
	let fresh: Module | undefined;
	jest.isolateModules(() => {
		fresh = jest.requireActual<Module>('../../../../nodes/CardPayment/otpPage/tries');
	});
	return fresh!;
}

/** The tries as such a process knows them. */
const elsewhere = (state?: string): OtpTries => new (isolated().OtpTries)(use, MOST, state);

const NOT_SENT: GatewayError[] = [
	new UnreachableError('Nothing answers'),
	new TokenError('No token'),
	new SettingError('No private key'),
	new ServiceError('The list of banks did not come', 'Try again'),
];
const refusalWith = (status: number) => new RefusedError('No', 'Look', status);
// The last three are about the keys, or about too many requests, and say nothing of the OTP.
const IN_DOUBT = [
	new LostAnswerError('No answer came in time'),
	new TypeError('a mistake'),
	...[401, 403, 429].map(refusalWith),
];

test('refused OTPs count', async () => {
	const tries = here();
	expect(await tries.spend(refused)).toEqual({ otpRejected: true });
	expect([tries.left, tries.areUsedUp]).toEqual([1, false]);
	await tries.spend(refused);
	expect([tries.left, tries.areUsedUp]).toEqual([0, true]);
	await tries.spend(refused);
	expect(tries.left).toBe(0);
});

test.each(NOT_SENT)('what was not sent does not count: $name', async (failure) => {
	await expect(here().spend(() => Promise.reject(failure))).rejects.toBe(failure);
	expect(here().left).toBe(MOST);
});

test.each(IN_DOUBT)('an OTP that the service may have taken counts, and is not called refused: %s', async (failure) => {
	await expect(here().spend(() => Promise.reject(failure))).rejects.toBe(failure);
	await here().spend(refused);
	expect([here().left, here().areUsedUp]).toEqual([0, false]);
	const there = elsewhere(here().seal());
	expect([there.left, there.areUsedUp]).toEqual([0, false]);
});

test('so does an OTP that the service did not refuse, because nobody says yet that it was the right one', async () => {
	expect(await here().spend(taken)).toEqual({ otpRejected: false });
	await here().spend(refused);
	expect([here().left, here().areUsedUp]).toEqual([0, false]);
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

test('a form that was sealed with the previous private key counts, where the credential has it', async () => {
	await here().spend(refused);
	const state = here().seal();
	use = { ...use, privateKey: 'another-private-key' };
	expect(elsewhere(state).left).toBe(MOST);
	use.previousPrivateKey = 'the-private-key-1';
	expect(elsewhere(state).left).toBe(MOST - 1);
});

test('a form of another wait, or an altered one, counts for nothing', async () => {
	await here().spend(refused);
	const state = here().seal();
	use.scope = 'another wait';
	for (const tries of [elsewhere(state), elsewhere('altered')]) {
		await tries.spend(refused);
		expect(tries.left).toBe(MOST - 1);
	}
});

test('OTPs under way take a try, and are not called refused', async () => {
	let answer: (given: { otpRejected: boolean }) => void = () => undefined;
	const first = here().spend(async () => await new Promise<{ otpRejected: boolean }>((resolve) => (answer = resolve)));
	await here().spend(refused);
	expect([here().left, here().areUsedUp]).toEqual([0, false]);
	answer({ otpRejected: false });
	await first;
	expect([here().left, here().areUsedUp]).toEqual([0, false]);
});
