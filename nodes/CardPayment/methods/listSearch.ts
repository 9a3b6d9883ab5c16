import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listBanks } from '../../shared/payments/bankList';
import { asGatewayError, nodeFailure } from '../../shared/transport/nodeErrors';
import { Transport } from '../../shared/transport/transport';

const TIMEOUT = 30_000;

/** The currencies that this n8n knows (ISO 4217), found by code or by name. */
export function searchCurrencies(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const names = new Intl.DisplayNames('en', { type: 'currency' });
	const wanted = filter.trim().toLowerCase();
	const currencies = Intl.supportedValuesOf('currency').map((code) => ({
		name: `${code} - ${names.of(code)}`,
		value: code,
	}));
	return Promise.resolve({ results: currencies.filter(({ name }) => name.toLowerCase().includes(wanted)) });
}

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
