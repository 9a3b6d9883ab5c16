import type { SandboxOptions } from '../../../dev/sandbox';

/** Sets if the service finds payments and transfers by the merchant's references, in any of its calls; not every provider does. */
export function findingPayments(isFound: boolean): SandboxOptions {
	return {
		verifyKnowsMerchantReference: isFound,
		hasHistory: isFound,
		statusKnowsRequestId: isFound,
		hasTransferStatusByRequestId: isFound,
	};
}

/** A service that carries out whatever is sent, and has a history in which payments are found. */
export const ACCEPTING: SandboxOptions = { acceptsUsedReferences: true, webhooksEnabled: false };
