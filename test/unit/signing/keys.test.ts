import { checkSigningKey, signingKey, signingKeys } from '../../../nodes/shared/signing/keys';
import { failureOf } from '../gateway/examples';

const PURPOSE = 'payment-link';
const LONG = 'sk_live_4f9a2c81d04b7e35';

test.each([
	'sk4821',
	'1',
	'sk_live_4821',
	'sk_live_shop_4821',
	'sk_live_4f9a2c81d04b7e3',
	'x'.repeat(15),
	'a_'.repeat(40),
	`sk_live_${'x'.repeat(20)}_1`,
])('the private key %s could be guessed from a link, and signs nothing', (privateKey) => {
	for (const sign of [signingKey.bind(null, PURPOSE, privateKey), () => checkSigningKey(privateKey)])
		expect(failureOf(sign)).toMatchObject({
			code: 'settings',
			message: expect.stringContaining("The 'Private Key' of the credential is too short to sign links") as string,
			description: expect.stringMatching(/^Ask your provider for one/) as string,
		});
});

test.each([LONG, 'x'.repeat(16), 'sk_test_q3Jx-9aTz8Wv5LmPd2RkY7cN4bH'])('the private key %s signs', (privateKey) => {
	expect(signingKey(PURPOSE, privateKey)).toHaveLength(32);
});

test('without a private key nothing is signed', () => {
	expect(failureOf(() => signingKey(PURPOSE, ''))).toMatchObject({
		message: "The credential has no 'Private Key', which is needed to sign addresses.",
		description: "Open the credential and enter the 'Private Key'.",
	});
});

test('what a short previous key has made is not accepted', () => {
	const keys = (previousPrivateKey?: string) => signingKeys(PURPOSE, { privateKey: LONG, previousPrivateKey });
	expect([undefined, '', 'sk4821', `${LONG}-before`].map((previous) => keys(previous).length)).toEqual([1, 1, 1, 2]);
});
