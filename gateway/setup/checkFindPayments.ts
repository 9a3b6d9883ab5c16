import { endpointUrl } from '../client/request';
import { send } from '../sending/service';
import { ENDPOINTS } from '../client/endpoints';
import { cannotTell } from '../sending/lookUp';
import { readPage } from '../sending/pages';
import { GatewayError } from '../values/errors';
import { CREDENTIAL_LABELS, type FindPaymentsWith } from '../client/credentialLabels';
import { readData } from '../client/response';
import { history, readRow } from '../calls/history';
import { verify, type VerifiedPayment } from '../calls/verify';
import { isReference } from '../values/reference';
import {
	advice,
	askEndpoint,
	attempt,
	failed,
	passed,
	serviceOf,
	unusedReference,
	type Finding,
	type Setup,
} from './check';

// In seconds.
const DAY = 86_400;
const RULE = 'own rule that references are unique protects you';

/** What is found, and what "Find Payments With" may be then, the best choice first, by what finds a payment by the merchant's reference. */
function findingOf(history: boolean, verify: boolean): [found: string, right: FindPaymentsWith[]] {
	if (history && verify) {
		return ['Verify and the transaction history find payments by your reference', ['both', 'verify', 'history']];
	}
	if (history)
		return ['The transaction history finds payments by your reference, and verify does not', ['both', 'history']];
	if (verify) return ['Verify finds payments by your reference, and the transaction history does not', ['verify']];
	return ['Neither verify nor the transaction history finds payments by your reference', []];
}

/**
 * Whether the credential's way of finding payments is right: the newest payment of the transaction history is looked up by the
 * merchant's reference. Nothing is charged.
 */
export async function checkFindPayments(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const newest = await attempt(() => list(setup, {}));
	if (newest instanceof GatewayError) {
		if (!cannotTell(newest)) throw newest;
		return passed(
			`There is no transaction history at ${endpointUrl(ENDPOINTS.history, settings)}, so n8n cannot find out whether verify finds payments by your reference`,
			`Ask your provider. If verify finds them, ${CREDENTIAL_LABELS.findPaymentsWith} has to be Verify. If it does not, the provider's ${RULE}.`,
		);
	}
	// The service's own reference would not tell whether the merchant's is found.
	const payment = newest.find(
		({ reference, transactionReference }) => isReference(reference) && reference !== transactionReference,
	);
	if (!payment) {
		const found = 'The transaction history has no payment with a reference of yours yet';
		return passed(found, 'Make one test payment, and run Check Setup again.');
	}
	const historyDatesIn = await datesIn(setup);
	if (historyDatesIn !== settings.historyDatesIn) {
		const dates = `The dates of the transaction history are in ${historyDatesIn}`;
		return failed(dates, advice(settings, { historyDatesIn }));
	}
	const [found, right] = findingOf(
		await historyFinds(setup, payment.reference!),
		await verifyFinds(setup, payment.reference!),
	);
	if (right.length > 0 && !right.includes(settings.findPaymentsWith))
		return failed(found, advice(settings, { findPaymentsWith: right[0] }));
	if (right.length > 0 || !settings.checkReferences) return passed(found);
	return failed(
		found,
		`${advice(settings, { checkReferences: false })} The provider's ${RULE} then. Or ask it how to find payments.`,
	);
}

/** The unit of the history's dates: tomorrow in seconds lies in 1970 where it is taken for milliseconds, and no payment is before that. */
async function datesIn(setup: Setup): Promise<'seconds' | 'milliseconds'> {
	const endDate = Math.floor(Date.now() / 1000) + DAY;
	const untilTomorrow = await attempt(() => list(setup, { endDate }));
	return untilTomorrow instanceof GatewayError || untilTomorrow.length === 0 ? 'milliseconds' : 'seconds';
}

/** A history that does not filter lists payments under a reference that no payment has as well. */
async function historyFinds(setup: Setup, reference: string): Promise<boolean> {
	const countOf = async (asked: string) => {
		const listed = await send(serviceOf(setup), history, asked, []);
		if ('value' in listed) return listed.value.length;
		// Some services answer 404 where there is nothing.
		return cannotTell(listed.failure) ? 0 : undefined;
	};
	return (await countOf(reference)) === 1 && (await countOf(unusedReference())) === 0;
}

async function verifyFinds(setup: Setup, reference: string): Promise<boolean> {
	const verified = await send(serviceOf(setup), verify, { reference }, []);
	return 'value' in verified && verified.value.reference === reference;
}

/** Lists the newest payment of the transaction history. @throws GatewayError */
async function list(setup: Setup, until: { endDate?: number }): Promise<VerifiedPayment[]> {
	const { history: endpoint } = ENDPOINTS;
	const question = { key: endpoint.key, query: { startDate: 0, ...until, size: 1 } };
	const { rows } = readPage(endpoint, readData(endpoint, await askEndpoint(setup, endpoint, question)));
	return rows.map((row) => readRow(row, setup.settings));
}
