import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { listPayments, type HistoryFilter } from '../../../gateway/calls/history';
import { PUBLISHED_STATUSES } from '../../../gateway/outcome';
import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import { paymentItem } from '../../../gateway/payment';
import { checkInput, numberFrom, text } from '../../../gateway/values/input';
import { timeIn } from '../../../gateway/values/dates';
import type { ReadOperation } from '../../shared/execution/operation';
import { TEXT } from '../../shared/fields/options';
import { labelsOf } from '../../shared/fields/fields';
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
			'The beginning of the time. The default is the beginning of today. Without a zone, it is in the workflow’s.',
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'dateTime',
		required: true,
		default: '={{ $now }}',
		description: 'The end of the time. The default is now. Without a zone, it is in the workflow’s.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Reference',
				name: 'reference',
				...TEXT,
				placeholder: 'e.g. ORD-1001',
				description: 'Yours, or the transaction reference of the service',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				// Not by `localeCompare`, which loads the rules of all languages first.
				options: statuses.sort((one, other) => (one.name < other.name ? -1 : 1)),
				default: '2',
				description: 'By the name that providers publish',
			},
		],
	},
	optionsOfReads(),
];

const time = z.number('is not a date. Write it like 2026-11-24 or 2026-11-24T08:00.');

const schema = z.object({
	from: time,
	until: time,
	status: numberFrom(0, 'is not a status code. Choose one.').optional(),
	reference: text.optional(),
});

const INCOMPLETE =
	'The list may be incomplete: the service does not say whether there are more pages, or how to request them. Compare it with the dashboard of your provider.';

/** Transaction: Get Many. The specification does not have it; this is what providers publish. */
export const getMany: ReadOperation<ListRequest> = {
	kind: 'read',
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many transactions',
		description: 'List the payments of a day or of any other time, with fees and settlements',
	},
	fields,
	shows: ['transactionFee', 'settlementAmount', 'transactionDate'],

	prepare(parameters) {
		const timeZone = parameters.context.getTimezone();
		const given = {
			from: timeIn(parameters.get('from'), timeZone),
			until: timeIn(parameters.get('until'), timeZone),
			status: parameters.getIfSet('filters.status'),
			reference: parameters.getIfSet('filters.reference'),
		};
		const { status, reference, ...times } = checkInput(schema, given, labelsOf(fields));
		return { ...times, limit: readLimit(parameters), status, reference };
	},

	async perform(run, { limit = Infinity, ...filter }) {
		const { items, isIncomplete } = await listPayments(run.service, filter, limit);
		return {
			output: items.map(({ payment }) => paymentItem(PAYMENT_WORDS, payment, {})),
			raw: run.simplify ? undefined : items.map(({ row }) => row),
			hint: isIncomplete ? INCOMPLETE : undefined,
		};
	},
};
