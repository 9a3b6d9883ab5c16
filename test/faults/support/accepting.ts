import type { IDataObject } from 'n8n-workflow';

import { Engine, type INodeJson } from '../../../dev/engine';
import { PLAYGROUND_N8N, pathInN8n } from '../../../dev/n8n';
import type { SandboxOptions } from '../../../dev/sandbox';
import { ACCOUNTS, CARDS, World } from '../../engine/support/world';
import { NODE } from './killWorkflow';
import { PARAMETERS } from './moneyCalls';
import { bookingsFor, emailOf } from './orders';

/** A call that makes a payment. */
export type Making = 'charge' | 'transfer';

export const MAKING: readonly Making[] = ['charge', 'transfer'];

/** What becomes of the payments: at once, or later. */
type Pace = 'atOnce' | 'later';

const CARD_FOR = { atOnce: CARDS.frictionless, later: CARDS.otp };
const ACCOUNT_FOR = { atOnce: ACCOUNTS.completes, later: ACCOUNTS.completesLater };

/** n8n's engine with n8n's own nodes, and a service that carries out whatever is sent and has a history. */
export async function startAccepting(options: SandboxOptions = {}): Promise<World> {
	const engine = await Engine.start({ besides: [pathInN8n(PLAYGROUND_N8N, 'n8n-nodes-base')] });
	return await World.start({ webhooksEnabled: false, acceptsUsedReferences: true, ...options }, {}, engine);
}

/** So many orders, as the items of a list. */
export function itemsOf(call: Making, names: readonly string[], pace: Pace = 'atOnce'): IDataObject[] {
	return names.map((name) =>
		call === 'charge'
			? { ...CARD_FOR[pace], amount: 1050, email: emailOf(name), reference: name }
			: { recipientAccountNumber: ACCOUNT_FOR[pace], amount: 10.5, narration: name, requestId: name },
	);
}

export function namesOf(call: Making, from: number, to: number): string[] {
	return Array.from({ length: to - from + 1 }, (_, index) => `${call}-${from + index}`);
}

/**
 * The node that pays.
 * @param items where it finds the order of an item
 */
export function payNode(world: World, call: Making, items = '$json'): INodeJson {
	const { resource, operation, ...fields } = PARAMETERS[call]('own');
	const options = { ...(fields.options as IDataObject), ifUsed: 'fail' };
	const parameters = JSON.parse(JSON.stringify({ ...fields, options }).replaceAll('$json', items)) as object;
	return world.node(NODE, resource, operation, parameters);
}

/** How often money moved for an order. */
export function timesPaid({ sandbox }: World, name: string): number {
	return bookingsFor(sandbox, name).length;
}

/** How many requests that move money have reached the service. */
export function timesSent({ sandbox }: World): number {
	return sandbox.requests.filter(({ endpoint }) => endpoint === 'charge' || endpoint === 'transfer').length;
}
