import { CAPITALS_AND_DIGITS } from '../client/response';
import { compareReferences } from '../values/attempt';
import { fail, pass, type Finding, type Setup } from './check';
import { isNewest, fetchRecords, type CallName, type NewestRecords, type NewestPayment } from './newestPayment';

const NAMES: Readonly<Record<CallName, string>> = { history: 'The transaction history', verify: 'Verify' };

/** A way to alter the letters of a reference. No payment should be found by the result. */
interface Alteration {
	alter: (reference: string) => string;
	/** Says whether a reference shows that the service keeps what is altered. */
	isKept: (reference: string) => boolean;
}

const ALTERATIONS: readonly Alteration[] = [
	{
		alter: (reference) => {
			const small = reference.toLowerCase();
			return small === reference ? reference.toUpperCase() : small;
		},
		isKept: (reference) => /\p{Ll}/u.test(reference),
	},
	{
		alter: (reference) => reference.replace(/^./su, '$&-'),
		isKept: (reference) => /[^\p{L}\p{N}]/u.test(reference),
	},
];

/** The newest payment, and how the calls that look-ups use find it by its reference. */
export interface Lookups {
	setup: Setup;
	newest: NewestPayment;
	reference: string;
	found: Readonly<Partial<Record<CallName, NewestRecords>>>;
}

/**
 * Finds out whether the service tells references in other letters than those that were sent. What the merchant has sent is not known, so
 * the payment is looked up in other letters as well: a service that still finds it does not tell them apart, and may have changed them.
 * @returns undefined where nothing shows that it does
 */
export async function checkSpelling(lookups: Lookups): Promise<Finding | undefined> {
	return checkAnswers(lookups) ?? compareAnswers(lookups) ?? (await tryAlterations(lookups));
}

function checkAnswers({ reference, found }: Lookups): Finding | undefined {
	const name = callsIn(found).find((one) => found[one]!.how === 'otherwise');
	if (!name) return undefined;
	const { told } = found[name]!;
	const answer = told === null ? 'without a reference' : `with "${told}"`;
	return fail(`${NAMES[name]} answers ${answer} where it is asked for "${reference}"`, CAPITALS_AND_DIGITS);
}

function compareAnswers({ newest, found }: Lookups): Finding | undefined {
	const { history, verify } = newest.told;
	const isSame = history === null || verify === null || compareReferences(history, verify) === 'same';
	if (isSame || !found.history) return undefined;
	const told = `The transaction history has the newest payment under "${history}", and verify under "${verify}"`;
	return fail(told, CAPITALS_AND_DIGITS);
}

async function tryAlterations({ setup, newest, reference, found }: Lookups): Promise<Finding | undefined> {
	const findings: Finding[] = [];
	for (const { alter, isKept } of ALTERATIONS) {
		const altered = alter(reference);
		for (const name of altered === reference ? [] : callsIn(found)) {
			const { records } = await fetchRecords(setup, name, altered);
			if (!records.some((record) => isNewest(record, newest))) continue;
			const told = `${NAMES[name]} finds "${reference}" by "${altered}" as well`;
			const unless = `${CAPITALS_AND_DIGITS} If you sent exactly "${reference}", there is nothing to change.`;
			findings.push(isKept(reference) ? pass(told, CAPITALS_AND_DIGITS) : fail(told, unless));
		}
	}
	return findings.find(({ ok }) => !ok) ?? findings[0];
}

/** The calls that find the payment. */
function callsIn(found: Lookups['found']): CallName[] {
	return (Object.keys(found) as CallName[]).filter((name) => found[name]!.how !== 'not');
}
