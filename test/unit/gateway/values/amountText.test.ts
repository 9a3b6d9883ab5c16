import { isPlainNumber, writtenWrongly } from '../../../../gateway/values/amountText';

const LIKE_THIS = 'Write it like 10.50, with a point before the decimals.';
const WHOLE = 'Write a whole number: 1050 means 10.50.';

describe('How to write an amount in major units', () => {
	test.each([
		['10,50', 'has a comma. Write 10.50, with a point.'],
		['10,5', 'has a comma. Write 10.5, with a point.'],
		['1,000.50', 'has thousands separators. Write it without thousands separators: 1000.50.'],
		['1.000,50', 'has thousands separators. Write it without thousands separators: 1000.50.'],
		["1'000.50", 'has thousands separators. Write it without thousands separators: 1000.50.'],
		['1 000', 'has thousands separators. Write it without thousands separators: 1000.'],
		['1\u00a0000,5', 'has thousands separators. Write it without thousands separators: 1000.5.'],
		['1\u202f000\u202f000', 'has thousands separators. Write it without thousands separators: 1000000.'],
		['1,000,000', 'has thousands separators. Write it without thousands separators: 1000000.'],
		['1.000.000', 'has thousands separators. Write it without thousands separators: 1000000.'],
		[
			'1,000',
			'has a comma, which can mean two things. Write 1000 if it separates thousands, or a point if it begins the decimals.',
		],
		['₦10.50', 'contains more than a number. Write 10.50 alone.'],
		['NGN 10.50', 'contains more than a number. Write 10.50 alone.'],
		['10.50 NGN', 'contains more than a number. Write 10.50 alone.'],
		['NGN 10.5.0', `contains more than a number. ${LIKE_THIS}`],
		['₦1,000.50', `is not a plain number. ${LIKE_THIS}`],
		['-5', 'is below zero. Write an amount above zero.'],
		['−5', 'is below zero. Write an amount above zero.'],
		['(5)', 'is below zero. Write an amount above zero.'],
		['1e3', `is in scientific notation. ${LIKE_THIS}`],
		['1.5E+3', `is in scientific notation. ${LIKE_THIS}`],
		['+5', `is not a plain number. ${LIKE_THIS}`],
		['.50', `is not a plain number. ${LIKE_THIS}`],
		['10.', `is not a plain number. ${LIKE_THIS}`],
		['10 50', `is not a plain number. ${LIKE_THIS}`],
		['ten', `is not a plain number. ${LIKE_THIS}`],
		['', `is not a plain number. ${LIKE_THIS}`],
		['1'.repeat(41), `is not a number. ${LIKE_THIS}`],
	])('%p', (text, rule) => {
		expect(writtenWrongly(text, 'major')).toBe(rule);
	});

	test.each(['4111111111111111,00', 'NGN 4111111111111111', '123,456,789,012', '₦123456789012'])(
		'what may be a card number is not repeated: %p',
		(text) => {
			expect(writtenWrongly(text, 'major')).toContain(LIKE_THIS);
		},
	);

	test('eleven digits are', () => {
		expect(writtenWrongly('123456789,01', 'major')).toBe('has a comma. Write 123456789.01, with a point.');
		expect(writtenWrongly('1234567890,01', 'major')).toBe(`has a comma. ${LIKE_THIS}`);
	});
});

describe('How to write an amount in minor units', () => {
	test.each([
		['10,50', `has a comma. ${WHOLE}`],
		['1,000.50', `has thousands separators. ${WHOLE}`],
		['1,050', 'has thousands separators. Write it without thousands separators: 1050.'],
		['1050 kobo', 'contains more than a number. Write 1050 alone.'],
		['₦10.50', `contains more than a number. ${WHOLE}`],
		['1e3', `is in scientific notation. ${WHOLE}`],
		['ten', `is not a plain number. ${WHOLE}`],
	])('%p', (text, rule) => {
		expect(writtenWrongly(text, 'minor')).toBe(rule);
	});
});

test.each([
	['10.50', true],
	['0', true],
	['1'.repeat(20), true],
	['1'.repeat(21), false],
	[`1.${'1'.repeat(21)}`, false],
	['10,50', false],
	['x1', false],
	['1x', false],
])('%p is a plain number: %p', (text, isPlain) => {
	expect(isPlainNumber(text)).toBe(isPlain);
});
