import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/errors';
import { listBanks } from '../../../shared/bankList';
import type { Operation } from '../../../shared/operation';
import { readOptions, simplify } from '../fields';

interface BanksRequest {
	limit: number;
	nameFilter: string;
	pageParameter: string;
}

const description: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	{
		displayName: 'Name Contains',
		name: 'nameFilter',
		type: 'string',
		default: '',
		description: 'Returns only banks whose name or code has this text in it, in capitals or not',
	},
	simplify,
	readOptions([
		{
			displayName: 'Page Parameter',
			name: 'pageParameter',
			type: 'string',
			default: 'page',
			description:
				'The query parameter that asks for a further page, counted from 0. The specification does not name it.',
		},
	]),
];

/** Bank: Get Many (specification 4.2). */
export const getMany: Operation<BanksRequest> = {
	description,

	prepare(parameters) {
		const limit = parameters.get<boolean>('returnAll', false) ? Infinity : Number(parameters.get('limit', 50));
		if (!(limit >= 1)) throw new InputError([{ field: 'Limit', rule: 'must be 1 or more' }]);
		return {
			limit,
			nameFilter: String(parameters.get('nameFilter', '')),
			pageParameter: parameters.get<string>('options.pageParameter', 'page'),
		};
	},

	async perform({ transport }, request) {
		const found = await listBanks(transport, request);
		return {
			output: found.map(({ bank }) => ({ ...bank })),
			raw: found.map(({ raw }) => raw as IDataObject),
		};
	},
};
