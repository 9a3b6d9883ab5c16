import { Secrets } from '../../../../gateway/client/mask';
import { serviceMessageIn } from '../../../../gateway/client/serviceMessage';

const said = (body: unknown, secrets: string[] = []) => serviceMessageIn(body, new Secrets(secrets));
const nested = (levels: number): object => (levels === 0 ? { message: 'deep' } : { error: nested(levels - 1) });
const nestedErrors = (levels: number): object => ({ errors: levels === 0 ? ['deep'] : nestedErrors(levels - 1) });

test.each<[unknown, string | undefined]>([
	['Duplicate', undefined],
	[{ message: { text: 'a' }, errors: [{}] }, undefined],
	[{ error: true, code: 404 }, undefined],
	[{ error: 'a' }, 'a'],
	[{ title: 'a', error: { code: 'E1', status: 404 } }, 'E1'],
	[{ errors: [{ message: 'a' }, { detail: 'b' }, 'c'] }, 'a; b; c'],
	[[{ message: 'a' }], undefined],
	[{ detail: 'second', message: 'first' }, 'first'],
	[{ message: '  ', detail: ' only ' }, 'only'],
	[{ message: 'a', code: 'E1' }, 'a'],
	[{ code: 'E1', errors: ['b'] }, 'E1; b'],
	[{ code: 12 }, undefined],
	[{ error: { description: 'a', errors: [{ reason: 'b' }] } }, 'a; b'],
	[{ errors: { message: 'a' } }, 'a'],
	[{ message: 'a', errors: nestedErrors(2) }, 'a; deep'],
	[{ message: 'a', errors: nestedErrors(4) }, 'a'],
	[{ errors: { cvv: ['a', 'b'], pin: { detail: 'c' } } }, 'cvv: a; cvv: b; pin: c'],
	[{ data: { responseMessage: 'a' } }, 'a'],
	[nested(3), 'deep'],
	[nested(4), undefined],
	[{ errors: Array.from({ length: 12 }, (_, index) => index + 1) }, '1; 2; 3; 4; 5; 6; 7; 8; 9; 10'],
	[
		{ errors: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, 'x'])) },
		Array.from({ length: 10 }, (_, index) => `f${index}: x`).join('; '),
	],
	[{ message: 'a\n\t b ' }, 'a b'],
])('the words in %j', (body, words) => {
	expect(said(body)).toBe(words);
});

test('the words are without secrets, wherever they stand', () => {
	const body = { error: { message: 'No 918273' }, errors: { '918273': ['918273 is wrong'] } };
	expect(said(body, ['918273'])).toBe('No [hidden]; [hidden]: [hidden] is wrong');
});
