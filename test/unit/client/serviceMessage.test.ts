import { readServiceMessage } from '../../../gateway/client/serviceMessage';

test.each<[unknown, string | undefined]>([
	['Duplicate', undefined],
	[[{ message: 'a' }], undefined],
	[{ message: { text: 'a' }, errors: [{}] }, undefined],
	[{ error: true, code: 404 }, undefined],
	[{ error: 'a' }, 'a'],
	[{ error: 'second', message: 'first' }, 'first'],
	[{ message: '  ', error: ' only ' }, 'only'],
	[{ data: { responseMessage: 'a' } }, 'a'],
	[{ data: { errorMessage: 'a', message: 'b' } }, 'b'],
	[{ error: { error: { message: 'deep' } } }, undefined],
	[{ message: 'a', errors: [{ message: 'b' }, { error: 'c' }, 'd', null, 5] }, 'a; b; c; d; 5'],
	[{ errors: 'a' }, 'a'],
	[{ errors: { cvv: ['a', 'b'], pin: { message: 'c' } } }, 'cvv: a; cvv: b; pin: c'],
	[{ errors: Array.from({ length: 12 }, (_, index) => index + 1) }, '1; 2; 3; 4; 5; 6; 7; 8; 9; 10'],
	[
		{ errors: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, 'x'])) },
		Array.from({ length: 10 }, (_, index) => `f${index}: x`).join('; '),
	],
	[{ message: 'a\n\t b ' }, 'a b'],
])('the words in %j', (body, words) => {
	expect(readServiceMessage(body)).toBe(words);
});

test('a card number in the words is hidden, whosever it is', () => {
	expect(readServiceMessage({ message: '4012000033330026' })).toBe('[hidden 0026]');
});
