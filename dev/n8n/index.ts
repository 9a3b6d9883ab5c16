import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import playground from './playground.json';

/** The versions of n8n in which the package is tried out, the oldest first. Each has a folder here with its lockfile. */
export const N8N_VERSIONS = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name)
	.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** The n8n that `npm start`, the end-to-end tests and the benchmarks use. */
export const PLAYGROUND_N8N = playground.version;

/** Returns the path of a file of an installed n8n, or of what comes with it. */
export function pathInN8n(version: string, ...path: string[]): string {
	return join(__dirname, version, 'node_modules', ...path);
}
