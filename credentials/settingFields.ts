import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Endpoint } from '../gateway/client/endpoint';

/** Shows a field only where the provider differs. */
export const DIFFERS = { providerDiffers: [true] };

/** Settings under a heading, shown only where the provider differs. */
export function group(heading: string, fields: INodeProperties[]): INodeProperties[] {
	const first = fields[0]!.name;
	return [
		{
			displayName: heading,
			name: `${first}Heading`,
			type: 'notice',
			default: '',
			displayOptions: { show: DIFFERS },
		},
		...fields.map((field) => ({
			...field,
			displayOptions: { ...field.displayOptions, show: { ...DIFFERS, ...field.displayOptions?.show } },
		})),
	];
}

/** The choices of a setting, by their names in the form. */
export function choices(
	names: Readonly<Record<string, string>>,
	descriptions: Readonly<Record<string, string>> = {},
): INodePropertyOptions[] {
	return Object.entries(names).map(([value, name]) => ({ name, value, description: descriptions[value] }));
}

/** A setting for the path of an endpoint. */
export function pathField(displayName: string, name: string, { path }: Endpoint, description: string): INodeProperties {
	return { displayName, name, type: 'string', default: path, description };
}
