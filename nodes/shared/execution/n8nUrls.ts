import type { IExecuteFunctions } from 'n8n-workflow';

import { acceptsOtp, type MessageFields } from '../../../gateway/itemMessage';

type Context = Pick<IExecuteFunctions, 'getWorkflowDataProxy'>;

/**
 * The last part of the address at which Collect OTP asks for an OTP. n8n's signature belongs to the execution and not to one of
 * its waits, so without a path of its own an old address would resume whichever node of the execution waits later.
 */
export const OTP_PATH = 'card-payment-otp';

/** Returns the public address of this n8n, at which it serves its start page, with a slash at its end. */
export function addressOfN8n(context: Context): string {
	// It ends in "/webhook-waiting/<execution>?signature=...". Of the addresses that n8n gives a node, it alone is always
	// under the public one; the editor's may be an internal one.
	return new URL('..', resumeUrlOf(context)).href;
}

/**
 * Makes the address at which this execution asks for the OTP of an item's payment; null where the payment waits for none. n8n signs
 * the address of an execution with a query parameter; older versions do not. The path goes before the query in both. The
 * transaction in it keeps one customer's address from showing the payment of another.
 */
export function otpUrlOf(item: MessageFields & { transactionReference?: unknown }, resumeUrl: string): string | null {
	const { outcome, transactionReference } = item;
	const waits = outcome === 'otp_required' || acceptsOtp(item);
	if (!waits || typeof transactionReference !== 'string') return null;
	const page = resumeUrl.replace(/\?|$/, `/${OTP_PATH}?`);
	return `${page}&transaction=${encodeURIComponent(transactionReference)}`;
}

/** Returns the address at which a waiting execution goes on. */
export function resumeUrlOf(context: Context): string {
	const { $execution } = context.getWorkflowDataProxy(0);
	return ($execution as { resumeUrl: string }).resumeUrl;
}
