import type { INodeProperties } from 'n8n-workflow';

/**
 * A field whose value is chosen from a searchable list, or given as a code.
 * @param searchListMethod the method of the node that fills the list
 * @param placeholders of the list and of the code
 */
export function listOrCode(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'>,
	searchListMethod: string,
	[inList, inCode]: [inList: string, inCode: string],
): INodeProperties {
	return {
		required: true,
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: inList,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: inCode },
		],
	};
}
