import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { WorkflowJson } from '../engine';

const FOLDER = join(__dirname, '../..', 'examples');

/** The examples by the names of their files, in the order in which they are best tried. */
export const EXAMPLES = [
	'charge-a-card',
	'hosted-checkout-by-email',
	'hosted-checkout-without-public-address',
	'invoice-with-a-bank-account',
	'take-payments-on-a-page',
	'send-payment-links',
	'let-an-agent-send-links',
	'remind-of-unpaid-links',
	'remind-three-times',
	'send-payments-to-a-crm',
	'add-payers-to-hubspot',
	'post-declined-payments-to-a-chat',
	'charge-with-3d-secure',
	'ask-for-the-otp-by-email',
	'charge-subscriptions',
	'approve-before-refunding',
	'pay-out-a-list',
	'wait-for-a-transfer',
	'approve-before-paying-out',
	'check-supplier-names',
	'reconcile-open-payments',
	'check-open-payments',
	'be-told-of-unknown-outcomes',
	'fees-and-settlements-csv',
	'deliver-exactly-once',
	'exactly-once-postgres',
] as const;

export type ExampleName = (typeof EXAMPLES)[number];

/** Lists the names of the files in the folder, whether they are in the list or not. */
export function exampleFiles(): string[] {
	return readdirSync(FOLDER).map((file) => basename(file, '.json'));
}

export function exampleFile(name: string): string {
	return join(FOLDER, `${name}.json`);
}

/**
 * Reads an example as its file has it, with credentials put into its nodes.
 * @param credentialIds by the credentials' types; a type without an id stays as it is in the file
 */
export function readExample(name: ExampleName, credentialIds: Record<string, string> = {}): WorkflowJson {
	const workflow = JSON.parse(readFileSync(exampleFile(name), 'utf8')) as WorkflowJson;
	const nodes = workflow.nodes.map((node) => {
		const known = Object.entries(node.credentials ?? {}).map(([type, credential]) => {
			return [type, { ...credential!, id: credentialIds[type] ?? credential!.id }];
		});
		return { ...node, ...(known.length > 0 && { credentials: Object.fromEntries(known) as typeof node.credentials }) };
	});
	return { ...workflow, nodes };
}
