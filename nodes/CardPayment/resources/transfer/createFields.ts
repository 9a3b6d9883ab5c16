import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/fields/currency';
import { accountDigits, accountFields } from '../bankAccount/fields';
import { amountField, amountUnitField, EMPTY_REFERENCE, moneyOptions } from '../fields';
import { ifUsedOption } from '../whenUsed';

const plainText = { type: 'string', default: '' } as const;

/** The fields of Transfer: Create. */
export const createFields: INodeProperties[] = [
	...accountFields,
	amountField,
	{
		...amountUnitField,
		default: '',
		required: true,
		description:
			'What the amount is counted in. There is no default: choose what your list has. The service gets major units, unlike with a charge.',
	},
	{
		...currencyField,
		description:
			'The currency of your account, as a three-letter code (ISO 4217). It is not sent: it tells how many decimals the amount may have.',
	},
	{
		displayName: 'Narration',
		name: 'narration',
		...plainText,
		required: true,
		placeholder: 'e.g. Invoice 1001',
		description: 'What the recipient reads',
	},
	{
		displayName: 'Request ID',
		name: 'requestId',
		...plainText,
		placeholder: 'e.g. PAYOUT-1001',
		description: `Your unique reference for this transfer, put out as "reference". Best use one of your list, which stays the same when you run the list again. ${EMPTY_REFERENCE}`,
	},
	{
		displayName: 'Check Account Name First',
		name: 'checkName',
		type: 'boolean',
		default: false,
		description:
			'Whether to ask who holds the account, and to send nothing unless it is the expected name. Case, order, punctuation and accents on Latin letters do not count; each word does.',
	},
	{
		displayName: 'Expected Account Name',
		name: 'expectedName',
		...plainText,
		required: true,
		placeholder: 'e.g. Adaeze Chinyere Okafor',
		description: 'Whom the account must belong to',
		displayOptions: { show: { checkName: [true] } },
	},
	moneyOptions([accountDigits, ifUsedOption('Request ID', 'transfer')]),
];
