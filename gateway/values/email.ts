import { text } from './input';

// An e-mail address in the characters of RFC 5322 (3.2.3) and RFC 6531, such as josé&co@bücher.example.
const NAME = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]*';
const EMAIL = new RegExp(`^${NAME}(\\.${NAME})*@(${LABEL}\\.)+(\\p{L}[\\p{L}\\p{M}]+|xn--[a-z\\d-]+)$`, 'iu');

/** An e-mail address. */
export const emailAddress = text.refine(
	(email) => EMAIL.test(email),
	'is not an e-mail address. Write it like name@example.com.',
);
