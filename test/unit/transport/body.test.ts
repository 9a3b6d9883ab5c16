import * as fc from 'fast-check';

import { readBody } from '../../../nodes/shared/transport/body';
import { always } from '../gateway/property';

const NAME = { name: 'Zoë Adébáyò' };
const JSON_TEXT = JSON.stringify(NAME);
const MARK = '\ufeff';
const latin1 = Buffer.from(JSON_TEXT, 'latin1');
const utf8 = Buffer.from(JSON_TEXT);

test.each([
	['nothing', '', utf8],
	['UTF-8', 'application/json; charset=utf-8', utf8],
	['latin1', 'application/json; charset=ISO-8859-1', latin1],
	['latin1 of any type', 'text/html;charset=latin1', latin1],
	['latin1 in quotes', 'application/json; charset="iso-8859-1"', latin1],
	['latin1 among other things', 'application/json; odata=full; Charset = windows-1252 ; v=1', latin1],
	['UTF-16', 'application/json; charset=utf-16le', Buffer.from(JSON_TEXT, 'utf16le')],
	['UTF-16 with a mark', 'application/json; charset=utf-16', Buffer.from(MARK + JSON_TEXT, 'utf16le')],
	['a charset that nobody knows', 'application/json; charset=none-such', utf8],
	['an empty charset', 'application/json; charset=', utf8],
	['UTF-8 with a mark', 'application/json; charset=utf-8', Buffer.from(MARK + JSON_TEXT)],
	['latin1, where a mark says that it is UTF-8', 'text/plain; charset=latin1', Buffer.from(MARK + JSON_TEXT)],
	['latin1, though it is UTF-8', 'application/json; charset=iso-8859-1', utf8],
	['nothing, with a mark', '', Buffer.from(MARK + JSON_TEXT)],
])('JSON whose content type names %s', (_, contentType, bytes) => {
	expect(readBody(bytes, contentType)).toEqual(NAME);
});

test.each([
	['an HTML page', '<!DOCTYPE html><h1>403</h1>'],
	['broken JSON', '{"status":200,"data":{"ref'],
	['nothing', ''],
	['spaces', ' \n'],
	['a form', 'reference=ORD-1&status=2'],
])('%s is its text', (_, text) => {
	expect(readBody(Buffer.from(text))).toBe(text);
	expect(readBody(Buffer.from(MARK + text))).toBe(text);
});

test('any JSON is what it stands for, and any bytes are read in any charset', () => {
	always(
		fc.property(fc.jsonValue(), (value) => {
			expect(readBody(Buffer.from(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
	always(
		fc.property(fc.uint8Array(), fc.string(), (bytes, charset) => {
			expect(() => readBody(Buffer.from(bytes), `text/plain; charset=${charset}`)).not.toThrow();
		}),
	);
});
