import { checkSetup as checkSettings } from '../../../gateway/setup/probes';
import type { RunOnceOperation } from '../../shared/execution/operation';
import { addressOfN8n } from '../../shared/execution/n8nUrls';
import { plainSender } from '../../shared/transport/plainRequest';
import { accountOptions } from './accountOptions';

/**
 * Account: Check Setup. Finds out which settings of the credential a provider needs, without moving money: one item for each check,
 * with `check`, `ok`, `whatToDo` and `found`. A check that fails is an item as well.
 */
export const checkSetup: RunOnceOperation = {
	kind: 'once',
	option: {
		name: 'Check Setup',
		value: 'checkSetup',
		action: 'Check setup',
		description: 'Find out which settings of the credential your provider needs. Nothing is charged.',
	},
	fields: [accountOptions()],

	async runOnce(context, { stored, timeout }) {
		const checks = await checkSettings(stored, {
			send: plainSender(context, timeout),
			publicAddress: addressOfN8n(context).replace(/\/$/, ''),
		});
		return checks.map((check) => ({ ...check }));
	},
};
