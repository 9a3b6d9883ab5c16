/**
 * The first module of the bundle. n8n 2 brings the zod that this package is built for; where an older one is found, Node
 * would only name a subpath that is missing.
 */
// @ts-nocheck

try {
	require('zod/v4');
} catch (cause) {
	throw new Error(
		'n8n-nodes-card-payment needs zod 3.25.67 or newer, which comes with n8n 2. It was installed beside an older zod, or beside none. Install the package in n8n itself, under Settings > Community Nodes, and update n8n if it is older than 2.0.',
		{ cause },
	);
}
