import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { isFinal } from '../../../gateway/outcome';
import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import { completePayment, paymentItem, simplifyItem, type ExpectedPayment } from '../../../gateway/payment';
import { checkInput } from '../../../gateway/values/input';
import { otpUrlOf } from '../../shared/execution/n8nUrls';
import { otpTriesField, otpTriesRule } from '../../shared/fields/options';

/** The fields that Collect OTP adds to the fields of every payment. */
export const SHOWN = ['timedOut', 'otpRejected', 'otpUrl'];

const pageSchema = z.object({
	otpTries: otpTriesRule,
	simplify: z.unknown().transform((value) => Boolean(value ?? true)),
});

/**
 * Reads the options that the page needs: how many wrong OTPs it accepts, and whether items are simplified.
 * @throws InputError
 */
export function readPageOptions({ otpTries, simplify }: IDataObject): z.output<typeof pageSchema> {
	return checkInput(pageSchema, { otpTries, simplify }, { otpTries: otpTriesField.displayName });
}

/** Makes the item of a payment whose outcome is final. */
export function makeFinishedItem(record: VerifiedPayment): IDataObject {
	return paymentItem(PAYMENT_WORDS, record, { timedOut: false, otpRejected: false });
}

/**
 * Makes the item with which a payment goes on; undefined while it waits for an OTP. A payment whose OTP was refused has its
 * `otpUrl` again, so that a loop may wait for the next one.
 * @param areTriesUsedUp whether no further OTP is accepted
 */
export function itemAfter(
	record: VerifiedPayment,
	areTriesUsedUp: boolean,
	{ simplify, resumeUrl }: { simplify: boolean; resumeUrl: string },
): IDataObject | undefined {
	const open = { ...record, outcome: 'otp_required', authorized: false } as const;
	if (!isFinal(record.outcome) && !areTriesUsedUp) return undefined;
	const item = isFinal(record.outcome)
		? makeFinishedItem(record)
		: paymentItem(PAYMENT_WORDS, open, { timedOut: false, otpRejected: true, otpUrl: otpUrlOf(open, resumeUrl) });
	return simplify ? simplifyItem(item, SHOWN) : item;
}

/** Makes the item of a payment that is still open. The page compares the record with this item, so it must not say less than the charge did. */
export function makeTimedOutItem(record: VerifiedPayment, expected: ExpectedPayment | undefined): IDataObject {
	// Whoever pays in the last moment, or at a slow bank, may have paid all the same.
	const unknown = { ...completePayment(record, expected), outcome: 'unknown', authorized: false } as const;
	return paymentItem(PAYMENT_WORDS, unknown, { timedOut: true, otpRejected: false });
}
