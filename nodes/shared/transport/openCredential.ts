import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_LABELS } from '../../../gateway/client/credentialLabels';
import { SettingError } from '../../../gateway/values/errors';

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export const CREDENTIAL = 'cardPaymentApi';

/**
 * Opens the credential with n8n, which evaluates the expressions in its fields for an item.
 * @param itemIndex undefined where there is no item: in webhooks, in hooks and in the editor
 * @throws SettingError when there is none that can be used, or when an expression fails or returns nothing
 */
export async function openCredential(context: Context, itemIndex?: number): Promise<ICredentialDataDecryptedObject> {
	const stored = await context.getCredentials(CREDENTIAL, itemIndex).catch((error: unknown) => {
		throw isOfExpression(error) ? makeExpressionError(context, itemIndex) : noCredential();
	});
	// A field that was left empty has an empty text. It has a default, which an item without a value must not get.
	const empty = Object.entries(CREDENTIAL_LABELS).find(
		([field]) => field in stored && (stored[field] ?? null) === null,
	);
	if (empty) throw makeExpressionError(context, itemIndex, empty[1]);
	return stored;
}

/** Says whether n8n has found a credential, but failed in an expression of it. */
function isOfExpression(error: unknown): boolean {
	const { name = '', message = '' } = error as Partial<Error>;
	return (
		name === 'ExpressionError' || message === 'invalid syntax' || message.endsWith('[Error resolving credentials]')
	);
}

// n8n's own error is not passed on: it may contain the value of one of the credential's fields.
function noCredential(): SettingError {
	return new SettingError(
		'There is no credential that this node can use.',
		'Choose a "Card Payment API" credential in the node. If there is one, check that it still exists and that this workflow may use it.',
	);
}

function makeExpressionError(context: Context, itemIndex: number | undefined, field?: string): SettingError {
	const { name = '' } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	const of = `The credential "${name}" has an expression${field === undefined ? '' : ` in '${field}'`}`;
	if (itemIndex === undefined) {
		return new SettingError(
			`${of} that cannot be evaluated here, because there is no item.`,
			'Choose a credential without expressions: triggers, payment pages, the page of Collect OTP and lists in the editor have no item.',
		);
	}
	return new SettingError(
		field === undefined ? `${of} that cannot be evaluated for this item.` : `${of} that gives nothing for this item.`,
		'Give the item what the expression needs, or correct the expression in the credential. This n8n may block values such as $env.',
	);
}
