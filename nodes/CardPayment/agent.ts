import type { IDisplayOptions } from 'n8n-workflow';

import { SettingError } from '../../gateway/values/errors';
import type { Operation } from '../shared/execution/operation';
import { getMany } from './bank/getMany';
import { resolveName } from './bankAccount/resolveName';
import { createWithinLimits } from './paymentLink/agentLimits';
import { refusing, type AnyOperation } from './refusing';
import { verify } from './transaction/verify';
import { getStatus } from './transfer/getStatus';

/**
 * What an AI agent may do with this node as its tool, by resource and operation: read, and create links that customers then pay.
 * Every other operation is refused, because a language model would see cards and decide by itself when money moves.
 */
const FOR_AGENTS: ReadonlyMap<string, AnyOperation> = new Map<string, AnyOperation>([
	['bank getMany', getMany],
	['bankAccount resolveName', resolveName],
	['paymentLink create', createWithinLimits],
	['transaction verify', verify],
	['transfer getStatus', getStatus],
]);

const refused: Operation<never> = refusing(
	new SettingError(
		'Nothing was sent, because an AI agent cannot use this operation.',
		'Give the agent Payment Link: Create, Transaction: Verify, Transfer: Get Status, Bank Account: Resolve Name or Bank: Get Many. Use any other operation in a node of the workflow.',
	),
);

/** The operation for an agent that asks for one, which may refuse each item. */
export function operationForAgent(resource: unknown, operation: unknown): AnyOperation {
	return FOR_AGENTS.get(`${String(resource)} ${String(operation)}`) ?? refused;
}

/** Hides what an agent cannot use where the node is a tool: an operation, or a resource without any. */
export function shownTo(resource: string, operation = ''): { displayOptions?: IDisplayOptions } {
	const isForAgents = [...FOR_AGENTS.keys()].some((name) => name.startsWith(`${resource} ${operation}`));
	return isForAgents ? {} : { displayOptions: { hide: { '@tool': [true] } } };
}
