/* The text that `npm start` prints at last. */
import { welcome } from '../../dev/playground/welcome';
import { OWNER } from '../../dev/playground/rest';
import { settingsFrom } from '../../dev/sandbox/options';

const options = settingsFrom({});

const all = {
	n8nUrl: 'http://localhost:5678',
	sandbox: { url: 'http://127.0.0.1:4010', options },
	outbox: { url: 'http://127.0.0.1:4020' },
	examples: ['1. Charge a card', '2. Refund'].map((title, at) => ({ title, workflow: { id: `W${at}` } })),
};
const linesOf = (isVerbose: boolean) =>
	welcome({ ...all, isVerbose })
		.trim()
		.split('\n');

const BEGINNING = [
	'Open   http://localhost:5678/home/workflows',
	`Login  ${OWNER.email}   password  ${OWNER.password}`,
	'Press  Execute workflow, in "1. Charge a card": the payment ends authorized',
];

test('says in a few lines where to go, with which login, and what to press', () => {
	expect(linesOf(false).slice(0, 3)).toEqual(BEGINNING);
	expect(linesOf(false).length).toBeLessThanOrEqual(5);
	expect(linesOf(false).at(-1)).toContain('npm start -- --verbose');
});

test('says the rest on request, and the same at its end', () => {
	const lines = linesOf(true);
	expect(lines.slice(-5, -2)).toEqual(BEGINNING);
	const text = lines.join('\n');
	for (const { title, workflow } of all.examples)
		expect(text).toMatch(new RegExp(`${title} .*/workflow/${workflow.id}`));
	for (const key of ['apiKey', 'clientId', 'privateKey', 'publicKey'] as const) expect(text).toContain(options[key]);
	expect(text).toContain(all.outbox.url);
});
