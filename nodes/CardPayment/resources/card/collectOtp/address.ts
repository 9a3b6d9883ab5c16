/**
 * The last part of the OTP page's address. n8n's token belongs to the execution and not to one of its waits, so without a
 * path of its own an old address of the page would resume whichever node of the execution waits later.
 */
export const OTP_PATH = 'card-payment-otp';

/**
 * The address of the page for one customer, as users write it. n8n signs the address of an execution with a query parameter;
 * older versions do not, so that it has no query. The path goes before the query in both. The transaction keeps an old
 * address from showing the payment of somebody else for whom the execution waits later.
 */
export const OTP_ADDRESS = `{{ $execution.resumeUrl.replace(/\\?|$/, '/${OTP_PATH}?') }}&transaction={{ $json.transactionReference }}`;
