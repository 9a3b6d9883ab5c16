import { CAPITALS_AND_DIGITS } from '../client/response';
import { endpointUrl } from '../client/request';
import { ENDPOINTS } from '../client/endpoints';
import { cannotTell } from '../sending/failures';
import { asClause, GatewayError, RefusedError } from '../values/errors';
import { CREDENTIAL_LABELS, type FindPaymentsWith } from '../client/credentialLabels';
import type { Settings } from '../client/settings';
import { advice, fail, pass, type Finding, type Setup } from './check';
import { checkSpelling } from './checkSpelling';
import {
	fetchValue,
	checkFilter,
	lookUpNewest,
	isUnread,
	newestOf,
	newestUntil,
	merchantReferenceOf,
	type CallName,
	type NewestRecords,
	type NewestPayment,
} from './newestPayment';

// In seconds.
const DAY = 86_400;
const RULE = 'own rule that references are unique protects you';
const ONE_PAYMENT = 'Make one test payment, and run Check Setup again.';

/** Says what was found, and which choices of "Find Payments With" it allows, the best one first. */
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
 * Checks whether the credential's way of finding payments is right: the newest payment of the transaction history is looked up by the
 * merchant's reference. Nothing is charged.
 */
export async function checkFindPayments(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const rows = await fetchValue(setup, newestUntil, {});
	if (rows instanceof RefusedError && !cannotTell(rows)) throw rows;
	if (rows instanceof GatewayError) return withoutHistory(settings, rows);
	const newest = await newestOf(setup, rows);
	const reference = newest && merchantReferenceOf(newest);
	if (!reference) return withoutReference(settings, newest);
	const historyDatesIn = await findDatesUnit(setup);
	if (historyDatesIn !== settings.historyDatesIn) {
		const dates = `The dates of the transaction history are in ${historyDatesIn}`;
		return fail(dates, advice(settings, { historyDatesIn }));
	}
	return await checkLookups(setup, newest, reference);
}

/** Says what to do where there is no history, or none that can be read: only the provider knows whether verify does without it. */
function withoutHistory(settings: Settings, failure: GatewayError): Finding {
	const url = endpointUrl(ENDPOINTS.history, settings);
	const isMissing = failure instanceof RefusedError;
	const found = isMissing
		? `There is no transaction history at ${url} (status ${failure.httpStatus})`
		: `n8n cannot read what the transaction history at ${url} answers`;
	if (!usesHistory(settings)) {
		const unknown = `${found}, so n8n cannot find out whether verify finds payments by your reference`;
		return pass(unknown, `Ask your provider whether it does. If it does not, the provider's ${RULE}.`);
	}
	if (!settings.checkReferences) return pass(`${found}, and references are not checked`);
	const isEmpty = isMissing && failure.httpStatus === 404 && failure.isOwnError;
	return fail(
		`${found}, so n8n cannot find payments by your reference there`,
		[
			...(isEmpty ? [`If there is no payment yet: ${asClause(ONE_PAYMENT)}.`] : []),
			'Ask your provider whether verify finds payments by your reference.',
			`If it does: ${asClause(advice(settings, { findPaymentsWith: 'verify' }))}.`,
			`Otherwise ask for the path of the transaction history, and enter it as ${CREDENTIAL_LABELS.historyPath}.`,
			`If there is none, turn off ${CREDENTIAL_LABELS.checkReferences} there: the provider's ${RULE} then.`,
		].join(' '),
	);
}

/** Says what to do where the newest payment has no reference of the merchant's that could be looked up. */
function withoutReference(settings: Settings, newest: NewestPayment | undefined): Finding {
	const isNull = newest !== undefined && newest.told.history === null && newest.told.verify === null;
	if (!isNull || !usesHistory(settings))
		return pass('The transaction history has no payment with a reference of yours yet', ONE_PAYMENT);
	return fail(
		'The newest payment of the transaction history has no reference, so n8n cannot find it by yours',
		`${ONE_PAYMENT} If that payment has none either, ask your provider which references it keeps. ${CAPITALS_AND_DIGITS}`,
	);
}

/** Finds out the unit of the history's dates: tomorrow in seconds lies in 1970 where it is taken for milliseconds, and no payment is before that. */
async function findDatesUnit(setup: Setup): Promise<'seconds' | 'milliseconds'> {
	const endDate = Math.floor(Date.now() / 1000) + DAY;
	const untilTomorrow = await fetchValue(setup, newestUntil, { endDate });
	return untilTomorrow instanceof GatewayError || untilTomorrow.length === 0 ? 'milliseconds' : 'seconds';
}

/** Looks the newest payment up as look-ups do, and says which of them find it. */
async function checkLookups(setup: Setup, newest: NewestPayment, reference: string): Promise<Finding> {
	const { settings } = setup;
	const { filters, isUnread: isFilterUnread } = await checkFilter(setup);
	const history = await lookUpNewest(setup, 'history', newest, reference);
	const verify = await lookUpNewest(setup, 'verify', newest, reference);
	const [which, right] = findingOf(filters && history.how !== 'not', verify.how !== 'not');
	const unread =
		isFilterUnread || isUnread(history, reference)
			? '. n8n cannot read whether the list of the history is complete'
			: '';
	const found = `${which}${unread}`;
	if (right.length === 0) return withoutLookUp(settings, found, reference);
	if (!right.includes(settings.findPaymentsWith)) return fail(found, advice(settings, { findPaymentsWith: right[0] }));
	const used: Readonly<Record<FindPaymentsWith, Partial<Record<CallName, NewestRecords>>>> = {
		both: { history, verify },
		history: { history },
		verify: { verify },
	};
	const spelling = await checkSpelling({ setup, newest, reference, found: used[settings.findPaymentsWith] });
	return spelling ? { ...spelling, found: `${found}. ${spelling.found}` } : pass(found);
}

/** Says what to do where no look-up finds the newest payment by the reference that the history itself tells. */
function withoutLookUp(settings: Settings, found: string, reference: string): Finding {
	if (!settings.checkReferences) return pass(found);
	return fail(
		`${found}. The service has the newest payment under "${reference}"`,
		[
			`If you sent it in other letters than "${reference}", the service changes references. ${CAPITALS_AND_DIGITS}`,
			`If you sent exactly this one: ${asClause(advice(settings, { checkReferences: false }))}.`,
			`The provider's ${RULE} then. Or ask it how to find payments.`,
		].join(' '),
	);
}

function usesHistory({ findPaymentsWith }: Settings): boolean {
	return findPaymentsWith !== 'verify';
}
