import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { World } from './world';

/** An item of Account: Check Setup. */
export interface SetupItem {
	check: string;
	ok: boolean;
	found: string;
	whatToDo: string;
}

/** Runs Account: Check Setup, and gives its items. */
export async function checkSetup(world: World, options: IDataObject = {}): Promise<SetupItem[]> {
	const items = await world.one('account', 'checkSetup', { options });
	return items.map(({ json }) => json as unknown as SetupItem);
}

/** The names of the checks that failed. */
export function failedChecks(items: SetupItem[]): string[] {
	return items.filter(({ ok }) => !ok).map(({ check }) => check);
}

/** Returns an item's advice. */
export function adviceOf(items: SetupItem[], check: string): string {
	return items.find((item) => item.check === check)!.whatToDo;
}

/** Does in the credential what the items say, by the words of the form alone: turns its switch on, sets fields, clears them. */
export function follow(world: World, items: SetupItem[]): void {
	const { properties } = world.engine.credentialType('cardPaymentApi');
	for (const { whatToDo } of items.filter(({ ok }) => !ok)) {
		for (const [, field, typed, chosen] of whatToDo.matchAll(
			/\bset ([A-Z][A-Za-z ]+?) to (?:"([^"]*)"|([A-Z][^,."]*))/g,
		)) {
			const property = properties.find(({ displayName }) => displayName === field);
			if (property) world.editCredential({ [property.name]: typed ?? valueOf(property, chosen!) });
			else throw new Error(`The form has no field "${field}"`);
		}
		for (const [, field] of whatToDo.matchAll(/\bclear ([A-Z][A-Za-z ]+?)[.,]/g)) {
			world.editCredential({ [properties.find(({ displayName }) => displayName === field)!.name]: '' });
		}
		if (whatToDo.includes('turn on My Provider Needs Other Settings')) world.editCredential({ providerDiffers: true });
	}
}

function valueOf({ displayName, options = [] }: INodeProperties, name: string): IDataObject[string] {
	const option = (options as INodePropertyOptions[]).find((choice) => choice.name === name);
	if (!option) throw new Error(`"${displayName}" has no choice "${name}"`);
	return option.value;
}
