import type { INodeProperties } from 'n8n-workflow';

import { timeoutField } from '../../shared/fields/options';

/** Makes the options of an operation that runs once: its own, and how long it waits. */
export function accountOptions(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, timeoutField(60, 'How long to wait for one answer')],
	};
}
