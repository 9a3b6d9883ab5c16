import { parseJson } from '../../../gateway/values/input';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Reads an HTTP body: the value of its JSON, whatever type it claims, or otherwise its text. As in browsers, a byte order mark
 * says more about the bytes than their charset does.
 */
export function readBody(bytes: Buffer, contentType = ''): unknown {
	const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
	const charset = isMarked ? undefined : /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
	const text = decode(bytes, charset);
	const json = parseJson(text);
	return json === undefined ? text : json;
}

/** Decodes bytes into text, without a byte order mark. Bytes that are valid UTF-8 are seldom anything else, whatever their type claims. */
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
