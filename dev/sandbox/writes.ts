import type { FastifyInstance } from 'fastify';
import type { Writes } from './forms';
import type { Settings } from './options';

/* The forms in which real services write what the specification shows in one form; the option `writes` chooses. */

const AMOUNTS = [
	...['requestedAmount', 'grossAmount', 'transactionFee', 'settlementAmount'],
	...['refundedAmount', 'remainingAmount', 'transactionAmount', 'amount'],
	...['accountBalance', 'overdraftLimit', 'totalAccountBalance', 'amountRequested'],
];
const NUMBERS = [
	...['status', 'statusCode', 'number', 'totalPages', 'size', 'totalElements'],
	...['first', 'last', 'empty', 'partialRefund'],
];
const REFERENCES = ['merchantRef', 'clientReference', 'requestId'];
/** Names that the service's reference has where `reference` is the merchant's. */
const BESIDE_REFERENCE = ['transactionReference', 'ref', 'accessCode'];
const ADDRESSES = ['acsUrl', 'authorizationUrl', 'checkoutUrl'];

type Json = Record<string, unknown>;

/** Writes successful answers in the forms that the options choose, and every answer in the charset. */
export function writeAnswers(app: FastifyInstance, settings: Settings): void {
	app.addHook('preSerialization', (request, reply, answer, done) => {
		done(null, request.endpoint && reply.statusCode === 200 ? writeAnswer(answer, settings) : answer);
	});

	app.addHook('onSend', (request, reply, answer, done) => {
		const { charset } = settings.writes;
		if (!request.endpoint || charset === 'utf-8' || typeof answer !== 'string') return done(null, answer);
		const type = String(reply.getHeader('content-type') ?? 'application/json').split(';')[0];
		reply.header('content-type', `${type}; charset=${charset}`);
		// A character without a place in the charset would lose its upper byte, and could end a JSON text.
		done(null, Buffer.from(answer.replace(/[^\0-\xff]/g, '?'), 'latin1'));
	});
}

/** Writes the record in an answer. The envelope's own fields stay as they are. */
function writeAnswer(answer: unknown, settings: Settings): unknown {
	const hasEnvelope = isJson(answer) && 'data' in answer;
	return hasEnvelope ? { ...answer, data: writeValue(answer.data, settings) } : writeValue(answer, settings);
}

/** Writes a record, a list or a page in the forms that the options choose. */
export function writeValue(value: unknown, settings: Settings): unknown {
	if (Array.isArray(value)) {
		const rows = value.map((row) => writeValue(row, settings));
		return settings.writes.rows === 'withNull' && rows.length > 0 ? [null, ...rows] : rows;
	}
	if (!isJson(value)) return value;
	return Object.fromEntries(Object.keys(value).map((name) => [name, writeField(name, value, settings)]));
}

function writeField(name: string, record: Json, settings: Settings): unknown {
	const { writes, publicKey } = settings;
	const value = record[name];
	if (typeof value === 'number' && AMOUNTS.includes(name)) return writeAmount(value, writes);
	if (typeof value === 'string') {
		if (isMerchants(name, record)) return writeReference(value, writes);
		return ADDRESSES.includes(name) ? writeAddress(value, publicKey, writes) : value;
	}
	if (typeof value !== 'number' && typeof value !== 'boolean') return writeValue(value, settings);
	return writes.numbers === 'text' && NUMBERS.includes(name) ? String(value) : value;
}

function isMerchants(name: string, record: Json): boolean {
	if (name === 'reference') return BESIDE_REFERENCE.some((other) => other in record);
	return REFERENCES.includes(name);
}

function writeAmount(amount: number, { amounts }: Writes): unknown {
	switch (amounts) {
		case 'plain':
			return amount;
		case 'calculated':
			return inexact(amount, inHundredths(amount), 2 ** -51);
		case 'float':
			return inexact(amount, Math.fround(amount), 2 ** -27);
		case 'text':
			return String(amount);
		case 'separated':
			return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
		case 'missing':
			return null;
	}
}

/** Minor units times 10^-decimals, in binary floating point. */
function inHundredths(amount: number): number {
	const decimals = Math.max(2, String(amount).split('.')[1]?.length ?? 0);
	return Number(`${amount}e${decimals}`) * 10 ** -decimals;
}

/** Makes an exact amount inexact, because the tests' amounts are exact in binary more often than a shop's. */
function inexact(exact: number, calculated: number, error: number): number {
	return calculated === exact ? exact * (1 + error) : calculated;
}

/** Writes the merchant's reference as the service repeats it. */
export function writeReference(reference: string, { references }: Writes): string | null {
	switch (references) {
		case 'asSent':
			return reference;
		case 'upper':
			return reference.toUpperCase();
		case 'plain':
			return plain(reference);
		case 'null':
			return null;
		case 'cut':
			return reference.slice(0, 8);
	}
}

/** Returns the merchant's reference as the service compares it. */
export function foldReference(reference: string, { references }: Writes): string {
	return references === 'plain' ? plain(reference) : reference;
}

function plain(reference: string): string {
	return reference.replace(/[^\p{L}\p{N}]/gu, '');
}

function writeAddress(address: string, publicKey: string, { addresses }: Writes): string {
	switch (addresses) {
		case 'plain':
			return address;
		case 'escaped':
			return `${address}?language=en&amp;step=1`;
		case 'withKey':
			return `${address}?key=${publicKey}`;
	}
}

function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
