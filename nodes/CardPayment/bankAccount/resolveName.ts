import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	accountFields,
	checkAccount,
	compareHolder,
	fetchBankAccount,
	type ComparedAccount,
	type ExpectedAccount,
} from '../../../gateway/calls/nameEnquiry';
import type { ReadOperation } from '../../shared/execution/operation';
import { editorLabels } from '../../shared/fields/fields';
import { optionsOfReads } from '../../shared/execution/run';
import { bankAccountFields, expectedNameField } from './accountFields';

const fields: INodeProperties[] = [
	...bankAccountFields,
	{
		...expectedNameField,
		description:
			'The person or company that the account should belong to. The output then says in nameMatches whether it does. Every word of the name must match. Case, word order, punctuation and accents on Latin letters do not matter. Leave empty to get the name only.',
	},
	optionsOfReads(),
];

/** Bank Account: Resolve Name, the name enquiry of specification section 1, in the form that providers publish. */
export const resolveName: ReadOperation<ExpectedAccount> = {
	kind: 'read',
	option: {
		name: 'Resolve Name',
		value: 'resolveName',
		action: 'Resolve account name',
		description: 'Get the name of an account holder, so that you can check it before you send money',
	},
	isForAgents: true,
	fields,

	prepare(parameters, settings) {
		const account = {
			bankCode: parameters.get('bankCode'),
			...parameters.getFields(accountFields),
			expectedName: parameters.getIfSet('expectedName'),
		};
		return checkAccount(account, settings, editorLabels(fields));
	},

	async perform({ service }, request) {
		const { account, raw } = await fetchBankAccount(service, request);
		const output: ComparedAccount = compareHolder(account, request.expectedName);
		return { output: { ...output } satisfies IDataObject, raw };
	},
};
