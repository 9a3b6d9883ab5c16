import type { IDataObject } from 'n8n-workflow';

import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { secretsOf, type Settings } from '../../../gateway/client/settings';
import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import { paymentItem } from '../../../gateway/payment';
import { asShown } from '../execution/items';

/** What an item that starts a workflow is made of. */
interface StartItem {
	payment: VerifiedPayment;
	/** The answer of the service that has its record; undefined where the service has told none. */
	response: unknown;
	/** Fields that the service does not tell. */
	more?: IDataObject;
	/** Whether the service's record confirms the outcome. */
	isVerified?: boolean;
	simplify: boolean;
	/** The fields, besides those of every payment, that it has with Simplify on. */
	shows: readonly string[];
}

const SHOWN_OF_REFUNDS = ['refundedAmount', 'remainingAmount'];

/**
 * The item with which a payment starts a workflow. Where no record of the service stands behind it, it is not verified. What is secret is
 * hidden in what the service has told; the other fields are the merchant's own.
 */
export function startItem(
	{ payment, response, more, isVerified = response !== undefined, simplify, shows }: StartItem,
	settings: Settings,
	now = new Date(),
): IDataObject {
	const secrets = secretsOf(settings, carriedIn(response));
	const hidden = secrets.inAnswer({ payment, raw: response }) as { payment: VerifiedPayment; raw: unknown };
	const added = { ...more, verified: isVerified, receivedAt: now.toISOString() };
	const whole = paymentItem(PAYMENT_WORDS, hidden.payment, added);
	const shown = payment.outcome === 'refunded' ? [...shows, ...SHOWN_OF_REFUNDS] : shows;
	const { output } = asShown({ output: whole, raw: hidden.raw }, { shows: shown, simplify, resumeUrl: '' });
	return output as IDataObject;
}

/** Signatures and sealed values in the addresses that this package has given the service, under whatever name it repeats them. */
function carriedIn(response: unknown): string[] {
	const text = JSON.stringify(response ?? null);
	return Array.from(
		text.matchAll(/(?:[?&;]|%3F|%26)(?:signature|attempt)(?:=|%3D)([\w-]{40,})/gi),
		([, value]) => value!,
	);
}
