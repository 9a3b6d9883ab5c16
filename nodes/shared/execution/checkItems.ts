import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, SettingError } from '../../../gateway/values/errors';
import type { Settings } from '../../../gateway/client/settings';
import { asGatewayError } from '../transport/nodeErrors';
import { failedWith, outcomeOf, type Failed, type Item, type PassedOn, type Ready, type Unchecked } from './item';
import type { Operation } from './operation';
import { Parameters } from './parameters';
import { keyOf, type SentRequests } from './sentRequests';

const UNCHECKED: Unchecked = { kind: 'unchecked', reference: '' };

/** Checks an item, without sending anything. */
export type Check<Request> = (itemIndex: number) => Ready<Request> | PassedOn | Failed;

/** What checks an item's parameters, and prepares its request. */
export function checkWith<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	settings: Settings,
): Check<Request> {
	const { fields, money, unique = money } = operation;
	return (itemIndex) => {
		try {
			const parameters = new Parameters(context, itemIndex, fields);
			if (operation.passesOn?.(parameters)) return { kind: 'passedOn', reference: '' };
			const request = operation.prepare(parameters, settings);
			return { kind: 'ready', reference: unique?.reference(request) ?? '', request };
		} catch (error) {
			return failedWith(asGatewayError(error));
		}
	};
}

interface Checking<Request> {
	sentRequests: SentRequests<Request>;
	check: Check<Request>;
	/** Of the credential in use. */
	account: string;
}

// What another account has of a request says nothing of this one, and the request may have been carried out there.
const SENT_ELSEWHERE = new SettingError(
	'This item was sent with another credential, so it was not sent again.',
	'Retry with the credential that it was sent with, or verify it with that one. To send it with this one, start a new execution.',
);

/** Checks all items before any is sent; those of reads wait for their turn. */
export function checkItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	checking: Checking<Request>,
): Array<Item<Request>> {
	const { money, unique } = operation;
	const items = context.getInputData();
	if (money === undefined && unique === undefined) return items.map(() => UNCHECKED);
	const checked = items.map((_, itemIndex) => checkItem(operation, checking, itemIndex));
	return refuseRepeatedReferences(checked, operation);
}

/** Checks one item. What an earlier try or another run of the node has sent is not sent now. */
function checkItem<Request>(
	{ money }: Operation<Request>,
	{ sentRequests, check, account }: Checking<Request>,
	itemIndex: number,
): Item<Request> {
	const own = sentRequests.find(itemIndex);
	const item = check(itemIndex);
	const now = item.kind === 'ready' ? item.request : undefined;
	if (own) {
		const { reference, request, result } = own;
		const done = result && ({ kind: 'done', reference, result } as const);
		// An outcome that was not known may be known by now.
		if (done && outcomeOf(done) !== 'unknown') return done;
		if (own.account !== account) return { kind: 'failed', reference, error: SENT_ELSEWHERE, isInDoubt: true };
		return { kind: 'sent', reference, request, now, isRepeat: false };
	}
	if (!(money?.payment ?? money?.askAboutExisting) || now === undefined) return item;
	const key = keyOf(item.reference, account, money.payment?.money(now));
	const transactionReference = sentRequests.sentInAnyRun(key);
	if (transactionReference === undefined) return item;
	const { reference } = item;
	return { kind: 'sent', reference, request: money.withoutSecrets(now), now, isRepeat: true, transactionReference };
}

// A reference is unique (specification 8.3), so two items with the same one are a mistake in the workflow.
function refuseRepeatedReferences<Request>(
	items: Array<Item<Request>>,
	{ money, unique = money }: Operation<Request>,
): Array<Item<Request>> {
	if (!unique) return items;
	const advice = money?.payment ? 'Give each item its own.' : 'They are one payment, so keep only one of the items.';
	const wasSent = ({ kind }: Item<Request>) => kind === 'sent' || kind === 'done';
	const firstWith = new Map<string, number>();
	items.forEach((item, itemIndex) => wasSent(item) && firstWith.set(item.reference, itemIndex));
	return items.map((item, itemIndex) => {
		if (item.kind !== 'ready') return item;
		const { reference } = item;
		const first = firstWith.get(reference) ?? itemIndex;
		firstWith.set(reference, first);
		if (first === itemIndex) return item;
		const rule = `is the same as that of item ${first}. ${advice}`;
		const error = new InputError([{ path: ['reference'], field: unique.referenceField, rule }]);
		// The payment of the reference may be made by the other item.
		error.charged = 'unknown';
		return { ...failedWith(error), reference };
	});
}
