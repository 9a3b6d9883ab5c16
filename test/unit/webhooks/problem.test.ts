import { InputError, SettingError } from '../../../gateway/values/errors';
import { problemOf } from '../../../nodes/shared/webhooks/lifecycle';

test.each([
	[new SettingError('The key is missing.', 'Open the credential.'), 'The key is missing. Open the credential.'],
	[new SettingError('The key is missing.'), 'The key is missing.'],
	[
		new InputError([{ path: ['amount'], field: 'Amount', rule: 'is missing. Enter one.' }]),
		"'Amount' is missing. Enter one.",
	],
])('%s is told in sentences', (error, text) => expect(problemOf(error)).toBe(text));

test('of an error of others, only its class is told', () => {
	const text = problemOf(new TypeError('secret'));
	expect(text).toContain('TypeError');
	expect(text).not.toContain('secret');
});
