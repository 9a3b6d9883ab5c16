import type { Outcome } from '../../../gateway/outcome';

/**
 * Makes the log's warning of a payment that may have started the workflow before what is remembered.
 * @param reference the merchant's, or else the service's
 */
export function makeForgottenWarning(reference: string | null, outcome: Outcome): string {
	return `the payment ${reference} is ${outcome}, but this node does not remember as far back as it goes. It may have started the workflow already, so it does not start it now. Transaction: Get Many lists it. If it was not delivered, deliver it by hand.`;
}
