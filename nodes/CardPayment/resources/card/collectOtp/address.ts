/**
 * The last part of the OTP page's address. n8n's token belongs to the execution and not to one of its waits, so without a
 * path of its own an old address of the page would resume whichever node of the execution waits later.
 */
export const OTP_PATH = 'card-payment-otp';

// Where the pages of an execution are, but for the transaction.
const PAGE = `$execution.resumeUrl.replace(/\\?|$/, '/${OTP_PATH}?')`;

/**
 * The address of the page for one customer, as users write it. n8n signs the address of an execution with a query parameter;
 * older versions do not, so that it has no query. The path goes before the query in both. The transaction keeps an old
 * address from showing the payment of somebody else for whom the execution waits later.
 */
export const OTP_ADDRESS = `{{ ${PAGE} }}&transaction={{ encodeURIComponent($json.transactionReference) }}`;

/**
 * What the editor shows while the node waits, as an expression. The editor does not know how n8n signs the address, and
 * without the signature n8n refuses it, so the address is not shown.
 */
export const OTP_TOOLTIP =
	'"Each customer enters the OTP at the link that this workflow sent before this node. To open it yourself, copy it from the node that sent it."';
