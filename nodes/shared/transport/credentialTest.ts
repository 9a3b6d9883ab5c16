import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import type { Answer } from '../../../gateway/client/response';
import { hasLogin, keyHeaders } from '../../../gateway/client/authentication';
import { endpointUrl } from '../../../gateway/client/address';
import { type Endpoint, ENDPOINTS } from '../../../gateway/client/endpoints';
import type { GatewayError } from '../../../gateway/values/errors';
import { readSettings, secretsOf, type Settings } from '../../../gateway/client/settings';
import { checkPublicKey } from '../../../gateway/setup/checkKeys';
import { checkPrivateKey, unusedReference } from '../../../gateway/calls/verifyCall';
import { asGatewayError } from './nodeErrors';
import { withDeadline } from './time';
import { failureOf } from './httpErrors';
import { logIn } from './logIn';

type Send = (request: { url: string; headers: Record<string, string>; body?: object }) => Promise<Answer>;

const TIMEOUT = 15_000;

/** Tests a credential part by part, and tells which part is wrong. */
export async function testCardPaymentApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let failed = '';
	try {
		const settings = readSettings(credential.data);
		failed = 'The login does not work.';
		const hasLogin = await testLogin(settings, sender(this, ENDPOINTS.token));
		failed = hasLogin ? 'The login works, but verifying payments does not.' : 'Verifying payments does not work.';
		await testPrivateKey(settings, sender(this, ENDPOINTS.verify));
		failed = 'Verifying payments works, but hosted checkout does not.';
		await testPublicKey(settings, sender(this, ENDPOINTS.hostedCheckout));
		return { status: 'OK', message: 'All good: the login works, and the private key may verify transactions.' };
	} catch (error) {
		return { status: 'Error', message: explain(failed, asGatewayError(error)) };
	}
}

/**
 * Logs in with the keys as they are now (4.1); a stored token proves nothing about them.
 * @returns whether there is a login at all
 */
async function testLogin(settings: Settings, send: Send): Promise<boolean> {
	if (!hasLogin(settings)) return false;
	await logIn(settings, send);
	return true;
}

/** Verifies a reference that cannot exist (4.5). */
async function testPrivateKey(settings: Settings, send: Send): Promise<void> {
	const answer = await send({
		url: endpointUrl(ENDPOINTS.verify, settings, { transactionReference: unusedReference() }),
		headers: keyHeaders('privateKey', settings),
	});
	checkPrivateKey(answer, secretsOf(settings));
}

/** Asks for a hosted checkout without any field, of which nothing can come. */
async function testPublicKey(settings: Settings, send: Send): Promise<void> {
	const { hostedCheckout: endpoint } = ENDPOINTS;
	if (settings.publicApiKey === '') return;
	const answer = await send({ url: endpointUrl(endpoint, settings), headers: keyHeaders('publicKey', settings) });
	checkPublicKey(answer, secretsOf(settings));
}

function sender({ helpers }: ICredentialTestFunctions, endpoint: Endpoint): Send {
	const { method } = endpoint;
	return async ({ url, headers, body }) => {
		try {
			const response = await withDeadline(
				TIMEOUT,
				async () =>
					(await helpers.request({
						method,
						uri: url,
						headers: { ...headers, 'Content-Type': 'application/json' },
						body: body ?? (method === 'POST' ? {} : undefined),
						json: true,
						simple: false,
						resolveWithFullResponse: true,
						followRedirect: false,
						timeout: TIMEOUT,
					})) as { statusCode: number; body: unknown },
			);
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
