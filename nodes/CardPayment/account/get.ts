import type { IDataObject } from 'n8n-workflow';

import { readAccount } from '../../../gateway/calls/accountCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { Operation } from '../../shared/execution/operation';
import { optionsOfReads } from '../../shared/execution/runOptions';

/** Account: Get. The user and the properties of the token answer (specification 2.1, 4.1), without the tokens. */
export const get: Operation<null> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description: 'Get the account that the credential belongs to',
	},
	fields: [optionsOfReads()],

	prepare: () => null,

	async perform({ transport }) {
		const answer = await transport.send(ENDPOINTS.token);
		const secrets = transport.secrets();
		const { account, raw } = readAccount(answer, secrets);
		return { output: secrets.inAnswer(account) as IDataObject, raw: secrets.inAnswer(raw) as IDataObject };
	},
};
