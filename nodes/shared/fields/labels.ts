/** A field of the editor, or an entry of a list, which has no label. */
interface Field {
	name: string;
	displayName?: string;
	options?: readonly Field[];
	values?: readonly Field[];
}

/** What the editor calls fields, by their names, such as "Shop URL" for `shopUrl`; those within collections as well. */
export function labelsOf(fields: readonly Field[]): Readonly<Record<string, string>> {
	return fields.reduce<Record<string, string>>(
		(labels, { name, displayName, options = [], values = [] }) => ({
			...labels,
			...(displayName !== undefined && { [name]: displayName }),
			...labelsOf([...options, ...values]),
		}),
		{},
	);
}
