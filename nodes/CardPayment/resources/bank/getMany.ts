import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { checkInput, numberFrom, text } from '../../../../gateway/schema/input';
import { listBanks } from '../../../shared/payments/bankList';
import type { Operation } from '../../../shared/execution/operation';
import { pageParameter, readOptions } from '../fields';

interface BanksRequest {
	limit?: number;
	nameFilter: string;
	pageParameter: string;
}

const fields: INodeProperties[] = [
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
		description: 'Only return banks whose name or code contains this text. Upper and lower case are treated alike.',
	},
	readOptions([pageParameter]),
];

const INCOMPLETE =
	'The list may be incomplete: the service does not say whether there are more pages, or how to request them. Compare it with the list of your provider.';

const LABELS = { limit: 'Limit', nameFilter: 'Name Contains', pageParameter: 'Page Parameter' };

const filterSchema = z.object({ nameFilter: text.default(''), pageParameter: text.default('page') });
const limitedSchema = filterSchema.extend({ limit: numberFrom(1, 'is not a number above zero. Write 1 or more.') });

/** Bank: Get Many (specification 4.2). */
export const getMany: Operation<BanksRequest> = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many banks',
		description: 'Get the banks that you can send money to, with their codes',
	},
	fields,

	prepare(parameters) {
		// n8n has no value for a limit that it does not show.
		const returnsAll = parameters.get<boolean>('returnAll', false);
		const given = {
			limit: returnsAll ? undefined : parameters.get('limit', 50),
			nameFilter: parameters.get('nameFilter', ''),
			pageParameter: parameters.get('options.pageParameter', 'page'),
		};
		return checkInput(returnsAll ? filterSchema : limitedSchema, given, LABELS);
	},

	async perform({ transport }, request) {
		const { banks, mayHaveMore } = await listBanks(transport, request);
		return {
			output: banks.map(({ bank }) => ({ ...bank })),
			raw: banks.map(({ raw }) => raw as IDataObject),
			hint: mayHaveMore ? INCOMPLETE : undefined,
		};
	},
};
