import type { Transaction } from './ledger';
import type { Settings } from './options';
import { notificationRecord } from './records';
import { nameOf } from './statuses';
import { writeValue } from './writes';

/** Fields of a notification, to replace or to add; one that is undefined is left out. */
export type Overrides = Record<string, unknown>;

/** A notification, ready to be sent. */
export interface Message {
	/** The record, before it is nested and serialized. */
	body: Record<string, unknown>;
	/** Empty = none. */
	contentType: string;
	/** The raw text of the request's body. */
	sent: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const WRAPPERS = ['data', 'transaction', 'record'];

/** The notification of a transaction as it stands now, in the form that the options choose. */
export function composeMessage(transaction: Transaction, overrides: Overrides, settings: Settings): Message {
	// The style of its status has an option of its own.
	const writes = { ...settings.writes, numbers: 'plain' as const };
	const record: Message['body'] = {
		...(writeValue(notificationRecord(transaction), { ...settings, writes }) as object),
		...overrides,
	};
	const body = { ...record, status: inStyle(settings.notificationStatus, record.status) };
	const json = JSON.stringify(nest(body, settings.notificationNesting));
	switch (settings.notificationFormat) {
		case 'json':
			return { body, contentType: JSON_TYPE, sent: json };
		case 'form':
			return { body, contentType: FORM_TYPE, sent: formOf(body) };
		case 'jsonAsForm':
			return { body, contentType: FORM_TYPE, sent: json };
		case 'jsonWithBom':
			return { body, contentType: JSON_TYPE, sent: `\uFEFF${json}` };
		case 'jsonUntyped':
			return { body, contentType: '', sent: json };
	}
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
