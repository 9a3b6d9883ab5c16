import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { hasLogin, type SendPlain } from '../../../gateway/client/request';
import { unusableAnswer } from '../../../gateway/client/response';
import { readSettings } from '../../../gateway/client/settings';
import { readShopWebsite } from '../../../gateway/client/shopWebsite';
import { runProbes, type CheckName } from '../../../gateway/setup/probes';
import { asGatewayError } from '../../../gateway/values/errors';
import { plainSender } from './plainRequest';

// In milliseconds: for one answer, and for all. Somebody waits at the form, and a proxy before n8n ends what takes a minute.
const TIMEOUT = 15_000;
const LONGEST = 45_000;

/** Tests a credential part by part, with its keys as they are now, and says which part is wrong. */
export async function testCardPaymentApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let failed: string | undefined;
	try {
		const settings = readSettings(credential.data);
		const isLoggedIn = hasLogin(settings);
		readShopWebsite(settings);
		const failures = failuresOf(isLoggedIn);
		const send = senderWithin(this, LONGEST);
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

/** Makes a sender that stops when a time is up. Without it, looking for the path that a Base URL lacks could take minutes. */
function senderWithin(context: ICredentialTestFunctions, milliseconds: number): SendPlain {
	const until = Date.now() + milliseconds;
	return async (request) => {
		const left = until - Date.now();
		if (left <= 0) throw unusableAnswer(request.endpoint, 'no answer came in time');
		return await plainSender(context, Math.min(TIMEOUT, left))(request);
	};
}

/** Lists the checks that are made, in their order, each with what does not work where it fails. */
function failuresOf(isLoggedIn: boolean): Partial<Record<CheckName, string>> {
	return {
		// Its message says which key it is.
		Environment: '',
		...(isLoggedIn && { 'Base URL': 'The Base URL does not work.', Login: 'The login does not work.' }),
		'Private Key': isLoggedIn
			? 'The login works, but verifying payments does not.'
			: 'Verifying payments does not work.',
		'Hosted Checkout': 'Verifying payments works, but hosted checkout does not.',
	};
}
