import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../shared/fields/currency';
import { TEXT } from '../../shared/fields/options';
import { optionsOfMoney } from '../../shared/execution/runOptions';
import { accountDigitsField, accountFields, expectedNameField } from '../bankAccount/accountFields';
import { amountField, amountUnitField } from '../commonFields';
import { ifUsedField } from '../reference';

/** The fields of Transfer: Create. */
export const createFields: INodeProperties[] = [
	...accountFields,
	amountField,
	{
		...amountUnitField,
		default: '',
		required: true,
		description: 'The unit of the amount. There is no default, so that you choose what your list has.',
	},
	{
		...currencyField,
		description:
			'The currency of your account, as a three-letter code (ISO 4217). It is not sent to the service; it determines how many decimals the amount can have.',
	},
	{
		displayName: 'Narration',
		name: 'narration',
		...TEXT,
		required: true,
		placeholder: 'e.g. Invoice 1001',
		description: 'The text that the recipient sees',
	},
	{
		displayName: 'Request ID',
		name: 'requestId',
		...TEXT,
		placeholder: 'e.g. PAYOUT-1001',
		description:
			'The number of the payout in your list, which is "reference" in the output. Send a transfer again under the same request ID, always: it is what keeps money from being sent twice. After a refusal, a corrected account is a new transfer: PAYOUT-1001-2.',
	},
	{
		displayName: 'Check Account Name First',
		name: 'checkName',
		type: 'boolean',
		default: false,
		description:
			'Whether to look up the account holder first, and send the money only if the name is the expected one. Every word of the name must match. Case, word order, punctuation and accents on Latin letters do not matter.',
	},
	{
		...expectedNameField,
		required: true,
		description: 'The name of the person or company that the account must belong to',
		displayOptions: { show: { checkName: [true] } },
	},
	optionsOfMoney([accountDigitsField, ifUsedField]),
];
