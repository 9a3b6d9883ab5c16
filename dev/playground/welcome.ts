import type { Sandbox } from '../sandbox';
import { listing } from '../sandbox/listing';
import type { Outbox } from './outbox';
import { OWNER } from './rest';
import { CREDENTIAL } from './seed';

/** The facts that the playground prints once it is there. */
interface Welcome {
	n8nUrl: string;
	sandbox: Pick<Sandbox, 'url' | 'options'>;
	outbox: Pick<Outbox, 'url'>;
	examples: ReadonlyArray<{ title: string; workflow: { id: string } }>;
	/** True if it lists everything, and not only how to begin. */
	isVerbose: boolean;
}

/** Says how to begin, in a few lines; before them, where it is asked for, lists all that there is to try. */
export function welcome(all: Welcome): string {
	const { n8nUrl, examples, isVerbose } = all;
	const beginning = `
Open   ${n8nUrl}/home/workflows
Login  ${OWNER.email}   password  ${OWNER.password}
Press  Execute workflow, in "${examples[0]!.title}": the payment ends authorized
`;
	if (isVerbose) return `${everything(all)}\n${beginning}\nStop with Ctrl+C.`;
	return `${beginning}\nTest cards, keys and all examples: npm start -- --verbose. Stop with Ctrl+C.`;
}

function everything({ n8nUrl, sandbox, outbox, examples }: Welcome): string {
	const width = Math.max(...examples.map(({ title }) => title.length));
	const links = examples.map(({ title, workflow }) => `${title.padEnd(width)}  ${n8nUrl}/workflow/${workflow.id}`);
	return `
${listing(sandbox)}

Sandbox    ${sandbox.url}   credential  "${CREDENTIAL}"
Outbox     ${outbox.url}   what the examples send: e-mails, and posts to shops, CRMs and chats

Open as a customer
  A payment page                   ${n8nUrl}/webhook/card-payment-page/checkout
  A form that sends payment links  ${n8nUrl}/form/card-payment-link-form   (the link is in the outbox)

Examples: open one and press "Execute workflow"
  ${links.join('\n  ')}
HubSpot and PostgreSQL are not here: results are pinned to their nodes. Nor is a language model: a stand-in reads order and amount.

Everything is kept in dev/playground/data; delete that folder to begin anew.`;
}
