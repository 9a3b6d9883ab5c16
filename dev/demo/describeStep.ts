import type { IDataObject, ITaskData } from 'n8n-workflow';

/** The fields that a person wants to know of an item, in this order. */
const FIELDS = [
	'outcome',
	'message',
	'amount',
	'currency',
	'reference',
	'transactionReference',
	'transactionFee',
	'code',
	'name',
];

const INDENT = '     ';

/** Describes a finished node in a few lines: its name, how long it took, and the main fields of its items. */
export function describeStep(number: number, nodeName: string, { executionTime, data, error }: ITaskData): string {
	const items = data?.main?.[0] ?? [];
	const lines = error
		? [`failed: ${error.message}`, error.description ?? '']
		: items.map(({ json }) => describeItem(json));
	const title = `${String(number).padStart(2)}. ${nodeName} (${executionTime} ms)`;
	return [title, ...lines.filter(Boolean).map((line) => line.replace(/^/gm, INDENT))].join('\n');
}

function describeItem(item: IDataObject): string {
	const known = FIELDS.filter((field) => item[field] !== undefined && item[field] !== null);
	// Each item of a list takes one line.
	if (item.outcome === undefined) return known.map((field) => textOf(item[field])).join('  ');
	return known.map((field) => `${field.padEnd(21)}${textOf(item[field])}`).join('\n');
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
