import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { unknownHint } from '../../../gateway/message';
import type { Outcome } from '../../../gateway/outcome';
import { GatewayError, InputError, SettingError } from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import { merchantOf, type Settings } from '../../../gateway/protocol/settings';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { AutomaticReference } from './automaticReference';
import { combineExpressions } from './combinedExpression';
import { EditorRuns } from './editorRuns';
import { isFailed, type Failed, type ItemOutcome, type Unchecked } from './itemOutcome';
import { ItemReport } from './itemReport';
import type { Operation } from './operation';
import { Parameters } from './parameters';
import { openRun, sendItems, type Check, type LastCheck } from './sendItems';
import { SentRequests } from './sentRequests';

/**
 * Runs an operation for every input item, in three steps: all items are checked before the first request is sent; then
 * they are sent, in order and with bounded concurrency; then each gets its linked output. An item that an earlier try in
 * this execution has sent is not sent again, whatever its values are now: its result is shown, or looked up.
 *
 * Reads skip the first step: each item is checked when its turn comes, so that n8n evaluates its expressions while the
 * requests of others are under way.
 *
 * With "continue on fail" it never throws, because n8n would then pass the input on, card data included. Without it, the
 * first failure keeps back what has not been sent yet, and the error tells what has become of every item.
 */
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const throwsOnFailure = !context.continueOnFail();
	const run = await openRun(context, operation).catch(asGatewayError);
	const account = run instanceof GatewayError ? undefined : run.transport.account;
	const merchant = run instanceof GatewayError ? undefined : merchantOf(run.transport.settings);
	const editorRuns = new EditorRuns<Request>(context, merchant, operation.money);
	const sentRequests = new SentRequests<Request>(context, String(operation.option.value), editorRuns);
	const report = new ItemReport(context.getNode(), operation, sentRequests);
	const check =
		run instanceof GatewayError
			? () => failedWith(run)
			: checkWith(context, operation, { settings: run.transport.settings, editorRuns });
	const given = mustBeCheckedFirst(operation)
		? checkItems(context, operation, { sentRequests, editorRuns, check, account })
		: context.getInputData().map(() => UNCHECKED);
	if (throwsOnFailure && run instanceof GatewayError) throw report.notRun(run, given);
	if (throwsOnFailure && given.some(isFailed)) throw report.refused(given);

	const lastCheck = lastCheckWith(check, editorRuns);
	const items = await sendItems({ run, operation, lastCheck, sentRequests, stopsOnFailure: throwsOnFailure }, given);
	const unknown = unknownIn(operation, items);
	if (unknown) context.logger.warn(`${context.getNode().name}: ${unknown.hint}`);
	if (throwsOnFailure && items.some(isFailed)) throw report.stopped(items);

	showHints(context, [
		...unknownHints(unknown, editorRuns),
		...repeatHints(operation, editorRuns),
		...resultHints(items),
	]);
	const simplify = context.getNodeParameter('options.simplify', 0, true) as boolean;
	const outputs = items.map(async (item, itemIndex) => {
		if (item.kind === 'failed') return report.failedItem(item, itemIndex);
		// The execution was stopped before it was this item's turn.
		if (item.kind !== 'done') return [];
		return report.output(item, simplify, itemIndex, await storeFiles(context, item.result));
	});
	return (await Promise.all(outputs)).flat();
}

const UNCHECKED: Unchecked = { kind: 'unchecked', reference: '' };

/** Whether no item may be sent as long as another one breaks a rule. */
function mustBeCheckedFirst<Request>({ money, unique }: Operation<Request>): boolean {
	return money !== undefined || unique !== undefined;
}

function checkWith<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	{ settings, editorRuns }: { settings: Settings; editorRuns: EditorRuns<Request> },
): Check<Request> {
	const { fields, money, unique = money } = operation;
	const key = settings.privateKey || context.getInstanceId();
	const automaticReference = new AutomaticReference(context, key, editorRuns);
	const combined = combineExpressions(context, fields);
	const isLiveInEditor = context.getMode() === 'manual' && settings.environment === 'live';
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
		'is missing. Runs in the editor need one for live payments, so that none is made again when you run the step again. A published workflow does not.';
	return new InputError([{ path: ['reference'], field, rule }]);
}

