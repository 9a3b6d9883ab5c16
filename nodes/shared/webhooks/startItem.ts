import type { IDataObject } from 'n8n-workflow';

import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { secretsOf, type Settings } from '../../../gateway/client/settings';
import { readingsOf } from '../../../gateway/client/spellings';
import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import { paymentItem } from '../../../gateway/payment';
import { showResult } from '../execution/items';

/** The parts of an item that starts a workflow. */
interface StartItem {
	payment: VerifiedPayment;
	/** The service's answer that has its record; undefined where the service has returned none. */
	response: unknown;
	/** Fields that the service does not return. */
	more?: IDataObject;
	/** True if the service's record shows the outcome that the item shows. */
	isVerified: boolean;
	simplify: boolean;
	/** The fields, besides those of every payment, that it has with Simplify on. */
	shows: readonly string[];
}

const SHOWN_OF_REFUNDS = ['refundedAmount', 'remainingAmount'];

/**
 * Makes the item with which a payment starts a workflow. Secrets are hidden in what the service has returned; the other fields are the
 * merchant's own.
 */
export function startItem(
	{ payment, response, more, isVerified, simplify, shows }: StartItem,
	settings: Settings,
	now = new Date(),
): IDataObject {
	const secrets = secretsOf(settings, readAddressSecrets(response));
	const hidden = secrets.inAnswer({ payment, raw: response }) as { payment: VerifiedPayment; raw: unknown };
	const added = { ...more, verified: isVerified, receivedAt: now.toISOString() };
	const whole = paymentItem(PAYMENT_WORDS, hidden.payment, added);
	const shown = payment.outcome === 'refunded' ? [...shows, ...SHOWN_OF_REFUNDS] : shows;
	const { output } = showResult({ output: whole, raw: hidden.raw }, { shows: shown, simplify, resumeUrl: '' });
	return output as IDataObject;
}

// Between a name and its value stands "=" in an address, and quotes and many backslashes in JSON within JSON.
const CARRIED = /(?<![\w-])(?:signature|attempt)[^\w-]{1,60}([\w-]{40,})/gi;

/** Reads the signatures and sealed values of the addresses that this package has given the service, in whatever form it repeats them. */
function readAddressSecrets(response: unknown): string[] {
	const readings = readingsOf(JSON.stringify(response ?? null));
	const values = readings.flatMap(({ text }) => Array.from(text.matchAll(CARRIED), ([, value]) => value!));
	return [...new Set(values)];
}
