import { isContradicted, stateOf } from '../../faults/support/ledgerCheck';
import { bookingsFor } from '../../faults/support/orders';
import type { Row } from '../../faults/support/report';
import type { Soak } from './soak';

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const kilobytes = (bytes: number) => `${(bytes / 2 ** 10).toFixed(1)} kB`;

/** What came of the soak. */
export function rowsOf(soak: Soak): Row[] {
	const { shop, sandbox, paid, customers, lives, staticData, database, flapping } = soak;
	const { transactions } = sandbox.ledger;
	const orders = [...shop.outcomes];
	const starts = paid.map((payment) => soak.startsOf(payment));
	const times = (count: number) => starts.filter((each) => each === count).length;
	return [
		['payments in the ledger, of which authorized', 'any', `${transactions.length}, ${paid.length}`],
		['transfers', 'any', sandbox.transfers.list.length],
		[
			'links that were paid',
			'any',
			`${customers.filter((customer) => soak.paidBy(customer).length > 0).length} of ${customers.length}`,
		],
		['bookings of one order, at most', '1', Math.max(...orders.map(([name]) => bookingsFor(sandbox, name).length))],
		['payments over one link, at most', '1', Math.max(...customers.map((customer) => soak.paidBy(customer).length))],
		[
			'outcomes that contradict the ledger',
			'0',
			orders.filter(([name, said = 'unknown']) =>
				isContradicted({ itemIndex: 0, said }, stateOf(bookingsFor(sandbox, name)[0]), 'absent'),
			).length,
		],
		[
			'outcomes that stay unknown or open',
			'any',
			orders.filter(([, said]) => said === undefined || /unknown|pending|otp/.test(said)).length,
		],
		['authorized payments that started their workflow once', `${paid.length}`, times(1)],
		['... more than once', '0', starts.filter((count) => count > 1).length],
		['... not at all', '0', times(0)],
		['starts for which nobody has paid', '0', soak.wrongStarts.length],
		['requests of the shop: answered, not answered', 'any', `${shop.answered}, ${shop.unusableAnswer}`],
		...lives.flatMap(({ warm, last, growth }, index): Row[] => [
			[
				`memory of n8n's process ${index + 1} after a collection: warm, at its end`,
				'10 % more at most',
				`${megabytes(warm.memory)}, ${megabytes(last.memory)} (${(growth * 100).toFixed(1)} %)`,
			],
			['... of the system', 'any', `${megabytes(warm.rss)}, ${megabytes(last.rss)}`],
			['... open sockets', 'any', `${warm.sockets}, ${last.sockets}`],
		]),
		['largest static data of a workflow, at each restart and at the end', 'any', staticData.map(kilobytes).join(', ')],
		[
			'database for each payment or transfer',
			'any',
			kilobytes((database[1]! - database[0]!) / (transactions.length + sandbox.transfers.list.length)),
		],
		['tokens fetched', 'any', sandbox.tokenCalls],
		...Object.entries(flapping.proxy.met)
			.sort()
			.map(([trouble, count]): Row => [`requests to the service: ${trouble}`, 'any', count]),
		['seconds', 'any', Math.round(soak.milliseconds / 1000)],
	];
}