/** Reads are checked when their turn comes. A payment must not be sent beside one that another run in the editor has sent meanwhile. */
function lastCheckWith<Request>(check: Check<Request>, editorRuns: EditorRuns<Request>): LastCheck<Request> {
	return (item, itemIndex) => {
		if (item.kind === 'unchecked') return check(itemIndex);
		const refusal = item.kind === 'ready' ? editorRuns.refusalNow(itemIndex) : undefined;
		return refusal ? { kind: 'failed', ...refusal, isInDoubt: true } : item;
	};
}

function failedWith(error: GatewayError): Failed {
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

/** Checks all items, one by one and then side by side. */
function checkItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	checking: Checking<Request>,
): Array<ItemOutcome<Request>> {
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
	{ money, unique = money }: Operation<Request>,
): Array<ItemOutcome<Request>> {
	if (!unique) return items;
	const wasSent = ({ kind }: ItemOutcome<Request>) => kind === 'sent' || kind === 'done';
	const firstWith = new Map<string, number>();
	items.forEach((item, itemIndex) => wasSent(item) && firstWith.set(item.reference, itemIndex));
	return items.map((item, itemIndex) => {
		if (item.kind !== 'ready') return item;
		const { reference } = item;
		const first = firstWith.get(reference) ?? itemIndex;
		firstWith.set(reference, first);
		if (first === itemIndex) return item;
		const rule = `is the same as that of item ${first}. Give each item its own.`;
		const error = new InputError([{ path: ['reference'], field: unique.referenceField, rule }]);
		return failedWith(error);
	});
}

/** Shows what is to be said beside the items, each text once. */
function showHints(context: IExecuteFunctions, hints: string[]): void {
	for (const message of new Set(hints)) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

/** What the results have to say beside their items. */
function resultHints<Request>(items: Array<ItemOutcome<Request>>): string[] {
	return items.flatMap((item) => (item.kind === 'done' && item.result.hint ? [item.result.hint] : []));
}

/** Items with an unknown outcome. */
interface Unknown {
	references: string[];
	/** How many there are, and what not to do with them: in a long table nobody would see it. */
	hint: string;
}

function unknownIn<Request>({ payments }: Operation<Request>, items: Array<ItemOutcome<Request>>): Unknown | undefined {
	const references = items.filter(isUnknown).map(referenceOf);
	if (!payments || references.length === 0) return undefined;
	return { references, hint: unknownHint(payments, references, items.length) };
}

function unknownHints<Request>(unknown: Unknown | undefined, editorRuns: EditorRuns<Request>): string[] {
	if (!unknown) return [];
	const { references, hint } = unknown;
	return [references.some((reference) => editorRuns.has(reference)) ? `${hint} ${AGAIN_IN_EDITOR}` : hint];
}

const AGAIN_IN_EDITOR =
	'If you execute this step again, its outcome is looked up, and nothing is paid. After a restart of n8n, enter its reference in this node first.';

function isUnknown<Request>(item: ItemOutcome<Request>): boolean {
	if (item.kind === 'failed') return item.isInDoubt;
	return item.kind === 'done' && (item.result.output as { outcome?: Outcome }).outcome === 'unknown';
}

function referenceOf<Request>(item: ItemOutcome<Request>): string {
	if (item.kind !== 'done' || item.reference !== '') return item.reference;
	// A read has none of its own.
	const { transactionReference, reference } = item.result.output as Partial<Payment>;
	return transactionReference ?? reference ?? '';
}

/** What a run in the editor did not send, because an earlier one has. */
function repeatHints<Request>({ money }: Operation<Request>, { repeated }: EditorRuns<Request>): string[] {
	if (!money || repeated.length === 0) return [];
	return [
		`An earlier run of this step sent ${repeated.join(', ')}, and the outcome was still open. So it was not ${money.words.done} again: the item shows what the service says now. To send another one anyway, enter a ${money.referenceField} of your own.`,
	];
}

/** Stores files where this n8n keeps binary data. */
async function storeFiles({ helpers }: IExecuteFunctions, { files }: Result): Promise<IBinaryKeyData | undefined> {
	if (!files) return undefined;
	const stored = Object.entries(files).map(
		async ([property, { content, name, type }]) =>
			[property, await helpers.prepareBinaryData(content, name, type)] as const,
	);
	return Object.fromEntries(await Promise.all(stored));
}
