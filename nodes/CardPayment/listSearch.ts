import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listBanks } from '../shared/payments/bankList';
import { asGatewayError, nodeFailure } from '../shared/transport/nodeErrors';
import { Transport } from '../shared/transport/transport';

const TIMEOUT = 30_000;

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
