import type { IDataObject } from 'n8n-workflow';

import { listBanks } from '../../../gateway/calls/banks';
import { TEXT, type Field } from '../../../gateway/fields';
import { text } from '../../../gateway/values/input';
import type { ReadOperation } from '../../shared/execution/operation';
import { optionsOfReads } from '../../shared/execution/run';
import { editorFields } from '../../shared/fields/fields';
import { limitFields, readLimit } from '../commonFields';

interface BanksRequest {
	limit?: number | undefined;
	nameFilter: string;
}

const ownFields = {
	nameFilter: {
		displayName: 'Name Contains',
		...TEXT,
		description: 'Only return banks whose name or code contains this text. Upper and lower case are treated alike.',
		rule: text.default(''),
	},
} satisfies Record<string, Field>;

const INCOMPLETE =
	'The list may be incomplete: the service does not say whether there are more pages, or how to request them. Compare it with the list of your provider.';

/** Bank: Get Many (specification 4.2). */
export const getMany: ReadOperation<BanksRequest> = {
	kind: 'read',
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many banks',
		description: 'Get the banks that you can send money to, with their codes',
	},
	isForAgents: true,
	fields: [...limitFields, ...editorFields(ownFields), optionsOfReads()],

	prepare: (parameters) => ({ limit: readLimit(parameters), ...parameters.checkFields(ownFields) }),

	async perform({ service }, request) {
		const { items, isIncomplete } = await listBanks(service, request);
		return {
			output: items.map(({ bank }) => ({ ...bank })),
			raw: items.map(({ row }) => row as IDataObject),
			hints: isIncomplete ? [INCOMPLETE] : [],
		};
	},
};
