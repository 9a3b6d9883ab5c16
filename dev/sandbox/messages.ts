import type { Transaction } from './ledger';
import type { Settings } from './options';
import { notificationRecord } from './records';
import { nameOf } from './statuses';

/** Fields of a notification, to replace or to add; one that is undefined is left out. */
export type Overrides = Record<string, unknown>;

/** A notification, ready to be sent. */
export interface Message {
	/** The record, before it is nested and serialized. */
	body: Record<string, unknown>;
	contentType: string;
	/** The raw text of the request's body. */
	sent: string;
}

const WRAPPERS = ['data', 'transaction', 'record'];

/** The notification of a transaction as it stands now, in the form that the options choose. */
export function composeMessage(transaction: Transaction, overrides: Overrides, settings: Settings): Message {
	const record = { ...notificationRecord(transaction), ...overrides };
	const body = { ...record, status: inStyle(settings.notificationStatus, record.status) };
	if (settings.notificationFormat === 'form') {
		return { body, contentType: 'application/x-www-form-urlencoded', sent: formOf(body) };
	}
	return { body, contentType: 'application/json', sent: JSON.stringify(nest(body, settings.notificationNesting)) };
}

/** An override can set the status to anything; only a numeric code can be written in another style. */
function inStyle(style: Settings['notificationStatus'], status: unknown): unknown {
	if (typeof status !== 'number' || style === 'code') return status;
	return style === 'text' ? String(status) : nameOf(status);
}

function nest(body: Message['body'], depth: number): object {
	if (depth === 0) return body;
	const wrapped = WRAPPERS.slice(0, depth).reduceRight((inner, name) => ({ [name]: inner }), body);
	return { event: 'transaction.updated', ...wrapped };
}

function formOf(body: Message['body']): string {
	const fields = Object.entries(body).filter(([, value]) => value !== undefined);
	return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, fieldOf(value)])).toString();
}

function fieldOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}
