import type { IDataObject } from 'n8n-workflow';

import { Engine, type INodeJson } from '../../../dev/engine';
import { PLAYGROUND_N8N, pathInN8n } from '../../../dev/n8n';
import type { SandboxOptions } from '../../../dev/sandbox';
import { chargeAtSandbox } from '../../engine/support/trigger';
import { ACCOUNTS, CARDS, World } from '../../engine/support/world';
import { PARAMETERS } from '../support/moneyCalls';
import { bookingsFor, emailOf } from '../support/orders';
import { NODE } from './killWorkflow';

/** A call that makes a payment. */
export type Making = 'charge' | 'transfer';
/** A call that moves money: it makes a payment, or gives a part of one back. */
export type Moving = Making | 'refund';

export const MAKING: readonly Making[] = ['charge', 'transfer'];
export const MOVING: readonly Moving[] = [...MAKING, 'refund'];

/** The time at which a payment ends: at once, or later. */
type Pace = 'atOnce' | 'later';

const CARD_FOR = { atOnce: CARDS.frictionless, later: CARDS.otp };
const ACCOUNT_FOR = { atOnce: ACCOUNTS.completes, later: ACCOUNTS.completesLater };

/** n8n's engine with n8n's own nodes, and a service that carries out whatever is sent and has a history. */
export async function startAccepting(options: SandboxOptions = {}): Promise<World> {
	const engine = await Engine.start({ besides: [pathInN8n(PLAYGROUND_N8N, 'n8n-nodes-base')] });
	return await World.start({ webhooksEnabled: false, acceptsUsedReferences: true, ...options }, {}, engine);
}

/** Makes the payments of orders that are to be refunded. */
export async function payBeforehand(world: World, names: readonly string[]): Promise<void> {
	for (const name of names) await chargeAtSandbox(world, { reference: name, email: emailOf(name) });
}

/** So many orders, as the items of a list. Those that are refunded have been paid. */
export function itemsOf(world: World, call: Moving, names: readonly string[], pace: Pace = 'atOnce'): IDataObject[] {
	return names.map((name) => {
		switch (call) {
			case 'charge':
				return { ...CARD_FOR[pace], amount: 1050, email: emailOf(name), reference: name };
			case 'transfer':
				return { recipientAccountNumber: ACCOUNT_FOR[pace], amount: 10.5, narration: name, requestId: name };
			case 'refund':
				return { transactionReference: world.sandbox.ledger.byReference(name)!.transactionReference };
		}
	});
}

export function namesOf(call: Moving, from: number, to: number): string[] {
	return Array.from({ length: to - from + 1 }, (_, index) => `${call}-${from + index}`);
}

/** The settings of the node that pays. */
export interface Paying {
	/** The expression by which it finds the order of an item. */
	items?: string;
	options?: IDataObject;
	onError?: INodeJson['onError'];
}

/** The node that pays, and that fails where the order was paid before. A refund gives back a part. */
export function payNode(world: World, call: Moving, { items = '$json', options, onError }: Paying = {}): INodeJson {
	const { resource, operation, options: usual, ...fields } = PARAMETERS[call]('own');
	const own =
		call === 'refund'
			? { amountToRefund: '2.50', options }
			: { options: { ...(usual as IDataObject), ifUsed: 'fail', ...options } };
	const parameters = JSON.parse(JSON.stringify({ ...fields, ...own }).replaceAll('$json', items)) as object;
	return world.node(NODE, resource, operation, parameters, { onError });
}

/** Counts the times that money moved for an order: to pay it, or back. */
export function timesMoved({ sandbox }: World, call: Moving, name: string): number {
	const bookings = bookingsFor(sandbox, name);
	if (call !== 'refund') return bookings.length;
	return bookings.reduce((times, booking) => times + ('refunds' in booking ? booking.refunds.length : 0), 0);
}

/** Counts the requests that make a payment and have reached the service. */
export function timesSent({ sandbox }: World): number {
	return sandbox.requests.filter(({ endpoint }) => endpoint === 'charge' || endpoint === 'transfer').length;
}
