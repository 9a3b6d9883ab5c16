import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, SettingError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Settings } from '../../../gateway/protocol/settings';
import { asGatewayError } from '../transport/nodeErrors';
import { AutomaticReference } from './automaticReference';
import { combineExpressions } from './combinedExpression';
import { isInEditor, type EditorRuns } from './editorRuns';
import type { Failed, ItemOutcome, Unchecked } from './itemOutcome';
import type { Operation } from './operation';
import { Parameters } from './parameters';
import type { Check, LastCheck } from './sendItems';
import type { SentRequests } from './sentRequests';

const UNCHECKED: Unchecked = { kind: 'unchecked', reference: '' };

/** Whether no item may be sent as long as another one breaks a rule. */
function mustBeCheckedFirst<Request>({ money, unique }: Operation<Request>): boolean {
	return money !== undefined || unique !== undefined;
}

/** What checks an item's parameters, and prepares its request. */
export function checkWith<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	{ settings, editorRuns }: { settings: Settings; editorRuns: EditorRuns<Request> },
): Check<Request> {
	const { fields, money, unique = money } = operation;
	const key = settings.privateKey || context.getInstanceId();
	const automaticReference = new AutomaticReference(context, key, editorRuns);
	const combined = combineExpressions(context, fields);
	const isLiveInEditor = isInEditor(context) && settings.environment === 'live';
	return (itemIndex) => {
		try {
			const parameters = new Parameters(context, itemIndex, fields, combined);
			const request = operation.prepare(parameters, automaticReference, settings);
			if (isLiveInEditor && money?.isAutomatic(request)) throw needsOwnReference(money.referenceField);
			return { kind: 'ready', reference: unique?.reference(request) ?? '', request };
		} catch (error) {
			return failedWith(asGatewayError(error));
		}
	};
}

// Each run in the editor is an execution of its own, with automatic references of its own.
function needsOwnReference(field: string): InputError {
	const rule =
		'is missing. Runs in the editor need one for live payments, so that none is made again when you run the step again. Published workflows do not need one.';
	return new InputError([{ path: ['reference'], field, rule }]);
}

/** Reads are checked when their turn comes. A payment must not be sent beside one that another run in the editor has sent meanwhile. */
export function lastCheckWith<Request>(check: Check<Request>, editorRuns: EditorRuns<Request>): LastCheck<Request> {
	return (item, itemIndex) => {
		if (item.kind === 'unchecked') return check(itemIndex);
		const refusal = item.kind === 'ready' ? editorRuns.refusalNow(itemIndex) : undefined;
		return refusal ? { kind: 'failed', ...refusal, isInDoubt: true } : item;
	};
}

export function failedWith(error: GatewayError): Failed {
	return { kind: 'failed', reference: '', error, isInDoubt: false };
}

interface Checking<Request> {
	sentRequests: SentRequests<Request>;
	editorRuns: EditorRuns<Request>;
	check: Check<Request>;
	/** Of the credential in use; undefined where it cannot be used. */
	account: string | undefined;
}

// What another account has of a request says nothing of this one, and the request may have been carried out there.
function sentElsewhere(): SettingError {
	return new SettingError(
		'This item was sent with another credential, so it was not sent again.',
		'Retry with the credential that it was sent with, or verify it with that one. To send it with this one, start a new execution.',
	);
}

/** Checks all items, one by one and then side by side; those of reads wait for their turn. */
export function checkItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	checking: Checking<Request>,
): Array<ItemOutcome<Request>> {
	if (!mustBeCheckedFirst(operation)) return context.getInputData().map(() => UNCHECKED);
	const checked = checkOneByOne(context, checking);
	return refuseRepeatedReferences(refuseMissingReferences(checked, operation), operation);
}

/** Checks the items. Those that an earlier try has sent, or that may have a payment already, are not sent now. */
function checkOneByOne<Request>(
	context: IExecuteFunctions,
	{ sentRequests, editorRuns, check, account }: Checking<Request>,
): Array<ItemOutcome<Request>> {
	// Also of items that were sent, because automatic references count the items.
	const checked = context.getInputData().map((_, itemIndex) => check(itemIndex));
	const earlier = editorRuns.match(
		checked.map((now, itemIndex) => {
			const own = sentRequests.find(itemIndex);
			const { reference } = own ?? now;
			return { itemIndex, reference, request: !own && now.kind === 'ready' ? now.request : undefined };
		}),
	);
	return checked.map((now, itemIndex) => {
		const refusal = sentRequests.refusal(itemIndex);
		if (refusal) return { kind: 'failed', ...refusal, isInDoubt: false };
		const own = sentRequests.find(itemIndex);
		const inEditor = earlier.get(itemIndex);
		if (!own && inEditor && !inEditor.isSame) {
			const error = now.kind === 'failed' ? now.error : editorRuns.refusalBeside(inEditor.sent);
			return { kind: 'failed', reference: inEditor.sent.reference, error, isInDoubt: true };
		}
		const sent = own ?? inEditor?.sent;
		if (!sent) return now;
		const { reference, request, sentAt } = sent;
		if (!own) editorRuns.repeated.push(reference);
		// In the editor a key is often corrected between two presses; the merchant is the same.
		if (own && account !== undefined && own.account !== account)
			return { kind: 'failed', reference, error: sentElsewhere(), isInDoubt: true };
		if (own?.result) return { kind: 'done', reference, result: own.result };
		return { kind: 'sent', reference, request, sentAt, now: now.kind === 'ready' ? now.request : undefined };
	});
}

// In a list that has references, a row without one is a mistake: with an automatic one it would be paid with each run.
function refuseMissingReferences<Request>(
	items: Array<ItemOutcome<Request>>,
	{ money }: Operation<Request>,
): Array<ItemOutcome<Request>> {
	if (!money) return items;
	const isAutomatic = (item: ItemOutcome<Request>) => item.kind === 'ready' && money.isAutomatic(item.request);
	if (!items.some((item) => item.kind === 'ready' && !isAutomatic(item))) return items;
	const rule = 'is missing in this item. Give it to every item, or to none.';
	const error = new InputError([{ path: ['reference'], field: money.referenceField, rule }]);
	return items.map((item) => (isAutomatic(item) ? failedWith(error) : item));
}

// A reference is unique (specification 8.3), so two items with the same one are a mistake in the workflow.
function refuseRepeatedReferences<Request>(
	items: Array<ItemOutcome<Request>>,
	{ payments, money, unique = money }: Operation<Request>,
): Array<ItemOutcome<Request>> {
	if (!unique) return items;
	const isPaymentOfItsOwn = payments === 'charge' || payments === 'transfer';
	const advice = isPaymentOfItsOwn ? 'Give each item its own.' : 'They are one payment, so keep only one of the items.';
	const wasSent = ({ kind }: ItemOutcome<Request>) => kind === 'sent' || kind === 'done';
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
		return { ...failedWith(error), reference, sameAs: first };
	});
}
