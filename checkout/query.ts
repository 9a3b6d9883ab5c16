/**
 * Reads the query of an address, in whatever form it comes back: mail programs and some services escape it for HTML, and others add parameters
 * with another "?". What stands behind "#" is no part of it, and no browser sends it.
 */
export function queryOf(address: string): URLSearchParams {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	return new URLSearchParams(query.replace(/[&?](?:amp;)*|^(?:amp;)+/g, '&'));
}
