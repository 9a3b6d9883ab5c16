import { alternate, ratioOf, spreadOf } from '../alternate';
import { Door, type DoorRequest } from '../door';
import { show, type Line } from '../report';

const ROUNDS = 15;
/** The requests of one measurement. */
const REQUESTS = 8;
const KILOBYTE = 1024;
/** Doubling a request doubles the work that it makes. Anything quadratic takes four times as long. */
const MOST = 3;

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const TEXT = 'text/plain';
const ODD = 'application/octet-stream';

/** A request that is made to keep n8n busy, of about so many bytes. */
type Junk = (bytes: number) => Omit<DoorRequest, 'path'>;

/** Repeats numbered parts up to so many bytes. */
function repeat(bytes: number, part: (index: number) => string, separator = ','): string {
	const parts: string[] = [];
	for (let length = 0, index = 0; length < bytes; index++) {
		parts.push(part(index));
		length += parts.at(-1)!.length + separator.length;
	}
	return parts.join(separator);
}

const post = (contentType: string, body: string) => ({ method: 'POST', contentType, body }) as const;

const keysInBrackets: Junk = (bytes) => post(JSON_TYPE, `{${repeat(bytes, (index) => `"a[k${index}]":1`)}}`);
const openBrackets: Junk = (bytes) => post(JSON_TYPE, `{"${'[a'.repeat(bytes / 2)}":1}`);
const manyObjects: Junk = (bytes) => post(JSON_TYPE, `[${repeat(bytes, (index) => `{"a[b]":${index}}`)}]`);
const deepLists: Junk = (bytes) => post(JSON_TYPE, '['.repeat(bytes / 2) + ']'.repeat(bytes / 2));
const longText: Junk = (bytes) => post(JSON_TYPE, `{"transactionReference":"${' '.repeat(bytes)}x"}`);
const formInBrackets: Junk = (bytes) =>
	post(
		FORM,
		repeat(bytes, (index) => `a[k${index}]=1`, '&'),
	);
const formOfLists: Junk = (bytes) =>
	post(
		FORM,
		repeat(bytes, (index) => `k${index}=[1,`, '&'),
	);
const formOfState: Junk = (bytes) => post(FORM, `state=${'x'.repeat(bytes)}`);
const formOfOtp: Junk = (bytes) => post(FORM, `otp=${'+'.repeat(bytes)}1`);
const plainText: Junk = (bytes) => post(TEXT, `{${repeat(bytes, (index) => `"a[k${index}]":1`)}}`);
const oddType: Junk = (bytes) => ({ ...plainText(bytes), contentType: ODD });
const longQuery: Junk = (bytes) => ({ method: 'GET', query: repeat(bytes, (index) => `a[k${index}]=1`, '&') });
const stateInQuery: Junk = (bytes) => ({ method: 'GET', query: `state=${'x'.repeat(bytes)}` });
const linkInQuery: Junk = (bytes) => ({ method: 'GET', query: `link=${'x.'.repeat(bytes / 2)}` });

/** The requests to a public address, and the size of the smaller of the two, in kilobytes. */
export type Case = [what: string, door: Door, path: string, junk: Junk, kilobytes: number];

/** Lists all kinds of requests, at all public addresses. */
export async function cases(): Promise<Case[]> {
	return [...ofTrigger(), ...(await ofCheckout()), ...ofOtpPage()];
}

/**
 * Measures how the time to answer grows with the size of a request, at each public address. Only our own work counts. The request
 * whose time grows most is reported.
 */
export async function doors(): Promise<Line[]> {
	const grown: Growth[] = [];
	for (const each of await cases()) grown.push(await growth(each));
	const { what, half, whole, ratio } = grown.reduce((one, other) => (other.ratio > one.ratio ? other : one));
	return [
		{
			name: 'junk',
			job: `twice as long a request that is made to keep n8n busy; of ${grown.length} such requests, the one that grows most: ${what}`,
			ours: `${show(spreadOf(whole), 2)} ms`,
			other: `${show(spreadOf(half), 2)} ms for half of it`,
			ratio: ratio.toFixed(2),
			goal: `< ${MOST}`,
			met: ratio < MOST,
		},
	];
}

