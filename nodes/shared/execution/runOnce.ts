import type { ICredentialDataDecryptedObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asGatewayError, GatewayError } from '../../../gateway/values/errors';
import { Accounts } from '../transport/accounts';
import { nodeFailure } from '../transport/nodeErrors';
import type { RunOnceOperation } from './operation';
import { makeFailedOutput } from './items';
import { readRunOptions } from './run';
import { beginTry, isCurable } from './tries';

const SECOND = 1000;

/** Items of one account. */
interface Group {
	/** The credential, or the reason why it cannot be used for these items. */
	opened: ICredentialDataDecryptedObject | GatewayError;
	items: number[];
}

/**
 * Runs an operation that is about the credential, once for each account that it names. What it returns comes from all items of the
 * account. With "continue on fail" a failure is an item, like those of other operations.
 * @throws NodeFailure unless the node continues, or where a try is left that may succeed
 */
export async function runOnce(context: IExecuteFunctions, operation: RunOnceOperation): Promise<INodeExecutionData[]> {
	const hasTryLeft = beginTry(context);
	const outputs: INodeExecutionData[] = [];
	const groups = await groupsOf(context);
	for (const { opened, items } of groups) {
		try {
			if (opened instanceof GatewayError) throw opened;
			const { timeout, simplify } = readRunOptions(context, operation.fields, 1);
			const output = await operation.runOnce(context, { stored: opened, timeout: timeout * SECOND, simplify });
			outputs.push(...output.map((json) => ({ json, pairedItem: items.map((item) => ({ item })) })));
		} catch (thrown) {
			const error = asGatewayError(thrown);
			const itemIndex = items[0]!;
			if (!context.continueOnFail() || (hasTryLeft && isCurable({ error, isInDoubt: false }))) {
				throw nodeFailure({ error, node: context.getNode(), ...(groups.length > 1 && { itemIndex }) });
			}
			const { message, description = '' } = error;
			const charged = error.charged === 'unknown' ? 'unknown' : 'no';
			outputs.push(makeFailedOutput(error, { message, description, reference: '', charged }, itemIndex));
		}
	}
	return outputs;
}

async function groupsOf(context: IExecuteFunctions): Promise<Group[]> {
	const accounts = new Accounts(context, (stored) => stored);
	const groups = new Map<unknown, Group>();
	for (const itemIndex of context.getInputData().keys()) {
		const opened = await accounts.ofItem(itemIndex).catch(asGatewayError);
		const key = opened instanceof GatewayError ? opened.message : opened;
		const group = groups.get(key) ?? { opened, items: [] };
		group.items.push(itemIndex);
		groups.set(key, group);
	}
	return [...groups.values()];
}
