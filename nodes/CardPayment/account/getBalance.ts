import { balance } from '../../../gateway/calls/balance';
import { send } from '../../../gateway/sending/service';
import type { RunOnceOperation } from '../../shared/execution/operation';
import { simplifyField } from '../../shared/fields/options';
import { Transport } from '../../shared/transport/transport';
import { accountOptions } from './accountOptions';

/** Account: Get Balance. The specification does not have it; this is what a provider publishes. */
export const getBalance: RunOnceOperation = {
	kind: 'once',
	option: {
		name: 'Get Balance',
		value: 'getBalance',
		action: 'Get account balance',
		description: 'Get how much money the account has, for instance before you pay out a list',
	},
	fields: [accountOptions(simplifyField)],

	async runOnce(context, { stored, timeout, simplify }) {
		const answered = await send(new Transport(context, stored, timeout), balance, undefined, []);
		if ('failure' in answered) throw answered.failure;
		return [{ ...answered.value, ...(!simplify && { response: answered.raw as object }) }];
	},
};
