import type { FastifyInstance } from 'fastify';
import { requirePath, requirePrivateKey } from '../access';
import { Refusal } from '../errors';
import type { Ledger, Transaction } from '../ledger';
import type { Settings } from '../options';
import { pageOf } from '../page';
import { historyRecord } from '../records';
import type { Service } from '../server';

interface HistoryQuery {
	startDate?: string;
	endDate?: string;
	status?: string;
	reference?: string;
	page?: string;
	size?: string;
}

const DAY = 24 * 60 * 60 * 1000;

const integer = { type: 'string', pattern: '^\\d{1,15}$' };

/** The specification does not have this call; it is what providers document. */
const historyQuery = {
	type: 'object',
	properties: {
		startDate: integer,
		endDate: integer,
		status: integer,
		reference: { type: 'string', minLength: 1 },
		page: { type: 'string', pattern: '^[1-9]\\d{0,8}$' },
		size: { type: 'string', pattern: '^([1-9]\\d?|100)$' },
	},
};

/** The merchant's transactions, page by page. */
export function historyRoutes(app: FastifyInstance, { settings, ledger }: Service): void {
	app.get<{ Querystring: HistoryQuery }>(
		`${settings.transactionPrefix}/transaction/history`,
		{
			config: { endpoint: 'history' },
			schema: { querystring: historyQuery },
			preValidation: [requirePath(() => settings.hasHistory), requirePrivateKey(settings)],
		},
		({ query }) => {
			const found = inOrder(ledger.transactions.filter(isWanted(query, ledger, settings)), settings.historyOrder);
			// Pages are asked for from 1 and answered from 0.
			const { pages } = settings.writes;
			const page = pageOf(found.map(historyRecord), Number(query.page ?? 1) - 1, Number(query.size ?? 25), pages);
			const isEmpty = page.content?.length === 0;
			if (isEmpty && pages === 'notFound') throw new Refusal(404, { message: 'There are no transactions' });
			const data = isEmpty && pages === 'noData' ? null : page;
			return { status: 200, message: 'Successful', data, errors: [] };
		},
	);
}

/** Sorts transactions. Of two created in the same millisecond, the one that was charged first is the older one. */
function inOrder(transactions: readonly Transaction[], order: Settings['historyOrder']): Transaction[] {
	const oldestFirst = transactions.toSorted((one, other) => readCreationTime(one) - readCreationTime(other));
	return order === 'oldest' ? oldestFirst : oldestFirst.reverse();
}

/** The filter for a query. Both dates are included, as far as their unit can tell. */
function isWanted(query: HistoryQuery, ledger: Ledger, settings: Settings): (transaction: Transaction) => boolean {
	const now = Date.now();
	const inUnit = (time: number) => Math.floor(time / (settings.historyDatesIn === 'seconds' ? 1000 : 1));
	const start = Number(query.startDate ?? inUnit(now - DAY));
	const end = Number(query.endDate ?? Infinity);
	const reference = settings.historyFilters ? query.reference : undefined;

	return (transaction) => {
		const { transactionReference, status } = transaction;
		const created = readCreationTime(transaction);
		return (
			ledger.hasRecord(transaction) &&
			created + settings.historyLagMs <= now &&
			inUnit(created) >= start &&
			inUnit(created) <= end &&
			(query.status === undefined || status === Number(query.status)) &&
			(reference === undefined || transactionReference === reference || ledger.isOf(transaction, reference))
		);
	};
}

function readCreationTime(transaction: Transaction): number {
	return Date.parse(transaction.createdAt);
}
