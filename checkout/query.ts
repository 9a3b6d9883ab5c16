/**
 * Reads the query of an address, in whatever form it comes back: mail programs and some services escape it for HTML, and others add
 * parameters with another "?". The part after "#" does not belong to it, and no browser sends it.
 */
export function queryOf(address: string): URLSearchParams {
	return new URLSearchParams(queryTextOf(address));
}

/** Returns the query of an address as it is written, with only "&" between its parameters. */
export function queryTextOf(address: string): string {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	return query.replace(/[&?](?:amp;)*|^(?:amp;)+/g, '&');
}
