import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { checkInput, text } from '../../../gateway/values/input';
import { listBanks } from '../../shared/payments/bankList';
import type { Operation } from '../../shared/execution/operation';
import { TEXT } from '../../shared/fields/options';
import { labelsOf } from '../../shared/fields/labels';
import { optionsOfReads } from '../../shared/execution/runOptions';
import { limitFields, readLimit } from '../commonFields';

interface BanksRequest {
	limit?: number | undefined;
	nameFilter: string;
}

const fields: INodeProperties[] = [
	...limitFields,
	{
		displayName: 'Name Contains',
		name: 'nameFilter',
		...TEXT,
		description: 'Only return banks whose name or code contains this text. Upper and lower case are treated alike.',
	},
	optionsOfReads(),
];

const INCOMPLETE =
	'The list may be incomplete: the service does not say whether there are more pages, or how to request them. Compare it with the list of your provider.';

const schema = z.object({ nameFilter: text.default('') });

/** Bank: Get Many (specification 4.2). */
export const getMany: Operation<BanksRequest> = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many banks',
		description: 'Get the banks that you can send money to, with their codes',
	},
	isForAgents: true,
	fields,

	prepare(parameters) {
		const given = { nameFilter: parameters.get('nameFilter', '') };
		return { limit: readLimit(parameters), ...checkInput(schema, given, labelsOf(fields)) };
	},

	async perform({ transport }, request) {
		const { banks, isIncomplete } = await listBanks(transport, request);
		return {
			output: banks.map(({ bank }) => ({ ...bank })),
			raw: banks.map(({ raw }) => raw as IDataObject),
			hint: isIncomplete ? INCOMPLETE : undefined,
		};
	},
};
