import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { listOrCode, TEXT } from '../../shared/fields/options';
import { listBanks } from '../../shared/payments/bankList';
import { asGatewayError, nodeFailure } from '../../shared/transport/nodeErrors';
import { Transport } from '../../shared/transport/transport';

// In milliseconds.
const TIMEOUT = 30_000;

/** The fields that identify a bank account. */
export const accountFields: INodeProperties[] = [
	listOrCode(
		{
			displayName: 'Bank',
			name: 'bankCode',
			description: 'The bank of the account, or its code from Bank: Get Many',
		},
		'searchBanks',
		['Choose a bank...', 'e.g. 011'],
	),
	{
		displayName: 'Account Number',
		name: 'accountNumber',
		...TEXT,
		required: true,
		placeholder: 'e.g. 0123456789',
		description: 'Enter it as text, so that leading zeros are kept. Spaces and dashes are removed.',
	},
];

/** The name that an account's holder must have. */
export const expectedNameField = {
	displayName: 'Expected Account Name',
	name: 'expectedName',
	...TEXT,
	placeholder: 'e.g. Adaeze Chinyere Okafor',
} satisfies INodeProperties;

/** The service's banks, found by name or by code. */
export async function searchBanks(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	try {
		const { banks } = await listBanks(await Transport.open(this, TIMEOUT), { nameFilter: filter });
		return {
			results: banks.flatMap(({ bank: { name, code } }) =>
				code ? [{ name: `${name ?? code} (${code})`, value: code }] : [],
			),
		};
	} catch (error) {
		throw nodeFailure({ error: asGatewayError(error), node: this.getNode() });
	}
}
