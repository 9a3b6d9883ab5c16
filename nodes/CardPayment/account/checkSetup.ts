import type { INodeExecutionData } from 'n8n-workflow';

import { checkSetup as checkSettings } from '../../../gateway/setup/setup';
import type { RunOnceOperation } from '../../shared/execution/operation';
import { addressOfN8n } from '../../shared/execution/n8nUrls';
import { timeoutField } from '../../shared/fields/options';
import { readRunOptions } from '../../shared/execution/runOptions';
import { asGatewayError, nodeFailure } from '../../shared/transport/nodeErrors';
import { plainSender } from '../../shared/transport/plainRequest';
import { openCredential } from '../../shared/transport/transport';

const SECOND = 1000;

/**
 * Account: Check Setup. Finds out which settings of the credential a provider needs, without moving money: one item for each check,
 * with `check`, `ok`, `whatToDo` and `found`. A check that fails is an item as well.
 */
export const checkSetup: RunOnceOperation = {
	option: {
		name: 'Check Setup',
		value: 'checkSetup',
		action: 'Check setup',
		description: 'Find out which settings of the credential your provider needs. Nothing is charged.',
	},
	fields: [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [timeoutField(60, 'How long to wait for one answer')],
		},
	],

	async runOnce(context) {
		const pairedItem = context.getInputData().map((_, item) => ({ item }));
		try {
			const { timeout } = readRunOptions(context, this.fields, 1);
			const checks = await checkSettings(await openCredential(context), {
				send: plainSender(context, timeout * SECOND),
				publicAddress: addressOfN8n(context).replace(/\/$/, ''),
			});
			return checks.map((check) => ({ json: { ...check }, pairedItem }));
		} catch (error) {
			const failure = nodeFailure({ error: asGatewayError(error), node: context.getNode() });
			if (!context.continueOnFail()) throw failure;
			return [{ json: {}, error: failure, pairedItem }] satisfies INodeExecutionData[];
		}
	},
};