function ofTrigger(): Case[] {
	const parameters = { outcomes: ['authorized'] };
	const trigger = new Door('CardPaymentTrigger', parameters);
	const signed = new Door('CardPaymentTrigger', { ...parameters, options: { requireSignedUrl: true } });
	// These sizes hold fewer, and more, than the 10,000 values up to which a notification is read.
	return [12, 30]
		.flatMap((kilobytes): Case[] => [
			['JSON, keys in brackets', trigger, 'notification', keysInBrackets, kilobytes],
			['JSON, one key of brackets', trigger, 'notification', openBrackets, kilobytes],
			['JSON, many objects', trigger, 'notification', manyObjects, kilobytes],
			['JSON, deep lists', trigger, 'notification', deepLists, kilobytes],
			['JSON, a long reference', trigger, 'notification', longText, kilobytes],
			['a form in brackets', trigger, 'notification', formInBrackets, kilobytes],
			['a form of open lists', trigger, 'notification', formOfLists, kilobytes],
			['JSON as plain text', trigger, 'notification', plainText, kilobytes],
			['JSON of an odd type', trigger, 'notification', oddType, kilobytes],
			['JSON without the required signature', signed, 'notification', keysInBrackets, kilobytes],
		])
		.concat([['a long query', trigger, 'callback', longQuery, 7]])
		.map(([what, ...rest]): Case => [`trigger: ${what}`, ...rest]);
}

async function ofCheckout(): Promise<Case[]> {
	const page = new Door('CardPaymentCheckoutTrigger', {
		amountFrom: 'node',
		amount: '10.50',
		currency: 'NGN',
		options: {},
	});
	const state = await stateOf(page);
	const card = { cardNumber: '4012000033330026', expiry: '03/50', cvv: '111', email: 'ada@shop.example', state };
	const cardForm =
		(field: keyof typeof card): Junk =>
		(bytes) =>
			post(FORM, new URLSearchParams({ ...card, [field]: `12${' '.repeat(bytes)}x` }).toString());
	// A page takes at most 64 KB, and Node at most 16 KB of a URL.
	const cases: Case[] = [
		['a long query', page, 'checkout', longQuery, 7],
		['a sealed state', page, 'checkout', stateInQuery, 7],
		['a payment link', page, 'checkout', linkInQuery, 7],
		['a form of state', page, 'checkout', formOfState, 30],
		['a form in brackets', page, 'checkout', formInBrackets, 30],
		['JSON', page, 'checkout', keysInBrackets, 30],
		['JSON of an odd type', page, 'checkout', oddType, 30],
		['a card number of spaces', page, 'checkout', cardForm('cardNumber'), 30],
		['an expiry of spaces', page, 'checkout', cardForm('expiry'), 30],
		['a security code of spaces', page, 'checkout', cardForm('cvv'), 30],
		['an e-mail of spaces', page, 'checkout', cardForm('email'), 30],
		['a forged notification', page, 'notification', keysInBrackets, 30],
		['a forged return', page, 'callback', longQuery, 7],
	];
	return cases.map(([what, ...rest]) => [`payment page: ${what}`, ...rest]);
}

function ofOtpPage(): Case[] {
	const page = new Door('CardPayment', {}, [{ transactionReference: 'T-1', timedOut: true }]);
	const cases: Case[] = [
		['a form of state', page, 'card-payment-otp', formOfState, 30],
		['an OTP of spaces', page, 'card-payment-otp', formOfOtp, 30],
		['a form in brackets', page, 'card-payment-otp', formInBrackets, 30],
		['JSON', page, 'card-payment-otp', keysInBrackets, 30],
		['JSON of an odd type', page, 'card-payment-otp', oddType, 30],
		['a long query', page, 'card-payment-otp', longQuery, 7],
	];
	return cases.map(([what, door, path, junk, kilobytes]) => [
		`OTP page: ${what}`,
		door,
		path,
		// Otherwise the page would refuse it as the address of nobody's payment.
		(bytes) => ({ query: 'transaction=T-1', ...junk(bytes) }),
		kilobytes,
	]);
}

/** Fetches the sealed state of a page that asks for a card. */
async function stateOf(page: Door): Promise<string> {
	const { location } = await page.answer({ method: 'GET', path: 'checkout' });
	const { text } = await page.answer({ method: 'GET', path: 'checkout', query: location.slice(1) });
	return /name="state" value="([\w-]+)"/.exec(text)![1]!;
}

/** The times that the smaller and the larger of two requests took, in milliseconds. */
interface Growth {
	what: string;
	half: number[];
	whole: number[];
	ratio: number;
}

async function growth([what, door, path, junk, kilobytes]: Case): Promise<Growth> {
	const time = async (size: number) => {
		const request = { ...junk(size * KILOBYTE), path };
		// n8n has parsed the request before the node sees it.
		const requests = Array.from({ length: REQUESTS }, () => door.prepare(request));
		const start = performance.now();
		for (const answer of requests) await answer();
		return (performance.now() - start) / REQUESTS;
	};
	const { half, whole } = await alternate(ROUNDS, {
		half: async () => await time(kilobytes),
		whole: async () => await time(2 * kilobytes),
	});
	const sizes = `${kilobytes} and ${2 * kilobytes} kB`;
	return { what: `${what}, ${sizes}`, half, whole, ratio: ratioOf(whole, half).median };
}
