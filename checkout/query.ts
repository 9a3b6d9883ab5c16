/**
 * Reads the query of an address, in whatever form it comes back: mail programs and some services escape it for HTML, and others add parameters
 * with another "?". What stands behind "#" is no part of it, and no browser sends it.
 */
export function queryOf(address: string): URLSearchParams {
	return new URLSearchParams(queryTextOf(address));
}

/** The query of an address as it is written, with "&" alone between its parameters. */
export function queryTextOf(address: string): string {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	return query.replace(/[&?](?:amp;)*|^(?:amp;)+/g, '&');
}
