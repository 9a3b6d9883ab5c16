import type { INodeProperties } from 'n8n-workflow';

/** Whether items have the fields that people need alone, in every operation and trigger. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
