import * as fc from 'fast-check';
import { readAccount } from '../../../gateway/calls/account';
import { ReadFailedError } from '../../../gateway/values/errors';
import { attempt, failureOf } from '../gateway/examples';
import { always, anyAnswer, anyData } from '../gateway/property';

const user = {
	id: '0b1c',
	mobile: '+2348030000000',
	firstName: 'Ada',
	lastName: 'Obi',
	role: 'BUSINESS',
	roles: ['BUSINESS'],
	kycLevel: 'TIER_THREE',
	selfie: 'https://files.example/selfie.jpg',
	accountPublicId: '2d3e',
};
const properties = [{ name: 'EMAIL_VALIDATED_DATE', value: '2026-01-15T10:20:30.123' }];

function read(body: unknown, httpStatus = 200) {
	return readAccount({ httpStatus, body });
}

describe('The account in a token answer (2.1)', () => {
	test('has every field of the user, and the properties by their names', () => {
		expect(read({ accessToken: 'a', refreshToken: 'r', user, properties }).account).toEqual({
			...user,
			properties: { EMAIL_VALIDATED_DATE: '2026-01-15T10:20:30.123' },
		});
	});

	test('never has the tokens, as it came neither', () => {
		expect(JSON.stringify(read({ accessToken: 'secret-a', refreshToken: 'secret-r', user, properties }))).not.toContain(
			'secret',
		);
	});

	test('keeps the properties that can be read, when one among them cannot', () => {
		expect(read({ user, properties: [...properties, { value: 'nameless' }, null] }).account.properties).toEqual({
			EMAIL_VALIDATED_DATE: '2026-01-15T10:20:30.123',
		});
	});

	test.each([null, undefined, '', '<html>', 5, [], {}, { user: null }, { user: 'Ada' }, { user: [] }])(
		'is not in %j',
		(body) => {
			expect(failureOf(() => read(body))).toBeInstanceOf(ReadFailedError);
		},
	);

	test('is read from any answer, or a GatewayError is thrown', () => {
		const users = anyData(...Object.keys(user));
		const body = fc.tuple(users, anyData('properties')).map(([fields, rest]) => ({ ...rest, user: fields }));
		always(
			fc.property(anyAnswer(body), (answer) => {
				const result = attempt(() => readAccount(answer));
				if (result instanceof Error) return;
				const { roles, properties: byName, ...texts } = result.account;
				for (const role of roles) expect(typeof role).toBe('string');
				for (const value of [...Object.values(texts), ...Object.values(byName)]) {
					expect(value === null || typeof value === 'string').toBe(true);
				}
			}),
		);
	});
});
