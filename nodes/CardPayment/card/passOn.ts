import { OUTCOMES } from '../../../gateway/outcome';
import { isNothing } from '../../../gateway/values/input';
import type { Parameters } from '../../shared/execution/parameters';

/**
 * Says whether an item goes on as it came, so that Charge, Authorize and Verify form a chain for all cards: where its payment needs no OTP,
 * or there is none to try. An open or unknown payment is tried with one: a wrong OTP costs nothing, and the record decides.
 * @param hasOtp whether there is an OTP, or somebody who can enter it
 */
export function isPassedOn(parameters: Parameters, hasOtp: () => boolean): boolean {
	const { item } = parameters;
	const reference = parameters.get<unknown>('transactionReference');
	// An item that names another payment says nothing about this payment.
	const isOfThis = isNothing(reference)
		? isNothing(item.transactionReference)
		: item.transactionReference === reference;
	if (!isOfThis || !OUTCOMES.some((outcome) => outcome === item.outcome)) return false;
	if (item.outcome === 'otp_required') return false;
	const isOpen = item.outcome === 'pending' || item.outcome === 'unknown';
	return !isOpen || isNothing(reference) || !hasOtp();
}
