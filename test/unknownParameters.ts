import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/** The fields and choices among a node's parameters that its description does not have, by their names. */
export function unknownHintOf(parameters: object, properties: INodeProperties[]): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = properties.filter((property) => property.name === name);
		const options = found.flatMap((property) => property.options ?? []);
		switch (found[0]?.type) {
			case undefined:
				return [name];
			case 'collection':
				return unknownHintOf(value as object, options as INodeProperties[]);
			case 'fixedCollection':
				return unknownInGroups(value as object, options as INodePropertyCollection[]);
			case 'options':
			case 'multiOptions': {
				// A list that n8n loads is not known here, nor is what an expression gives.
				if (found.some(({ typeOptions }) => typeOptions?.loadOptionsMethod) || isExpression(value)) return [];
				const choices = options.map((option) => ('value' in option ? option.value : undefined));
				return [value].flat().filter((choice) => !choices.includes(choice as string));
			}
			default:
				return [];
		}
	});
}

function unknownInGroups(value: object, groups: INodePropertyCollection[]): string[] {
	return Object.entries(value).flatMap(([name, entries]) => {
		const properties = groups.filter((group) => group.name === name).flatMap(({ values }) => values);
		if (properties.length === 0) return [name];
		return [entries as object].flat().flatMap((entry) => unknownHintOf(entry, properties));
	});
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
