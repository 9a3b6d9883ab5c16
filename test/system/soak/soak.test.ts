import { SEED_NOTE } from '../support/chance';
import { bookingsFor } from '../support/orders';
import { Report } from '../support/report';
import { Soak } from './soak';

const MINUTE = 60_000;
const MINUTES = Number(process.env.SOAK_MINUTES ?? 20);
/** Of memory, after the warm-up. */
const MOST_GROWTH = 0.1;

let soak: Soak;

beforeAll(
	async () => {
		soak = await Soak.prepare(MINUTES * MINUTE);
		await soak.run();
		const report = new Report(
			'soak',
			`# A day in production, compressed

Written by \`npm run test:soak\`: a real n8n with its SQLite database, the sandbox, and a proxy between them, on one machine. Charges, payment links, pages, notifications, transfers and look-ups at the same time; the service comes and goes, tokens expire every 30 seconds, and n8n is restarted twice.

${SEED_NOTE}`,
		);
		report.add(`${MINUTES} minutes`, soak.rows());
		report.publish();
	},
	(MINUTES + 10) * MINUTE,
);
afterAll(async () => await soak?.stop(), MINUTE);

test('each order is charged or transferred at most once', () => {
	const names = [...soak.requests.outcomes.keys()];
	expect(names.filter((name) => bookingsFor(soak.shop.sandbox, name).length > 1)).toEqual([]);
	expect(soak.paid.filter(({ chargeCount }) => chargeCount > 1)).toEqual([]);
});

test('each link is paid at most once', () => {
	expect(soak.customers.filter((customer) => soak.paidBy(customer).length > 1)).toEqual([]);
});

test('no outcome contradicts the ledger', () => {
	expect(soak.contradictions).toEqual([]);
});

test('each payment starts its workflow once, and nothing else does', () => {
	const wrong = soak.paid
		.filter((payment) => soak.startsOf(payment) !== 1)
		.map((payment) => ({ payment, starts: soak.startsOf(payment), failed: soak.failedStartsOf(payment) }));
	expect(wrong).toEqual([]);
	expect(soak.wrongStarts).toEqual([]);
});

test('after its warm-up, n8n does not grow', () => {
	expect(soak.lives.filter(({ growth }) => growth > MOST_GROWTH)).toEqual([]);
});
