import { readAccount } from '../../../gateway/calls/account';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { RunOnceOperation } from '../../shared/execution/operation';
import { simplifyField } from '../../shared/fields/options';
import { Transport } from '../../shared/transport/transport';
import { accountOptions } from './accountOptions';

/** Account: Get. The user and the properties of the token answer (specification 2.1, 4.1), without the tokens. */
export const get: RunOnceOperation = {
	kind: 'once',
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description: 'Get the account that the credential belongs to',
	},
	fields: [accountOptions(simplifyField)],

	async runOnce(context, { stored, timeout, simplify }) {
		const transport = new Transport(context, stored, timeout);
		const { account, raw } = readAccount(await transport.send(ENDPOINTS.token));
		return [{ ...account, ...(!simplify && { response: raw }) }];
	},
};
