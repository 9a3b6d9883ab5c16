import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { listPayments, type HistoryFilter } from '../../../gateway/calls/history';
import { PUBLISHED_STATUSES } from '../../../gateway/outcome';
import { paymentRow } from '../../../gateway/payment';
import { checkInput, numberRule } from '../../../gateway/values/input';
import { referenceText } from '../../../gateway/values/reference';
import { readSpan } from '../../../gateway/values/dates';
import type { ReadOperation } from '../../shared/execution/operation';
import { TEXT } from '../../shared/fields/options';
import { editorLabels } from '../../shared/fields/fields';
import { OUTCOME_OPTIONS, RECORD_OUTCOMES } from '../../shared/fields/outcomes';
import { optionsOfReads } from '../../shared/execution/run';
import { limitFields, readLimit } from '../commonFields';

interface ListRequest extends HistoryFilter {
	/** Undefined for all. */
	limit: number | undefined;
}

const statuses = Object.entries(PUBLISHED_STATUSES).map(([code, { name }]) => ({
	name: name.replace(/_/g, ' ').replace(/\w+/g, (word) => word.charAt(0) + word.slice(1).toLowerCase()),
	value: code,
}));

const fields: INodeProperties[] = [
	...limitFields,
	{
		displayName: 'From',
		name: 'from',
		type: 'dateTime',
		required: true,
		default: '={{ $today }}',
		description:
			"Start of the period; by default today at 00:00. A time without a zone is in the workflow's time zone.",
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'dateTime',
		required: true,
		default: '={{ $now }}',
		description:
			"End of the period; by default now. A day alone, such as 2026-11-24, means its end. A time without a zone is in the workflow's time zone.",
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Outcome',
				name: 'outcomes',
				type: 'multiOptions',
				options: OUTCOME_OPTIONS,
				default: ['authorized'],
				description: 'The payments that have one of these outcomes, whatever status your provider has for it',
			},
			{
				displayName: 'Reference',
				name: 'reference',
				...TEXT,
				placeholder: 'e.g. ORD-1001',
				description: 'Yours, or the transaction reference of the service',
			},
			{
				displayName: 'Provider Status',
				name: 'providerStatus',
				type: 'options',
				// Not by `localeCompare`, which loads the rules of all languages first.
				options: statuses.sort((one, other) => (one.name < other.name ? -1 : 1)),
				default: '2',
				description:
					'One status of your provider, by the name that providers publish. Several of them can have the same outcome.',
			},
		],
	},
	optionsOfReads(),
];

const time = z.number('is not a date. Write it like 2026-11-24 or 2026-11-24T08:00.');

const schema = z
	.object({
		from: time,
		until: time,
		outcomes: z
			.array(z.enum(RECORD_OUTCOMES))
			.min(1, 'has no outcome. Choose one at least, or remove the filter.')
			.optional(),
		reference: referenceText.optional(),
		providerStatus: numberRule(0, 'is not a status code. Choose one.').optional(),
	})
	.refine(({ from, until }) => from <= until, {
		path: ['until'],
		error: "is before 'From'. Give the same time as in 'From', or a later one.",
	});

const INCOMPLETE =
	'The list may be incomplete: the service does not say whether there are more pages, or how to request them. Compare it with the dashboard of your provider.';
const NONE =
	'The service found nothing (status 404): it has no payment in this period, or no transaction history. Run Account: Check Setup to find out which.';
const OTHERS = 'The service also listed payments with other references; they were left out.';

/** Transaction: Get Many. The specification does not have it; this is what providers publish. */
export const getMany: ReadOperation<ListRequest> = {
	kind: 'read',
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many transactions',
		description: 'List the payments of a day or of any other period, with fees and settlements',
	},
	fields,
	shows: ['transactionFee', 'settlementAmount'],

	prepare(parameters) {
		const timeZone = parameters.context.getTimezone();
		const given = {
			from: readSpan(parameters.get('from'), timeZone).first,
			until: readSpan(parameters.get('until'), timeZone).last,
			outcomes: parameters.getIfSet<unknown>('filters.outcomes'),
			reference: parameters.getIfSet('filters.reference'),
			providerStatus: parameters.getIfSet('filters.providerStatus'),
		};
		const { reference, providerStatus: status, ...others } = checkInput(schema, given, editorLabels(fields));
		return { ...others, limit: readLimit(parameters), reference, status };
	},

	async perform(run, { limit = Infinity, ...filter }) {
		const { items, isIncomplete, leftOutOthers, isNotFound } = await listPayments(run.service, filter, limit);
		const hints = [isNotFound && NONE, leftOutOthers && OTHERS, isIncomplete && INCOMPLETE];
		return {
			output: items.map(({ payment }) => paymentRow(payment)),
			raw: run.simplify ? undefined : items.map(({ row }) => row),
			hints: hints.filter((hint) => hint !== false),
		};
	},
};
