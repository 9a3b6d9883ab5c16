import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	checkAccount,
	compareHolder,
	type ComparedAccount,
	type ExpectedAccount,
} from '../../../gateway/calls/bankAccountCall';
import { enquire } from '../../shared/payments/nameEnquiry';
import type { Operation } from '../../shared/execution/operation';
import { labelsOf } from '../../shared/fields/labels';
import { optionsOfReads } from '../../shared/execution/runOptions';
import { accountFields, expectedNameField } from './accountFields';

const fields: INodeProperties[] = [
	...accountFields,
	{
		...expectedNameField,
		description:
			'The person or company that the account should belong to. The output then says in nameMatches whether it does. Every word of the name must match. Case, word order, punctuation and accents on Latin letters do not matter. Leave empty to get the name only.',
	},
	optionsOfReads(),
];

/** Bank Account: Resolve Name, the name enquiry of specification section 1, in the form that providers publish. */
export const resolveName: Operation<ExpectedAccount> = {
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
			accountNumber: parameters.get('accountNumber'),
			expectedName: parameters.getIfSet('expectedName'),
		};
		return checkAccount(account, settings, labelsOf(fields));
	},

	async perform(run, request) {
		const { account, raw } = await enquire(run, request);
		const output: ComparedAccount = compareHolder(account, request.expectedName);
		return { output: { ...output } satisfies IDataObject, raw };
	},
};
