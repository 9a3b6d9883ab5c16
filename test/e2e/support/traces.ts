import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { hostProcess } from '../../../dev/engine/n8n';
import { secretsIn } from '../../engine/support/canary';

interface Database {
	prepare(sql: string): { all(): Array<Record<string, unknown>> };
	close(): void;
}

// Jest knows this module of Node 24 as little as the types of Node 20 do.
const { DatabaseSync } = hostProcess.getBuiltinModule('node:sqlite') as unknown as {
	DatabaseSync: new (file: string, options: { readOnly: boolean }) => Database;
};

/** Every text that a stopped n8n has left in its folder, by where it stands: each table of the database, and each other file. */
export function tracesIn(folder: string): Map<string, string> {
	const traces = new Map<string, string>();
	for (const file of filesIn(folder)) {
		// The package itself, and the editor's own files.
		if (file.includes('node_modules/') || file.startsWith('.cache/')) continue;
		if (!file.endsWith('.sqlite')) traces.set(file, readFileSync(join(folder, file), 'latin1'));
		else for (const [table, text] of rowsIn(join(folder, file))) traces.set(`${file}: ${table}`, text);
	}
	return traces;
}

/** Reads what the n8n of a folder has logged so far. */
export function readLog(folder: string): string {
	const logs = readdirSync(folder).filter((file) => file.endsWith('.log'));
	return logs.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
}

/** The places in which a secret stands, in whatever spelling. */
export function placesOf(secret: string, traces: Map<string, string>): string[] {
	return [...traces].filter(([, text]) => secretsIn(text, [secret]).length > 0).map(([place]) => place);
}

function filesIn(folder: string): string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

function rowsIn(file: string): Array<[table: string, text: string]> {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
		return tables.map(({ name }) => [
			String(name),
			JSON.stringify(database.prepare(`SELECT * FROM "${String(name)}"`).all()),
		]);
	} finally {
		database.close();
	}
}
