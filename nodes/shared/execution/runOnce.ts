import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asGatewayError } from '../../../gateway/values/errors';
import { nodeFailure } from '../transport/nodeErrors';
import type { RunOnceOperation } from './operation';
import { failedOutput } from './items';
import { readRunOptions } from './run';

const SECOND = 1000;

/**
 * Runs an operation that is about the credential once. What it puts out comes from all input items. With "continue on fail" a failure
 * is an item, like those of other operations.
 * @throws NodeFailure unless the node continues
 */
export async function runOnce(context: IExecuteFunctions, operation: RunOnceOperation): Promise<INodeExecutionData[]> {
	const pairedItem = context.getInputData().map((_, item) => ({ item }));
	try {
		const { timeout, simplify } = readRunOptions(context, operation.fields, 1);
		const items = await operation.runOnce(context, { timeout: timeout * SECOND, simplify });
		return items.map((json) => ({ json, pairedItem }));
	} catch (thrown) {
		const error = asGatewayError(thrown);
		const node = context.getNode();
		if (!context.continueOnFail()) throw nodeFailure({ error, node });
		const { message, description = '' } = error;
		const charged = error.charged === 'unknown' ? 'unknown' : 'no';
		return [{ ...failedOutput(error, { message, description, reference: '', charged }, 0), pairedItem }];
	}
}
