import type { INodeProperties } from 'n8n-workflow';
import type { Fields } from '../../../gateway/fields';

/** Shows fields in the editor, in their order. */
export function editorFields(fields: Fields): INodeProperties[] {
	return Object.entries(fields).map(([name, { rule: _, mustGive: __, fields: within, displayName, ...field }]) => ({
		displayName,
		name,
		...(field as Omit<INodeProperties, 'displayName' | 'name'>),
		...(within && { options: editorFields(within) }),
	}));
}

/** A field of the editor, or an entry of a list, which has no label. */
interface Field {
	name: string;
	displayName?: string;
	options?: readonly Field[];
	values?: readonly Field[];
}

/** Returns the editor's names for fields, by their names, such as "Shop URL" for `shopUrl`; those within collections as well. */
export function editorLabels(fields: readonly Field[]): Readonly<Record<string, string>> {
	return fields.reduce<Record<string, string>>(
		(labels, { name, displayName, options = [], values = [] }) => ({
			...labels,
			...(displayName !== undefined && { [name]: displayName }),
			...editorLabels([...options, ...values]),
		}),
		{},
	);
}
