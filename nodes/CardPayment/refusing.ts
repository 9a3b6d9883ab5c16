import { SettingError, type GatewayError } from '../../gateway/values/errors';
import type { Operation, RunOnceOperation } from '../shared/execution/operation';

export type AnyOperation = Operation | RunOnceOperation;

/** Stands in for an operation that cannot be used: each item fails with the error, and nothing is sent. */
export function refusing(error: GatewayError): Operation<never> {
	return {
		option: { name: 'Unknown', value: '' },
		fields: [],
		prepare() {
			throw error;
		},
		perform: () => Promise.resolve({ output: [] }),
	};
}

/** Stands in for an operation that the node does not have, such as n8n's own "Custom API Call". */
export const unknownOperation = refusing(
	new SettingError(
		'This node has no such operation.',
		'Choose a resource and an operation of this node. For any other call of the service, use n8n\'s HTTP Request node with this credential ("Predefined Credential Type").',
	),
);
