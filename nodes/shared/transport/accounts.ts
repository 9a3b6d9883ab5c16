import { hash } from 'crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { openCredential } from './openCredential';

/** The accounts of a run: n8n evaluates a credential's expressions for each item, and items with the same values share an account. */
export class Accounts<Account> {
	private readonly opened = new Map<string, Account>();

	/** @param open makes what the items of an account share from its credential. @throws SettingError */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly open: (stored: ICredentialDataDecryptedObject) => Account,
	) {}

	/** Returns the account of an item. @throws SettingError when the credential cannot be used for it */
	async ofItem(itemIndex: number): Promise<Account> {
		const stored = await openCredential(this.context, itemIndex);
		const values = valuesOf(stored);
		const known = this.opened.get(values);
		if (known !== undefined) return known;
		const account = this.open(stored);
		this.opened.set(values, account);
		return account;
	}
}

/** Identifies the values that were entered. The token, which n8n keeps with them, may change during a run. */
function valuesOf(stored: ICredentialDataDecryptedObject): string {
	const { accessToken: _, refreshToken: __, tokenFor: ___, obtainedAt: ____, ...entered } = stored;
	return hash('sha256', JSON.stringify(entered));
}
