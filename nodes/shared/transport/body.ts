import { parseJson } from '../../../gateway/values/input';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Reads a body of HTTP: what its JSON stands for, whatever type it claims, or otherwise its text. As in browsers, a byte order mark
 * says more about the bytes than their charset does.
 */
export function readBody(bytes: Buffer, contentType = ''): unknown {
	const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
	const charset = isMarked ? undefined : /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
	const text = decode(bytes, charset);
	const json = parseJson(text);
	return json === undefined ? text : json;
}

/** The text of bytes, without a byte order mark. What is UTF-8 is seldom anything else, whatever is said of it. */
function decode(bytes: Buffer, charset?: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder(isCharset(charset) ? charset : 'utf-8').decode(bytes);
	}
}

function isCharset(label: string | undefined): boolean {
	try {
		return new TextDecoder(label).encoding !== '';
	} catch {
		return false;
	}
}
