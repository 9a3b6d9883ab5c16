import { types } from 'node:util';
import type { Logger } from 'n8n-workflow';

/** Makes JSON of anything: survives circles and big integers, and keeps all that an error carries. */
export function serialize(value: unknown): string {
	const seen = new WeakSet<object>();
	function replace(this: Record<string, unknown>, key: string, converted: unknown): unknown {
		if (typeof converted === 'bigint') return converted.toString();
		// The value before its own toJSON: an error's toJSON may hide what it carries.
		const raw = this[key];
		const current = types.isNativeError(raw) ? errorFields(raw) : converted;
		if (typeof current !== 'object' || current === null) return current;
		const identity = types.isNativeError(raw) ? raw : current;
		if (seen.has(identity)) return '[seen before]';
		seen.add(identity);
		return current;
	}
	return JSON.stringify(value, replace) ?? String(value);
}

function errorFields(error: Error): object {
	const { name, message, stack, cause } = error;
	return Object.assign({ name, message, stack, cause }, error);
}

type Metadata = Parameters<Logger['debug']>[1];

/** Takes the place of n8n's Logger and keeps every line, whatever its level. */
export class CapturingLogger {
	constructor(private readonly lines: string[]) {}

	error(message: string, metadata?: Metadata) {
		this.keep('error', message, metadata);
	}

	warn(message: string, metadata?: Metadata) {
		this.keep('warn', message, metadata);
	}

	info(message: string, metadata?: Metadata) {
		this.keep('info', message, metadata);
	}

	debug(message: string, metadata?: Metadata) {
		this.keep('debug', message, metadata);
	}

	/** Returns this logger: n8n asks for one per scope, and all of them write to the same lines. */
	scoped() {
		return this;
	}

	private keep(level: string, message: string, metadata?: Metadata) {
		this.lines.push(metadata === undefined ? `${level} ${message}` : `${level} ${message} ${serialize(metadata)}`);
	}
}
