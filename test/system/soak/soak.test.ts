import { SEED_NOTE } from '../support/chance';
import { Report } from '../support/report';
import { tried } from '../support/trial';
import { Soak } from './soak';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20);

const report = new Report(
	'soak',
	`# A day in production, compressed

Written by \`npm run test:soak\`: a real n8n with its SQLite database, the sandbox, and a proxy between them, on one machine. Charges, payment links, pages, notifications, transfers and look-ups at the same time; the service comes and goes, tokens expire every 30 seconds, and n8n is restarted twice.

${SEED_NOTE}`,
);
afterAll(() => report.publish());

tried(report, `${MINUTES} minutes`, async () => await Soak.prepare(MINUTES * 60_000), { limit: MINUTES + 10 });
