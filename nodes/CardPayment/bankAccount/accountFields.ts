import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { listOrCode, TEXT } from '../../shared/fields/options';
import { listBanks } from '../../../gateway/calls/banks';
import { accountFields } from '../../../gateway/calls/nameEnquiry';
import { asGatewayError } from '../../../gateway/values/errors';
import { editorFields } from '../../shared/fields/fields';
import { nodeFailure } from '../../shared/transport/nodeErrors';
import { Transport } from '../../shared/transport/transport';

// In milliseconds.
const TIMEOUT = 30_000;

/** The fields that identify a bank account. */
export const bankAccountFields: INodeProperties[] = [
	listOrCode(
		{
			displayName: 'Bank',
			name: 'bankCode',
			description: 'The bank of the account, or its code from Bank: Get Many',
		},
		'searchBanks',
		['Choose a bank...', 'e.g. 011'],
	),
	...editorFields(accountFields),
];

/** The name that an account's holder must have. */
export const expectedNameField = {
	displayName: 'Expected Account Name',
	name: 'expectedName',
	...TEXT,
	placeholder: 'e.g. Adaeze Chinyere Okafor',
} satisfies INodeProperties;

/** Lists the service's banks, found by name or by code. */
export async function searchBanks(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	try {
		const { items } = await listBanks(await Transport.open(this, TIMEOUT), { nameFilter: filter });
		return {
			results: items.flatMap(({ bank: { name, code } }) =>
				code ? [{ name: `${name ?? code} (${code})`, value: code }] : [],
			),
		};
	} catch (error) {
		throw nodeFailure({ error: asGatewayError(error), node: this.getNode() });
	}
}
