import { isObject, optionalText } from '../schema/responseFields';
import type { Secrets } from './secrets';

// Where services put their words. The specification has `message` and `errors` (sections 1 and 7) and does not show the errors
// of charge and authorize; the others are customary. The first that says something counts, or else a code.
const KEYS_OF_WORDS = [
	'message',
	'responseMessage',
	'errorMessage',
	'error_description',
	'detail',
	'description',
	'reason',
	'error',
	'title',
	'data',
];
const CODES = ['code', 'errorCode', 'responseCode', 'statusCode'];
const LONGEST = 300;
const MOST_PARTS = 10;
const DEEPEST = 3;

const REPEATED = 'Duplicate transaction';
const UNDECIDED = 'Outcome unknown';

/**
 * The service's message in an answer, in one line and without secrets.
 * @param body as it was parsed
 */
export function serviceMessageIn(body: unknown, secrets: Secrets): string | undefined {
	if (!isObject(body)) return undefined;
	// Masked before it is shortened, so that no part of a secret remains.
	const text = secrets.inText(partsOf(body).join('; ')).replace(/\s+/g, ' ');
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || undefined;
}

/** All that the service says in a record, in any of its fields and codes; empty where that is nothing. */
export function wordsOfRecord(record: Record<string, unknown>): string {
	const parts = [...KEYS_OF_WORDS, ...CODES].flatMap((key) => partsOf(record[key], 1));
	const words = [...new Set([...parts, ...errorsIn(record.errors, 1)])].filter((text) => /\p{L}/u.test(text));
	return words.join('; ').slice(0, LONGEST);
}

function partsOf(value: unknown, depth = 0): string[] {
	if (Array.isArray(value)) return value.slice(0, MOST_PARTS).flatMap((part) => partsOf(part, depth));
	if (!isObject(value)) return textOf(value);
	if (depth > DEEPEST) return [];
	const first = KEYS_OF_WORDS.map((key) => partsOf(value[key], depth + 1)).find((parts) => parts.length > 0) ?? [];
	const code = first.length === 0 ? textOf(value.code).filter((text) => /\p{L}/u.test(text)) : [];
	return [...first, ...code, ...errorsIn(value.errors, depth + 1)];
}

/** A list of errors, or what is wrong with each field. */
function errorsIn(errors: unknown, depth: number): string[] {
	const parts = partsOf(errors, depth);
	if (!isObject(errors) || parts.length > 0) return parts;
	const ofFields = Object.entries(errors).slice(0, MOST_PARTS);
	return ofFields.flatMap(([field, value]) => partsOf(value, depth + 1).map((text) => `${field}: ${text}`));
}

function textOf(value: unknown): string[] {
	const text = optionalText.parse(value);
	return text === null ? [] : [text];
}

// What the caller wrote, and services repeat.
const NOT_OF_SERVICE = /^(?:narration|customFields|metadata)$/i;
const OF_CODE = /^(?:response|error|result|decline)_?code$/i;
const OF_BARE_CODE = /^(?:code|rc)$/i;
// Of banks, for a transaction that they have seen before (ISO 8583).
const CODE_OF_REPEAT = /^[a-z]?0?(?:26|94)$/i;
// Theirs for one that is in progress, whose answer came too late, or never.
const CODE_OF_UNDECIDED = /^(?:09|0?68|97)$/;
// An answer says no more than that. What is beyond it is not read.
const MOST_VALUES = 200;
const LONGEST_VALUE = 1000;
const LONGEST_WORDS = 5000;

// What has codes of its own: a phone 94, a bank 026.
const HAS_CODES = /(?:bank|country|currency|mobile|phone|province|region)(?:_?(?:details|info|number))?$/i;

/** A value in an answer, by the name of its field. */
interface Leaf {
	key: string;
	value: unknown;
	/** Whether it stands below `errors`. */
	isError: boolean;
	/** Whether it describes something else than the answer, such as a bank. */
	isOfAnother: boolean;
}

/** The values of an answer that the service itself gives, those on top first. */
export function leavesOf(body: unknown): Leaf[] {
	const leaves: Leaf[] = [];
	const waiting: Leaf[] = [{ key: '', value: body, isError: false, isOfAnother: false }];
	for (let read = 0; read < waiting.length && read < MOST_VALUES; read++) {
		const { key, value, isError } = waiting[read]!;
		if (typeof value !== 'object' || value === null) leaves.push(waiting[read]!);
		else
			for (const [name, part] of Object.entries(value as Record<string, unknown>).slice(0, MOST_VALUES)) {
				const nested = {
					key: Array.isArray(value) ? key : name,
					value: part,
					isError: isError || key === 'errors',
					isOfAnother: HAS_CODES.test(key),
				};
				if (!NOT_OF_SERVICE.test(name)) waiting.push(nested);
			}
	}
	return leaves;
}

/** Whether a field has a bank's code for a transaction that it has seen before. */
export function isCodeOfRepeat(leaf: Leaf): boolean {
	return isCode(leaf, CODE_OF_REPEAT);
}

function isCode({ key, value, isOfAnother }: Leaf, code: RegExp): boolean {
	const isOfCode = OF_CODE.test(key) || (OF_BARE_CODE.test(key) && !isOfAnother);
	return isOfCode && textOf(value).some((text) => code.test(text));
}

/**
 * All that an answer says, wherever it says it: for judging, and not for showing.
 * @param body as it was parsed, without secrets
 */
export function allWordsIn(body: unknown): string {
	const leaves = leavesOf(body);
	const words = leaves.flatMap(({ key, value, isError }) => {
		if (value === true) return [key];
		if (typeof value !== 'string' || !/\p{L}/u.test(value)) return [];
		return [`${isError ? `${key}: ` : ''}${value.slice(0, LONGEST_VALUE)}`];
	});
	const ofCodes = [
		...(leaves.some(isCodeOfRepeat) ? [REPEATED] : []),
		...(leaves.some((leaf) => isCode(leaf, CODE_OF_UNDECIDED)) ? [UNDECIDED] : []),
	];
	return [...new Set([...ofCodes, ...words])].join('; ').slice(0, LONGEST_WORDS);
}

/** Texts with the words of a code apart: "PAYMENT_FAILED", "paymentFailed". */
export function wordsIn(texts: Array<string | null>): string {
	return texts
		.join(' ')
		.replace(/([a-z])(?=[A-Z])/g, '$1 ')
		.replace(/[_-]/g, ' ');
}
