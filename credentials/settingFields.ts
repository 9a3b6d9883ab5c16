import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Endpoint } from '../gateway/client/endpoint';

/** The condition that shows a field only where the provider differs. */
export const DIFFERS = { providerDiffers: [true] };

/** Puts settings under a heading, shown only where the provider differs. */
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

/** Makes the choices of a setting, by their names in the form. */
export function choices(
	names: Readonly<Record<string, string>>,
	descriptions: Readonly<Record<string, string>> = {},
): INodePropertyOptions[] {
	return Object.entries(names).map(([value, name]) => ({ name, value, description: descriptions[value] }));
}

/** Makes the setting for the path of an endpoint. */
export function pathField(displayName: string, name: string, { path }: Endpoint, description: string): INodeProperties {
	return { displayName, name, type: 'string', default: path, description };
}
