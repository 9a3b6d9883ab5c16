import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { hasLogin } from '../../../gateway/client/request';
import { readSettings } from '../../../gateway/client/settings';
import { runProbes, type CheckName } from '../../../gateway/setup/probes';
import { asGatewayError } from '../../../gateway/values/errors';
import { plainSender } from './plainRequest';

const TIMEOUT = 15_000;

/** Tests a credential part by part, with its keys as they are now, and tells which part is wrong. */
export async function testCardPaymentApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let failed: string | undefined;
	try {
		const isLoggedIn = hasLogin(readSettings(credential.data));
		const failures = failuresOf(isLoggedIn);
		const send = plainSender(this, TIMEOUT);
		for await (const { check, failure } of runProbes(credential.data, { send }, Object.keys(failures) as CheckName[])) {
			failed = failures[check.check];
			if (failure) throw failure;
		}
		const login = isLoggedIn ? 'the login works, and ' : '';
		return { status: 'OK', message: `All good: ${login}the private key may verify transactions.` };
	} catch (error) {
		const { message, description } = asGatewayError(error);
		// First what does not work, then why, then what to do: n8n shows all of it in one paragraph.
		return { status: 'Error', message: [failed, message, description].filter(Boolean).join(' ') };
	}
}

/** The checks that are made, in their order, each with what does not work where it fails. */
function failuresOf(isLoggedIn: boolean): Partial<Record<CheckName, string>> {
	return {
		...(isLoggedIn && { Login: 'The login does not work.' }),
		'Private Key': isLoggedIn
			? 'The login works, but verifying payments does not.'
			: 'Verifying payments does not work.',
		'Hosted Checkout': 'Verifying payments works, but hosted checkout does not.',
	};
}
