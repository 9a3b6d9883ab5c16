import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { checkPrivateKey, unusedReference } from '../../../gateway/calls/verifyCall';
import { endpointUrl } from '../../../gateway/client/address';
import { hasLogin, keyHeaders } from '../../../gateway/client/authentication';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { SendPlain } from '../../../gateway/client/request';
import { checkStatus, statusOf } from '../../../gateway/client/response';
import { maskAnswer, readSettings, type Settings } from '../../../gateway/client/settings';
import type { GatewayError } from '../../../gateway/values/errors';
import { failureOf } from './httpErrors';
import { logIn } from './logIn';
import { asGatewayError } from './nodeErrors';

const TIMEOUT = 15_000;

/** Tests a credential part by part, with its keys as they are now, and tells which part is wrong. */
export async function testCardPaymentApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const send = sender(this);
	let failed = '';
	try {
		const settings = readSettings(credential.data);
		failed = 'The login does not work.';
		const isLoggedIn = hasLogin(settings);
		if (isLoggedIn) await logIn(settings, send);
		failed = isLoggedIn ? 'The login works, but verifying payments does not.' : 'Verifying payments does not work.';
		await testPrivateKey(settings, send);
		failed = 'Verifying payments works, but hosted checkout does not.';
		if (settings.publicApiKey !== '') await testPublicKey(settings, send);
		const login = isLoggedIn ? 'the login works, and ' : '';
		return { status: 'OK', message: `All good: ${login}the private key may verify transactions.` };
	} catch (error) {
		return { status: 'Error', message: explain(failed, asGatewayError(error)) };
	}
}

/** Verifies a reference that cannot exist (4.5). */
async function testPrivateKey(settings: Settings, send: SendPlain): Promise<void> {
	const { verify: endpoint } = ENDPOINTS;
	const url = endpointUrl(endpoint, settings, { transactionReference: unusedReference() });
	const answer = await send({ endpoint, url, headers: keyHeaders('privateKey', settings) });
	checkPrivateKey(maskAnswer(answer, settings));
}

/**
 * Asks for a hosted checkout without any field, of which nothing can come.
 * @throws RefusedError where the key is refused; a provider without hosted checkout says nothing of it
 */
async function testPublicKey(settings: Settings, send: SendPlain): Promise<void> {
	const { hostedCheckout: endpoint } = ENDPOINTS;
	const url = endpointUrl(endpoint, settings);
	const answer = await send({ endpoint, url, headers: keyHeaders('publicKey', settings) });
	if ([401, 403].includes(statusOf(answer))) checkStatus(endpoint, maskAnswer(answer, settings));
}

function sender({ helpers }: ICredentialTestFunctions): SendPlain {
	return async ({ endpoint, url, headers, body = {} }) => {
		try {
			const response = (await helpers.request({
				method: endpoint.method,
				uri: url,
				headers: { ...headers, 'Content-Type': 'application/json' },
				body: endpoint.method === 'POST' ? body : undefined,
				json: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: TIMEOUT,
			})) as { statusCode: number; body: unknown };
			return { httpStatus: response.statusCode, body: response.body };
		} catch (error) {
			throw failureOf(error, endpoint);
		}
	};
}

/** First what does not work, then why, then what to do: n8n shows all of it in one paragraph. */
function explain(failed: string, { message, description }: GatewayError): string {
	return [failed, message, description].filter(Boolean).join(' ');
}
