/**
 * The first module of the bundle. n8n 2 brings the libraries that this package is built for; where an older zod or no Luxon is
 * found, Node would only name what is missing.
 */
try {
	require('zod/v4');
	require('luxon');
} catch (cause) {
	throw new Error(
		'n8n-nodes-card-payment needs zod 3.25.67 or newer and Luxon, which come with n8n 2. It was installed beside an older zod, or without one of them. Install the package in n8n itself, under Settings > Community Nodes, and update n8n if it is older than 2.0.',
		{ cause },
	);
}
