import type { IDataObject } from 'n8n-workflow';

import { checkAccount, type AccountRequest, type BankAccount } from '../../../../gateway/calls/bankAccount';
import { enquire } from '../../../shared/payments/nameEnquiry';
import type { Operation } from '../../../shared/execution/operation';
import { readOptions } from '../fields';
import { accountDigits, accountFields } from './fields';

/** Bank Account: Resolve Name, the name enquiry of specification section 1, in the form that providers publish. */
export const resolveName: Operation<AccountRequest> = {
	option: {
		name: 'Resolve Name',
		value: 'resolveName',
		action: 'Resolve name of bank account',
		description: 'Get the name of an account holder, so that you can check it before you send money',
	},
	fields: [...accountFields, readOptions([accountDigits])],

	prepare(parameters) {
		const account = { bankCode: parameters.get('bank'), accountNumber: parameters.get('accountNumber') };
		return checkAccount(account, parameters.given<number>('options.accountDigits') ?? 10);
	},

	async perform(run, request) {
		const { account, raw } = await enquire(run, request);
		return { output: { ...account } satisfies BankAccount as IDataObject, raw };
	},
};
