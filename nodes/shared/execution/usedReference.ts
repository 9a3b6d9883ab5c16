import type { LookUp } from '../../../gateway/lookUp';
import type { Payment } from '../../../gateway/payment';
import { ReferenceUsedError, UncheckedReferenceError, asClause } from '../../../gateway/values/errors';
import { amountText } from '../../../gateway/values/money';
import type { Result } from '../payments/result';
import type { MoneyRequest, Operation } from './operation';

const SHOW_FIRST = "To get it as the result, set 'If the Reference Was Used Before' to 'Show the First Payment'.";

// Of a hosted checkout alone, whose record does not have the address of its page.
const SECOND_HOSTED_CHECKOUT =
	'A second page could be paid as well. Use a new Reference only when the service says that the first payment is declined or refunded.';

/**
 * The result of an item whose reference has a payment already; undefined where there is none, so that the request may be sent.
 * @param lookUp what the service has under the reference
 * @throws ReferenceUsedError where the item is to fail, or the payment is not the item's; UncheckedReferenceError where the service
 * does not say what it has
 */
export function resultBeforeSending(
	{ moneyRules, referenceField }: Operation,
	request: MoneyRequest,
	lookUp: LookUp,
): Result | undefined {
	const { reference, ifUsed } = request;
	const { paymentRules: rules, wording } = moneyRules!;
	if (!rules) return undefined;
	const named = `${referenceField} ${reference}`;
	const { what, done } = wording;
	if (lookUp.kind === 'unanswered') {
		const { message, description = '' } = lookUp.failure;
		throw new UncheckedReferenceError(
			`The service does not say whether ${named} was used before: ${asClause(message)}.`,
			`${description} Nothing was sent, because the ${what} might have been ${done} twice. If your provider does not let you look up payments, turn off Check References Before Sending in the credential (under My Provider Needs Other Settings).`.trim(),
		);
	}
	if (lookUp.kind !== 'record') return undefined;
	const { record } = lookUp;
	const present = paymentText(record);
	if (!rules.isSame(request, record)) {
		const advice = `Give this ${rules.name} a ${referenceField} of its own.`;
		const message = `Nothing was ${done}: ${named} belongs to another ${rules.name}.`;
		throw new ReferenceUsedError(message, `The service has ${present}. ${advice}`, record);
	}
	if (rules.showFirst && ifUsed === 'show') return rules.showFirst(request, record);
	const otherwise = rules.showFirst ? SHOW_FIRST : SECOND_HOSTED_CHECKOUT;
	const isOver = record.outcome === 'declined' || record.outcome === 'refunded';
	const advice = isOver ? `To try again, use a new ${referenceField}, such as ${reference}-2.` : otherwise;
	const message = `Nothing was ${done} now: ${named} was used before, and its ${rules.name} is ${record.outcome}.`;
	throw new ReferenceUsedError(message, `The service has ${present}. ${advice}`, record);
}

/** A payment in a few words, such as "10.50 NGN, declined (insufficient funds), transaction reference T-1". */
function paymentText({ outcome, serviceMessage, amount, currency, transactionReference }: Payment): string {
	const money =
		amount === null ? 'an amount that is not known' : `${amountText(amount, currency)} ${currency ?? ''}`.trim();
	const reason = outcome === 'declined' && serviceMessage !== null ? ` (${asClause(serviceMessage)})` : '';
	const named = transactionReference === null ? '' : `, transaction reference ${transactionReference}`;
	return `${money}, ${outcome}${reason}${named}`;
}
