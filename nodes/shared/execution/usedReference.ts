import type { LookUp } from '../../../gateway/lookUp';
import type { Payment } from '../../../gateway/payment';
import { ReferenceUsedError, UncheckedReferenceError, asClause } from '../../../gateway/values/errors';
import { amountText } from '../../../gateway/values/money';
import type { Result } from '../payments/result';
import type { MoneyRules, PaymentRules } from './operation';

/**
 * The result of an item whose reference has a payment already; undefined where there is none, so that the request may be sent.
 * @param known what the service has under the reference
 * @throws ReferenceUsedError where the item is to fail, or the payment is another one; UncheckedReferenceError where the service
 * does not say what it has
 */
export function resultBeforeSending<Request>(
	money: MoneyRules<Request>,
	rules: PaymentRules<Request>,
	request: Request,
	known: LookUp,
): Result | undefined {
	const { referenceField } = money;
	const reference = money.reference(request);
	const { done } = money.words;
	if (known.kind === 'doesNotSay') {
		const { message, description = '' } = known.failure;
		throw new UncheckedReferenceError(
			`The service does not say whether ${referenceField} ${reference} was used before: ${asClause(message)}.`,
			`${description} Nothing was sent, because it might have been ${done} twice. If your provider does not let you look up payments, turn off Check References Before Sending in the credential (under My Provider Needs Other Settings).`.trim(),
		);
	}
	if (known.kind !== 'record') return undefined;
	const { record } = known;
	if (!rules.isSame(request, record)) {
		throw new ReferenceUsedError(
			`Nothing was ${done}: ${referenceField} ${reference} belongs to another ${rules.name}.`,
			`The service has ${stateOf(record)} under it. Give this ${rules.name} a ${referenceField} of its own.`,
			record,
		);
	}
	if (rules.first && rules.ifUsed?.(request) === 'show') return rules.first(request, record);
	const advice =
		record.outcome === 'declined'
			? `To try again, use a new ${referenceField}, such as ${reference}-2.`
			: rules.adviceIfUsed;
	throw new ReferenceUsedError(
		`${firstOutcome(record)}; nothing was ${done} now, because ${referenceField} ${reference} was used before.`,
		`The service has ${stateOf(record)}. ${advice}`,
		record,
	);
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What became of the payment that was made before, such as "Paid on 21 November 2026". It comes first, because it differs by item. */
function firstOutcome({
	outcome,
	serviceMessage,
	transactionDate,
}: Payment & { transactionDate?: string | null }): string {
	const date = new Date(transactionDate?.slice(0, 'YYYY-MM-DD'.length) ?? '');
	const on = Number.isNaN(date.getTime()) ? '' : ` on ${DAY.format(date)}`;
	if (outcome === 'authorized') return `Paid${on}`;
	if (outcome === 'refunded') return `Paid${on}, and refunded in part or in whole`;
	if (outcome === 'declined') return `Refused before${serviceMessage === null ? '' : `: ${asClause(serviceMessage)}`}`;
	return outcome === 'unknown' ? 'Outcome not known' : `Still open, ${outcome}`;
}

/** A payment in a few words, for the description of an error. */
function stateOf({ outcome, amount, currency, transactionReference }: Payment): string {
	const money =
		amount === null ? 'an amount that is not known' : `${amountText(amount, currency)} ${currency ?? ''}`.trim();
	const named = transactionReference === null ? '' : `, transaction reference ${transactionReference}`;
	const state = outcome === 'refunded' ? 'refunded, in part or in whole' : outcome;
	return `${money}, ${state}${named}`;
}
