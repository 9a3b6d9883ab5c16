import { SettingError } from '../../../gateway/protocol/errors';
import type { Operation } from '../../shared/execution/operation';

/** Stands in for an operation that the node does not have, such as n8n's own "Custom API Call": each item fails clearly. */
export const unknownOperation: Operation<never> = {
	option: { name: 'Unknown', value: '' },
	fields: [],

	prepare() {
		throw new SettingError(
			'This node has no such operation.',
			'Choose a resource and an operation of this node. For any other call of the service, use n8n\'s HTTP Request node with this credential ("Predefined Credential Type").',
		);
	},

	perform: () => Promise.resolve({ output: [] }),
};
