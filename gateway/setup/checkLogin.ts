import { endpointUrl } from '../client/address';
import { hasLogin, keyHeaders } from '../client/authentication';
import { ENDPOINTS } from '../client/endpoints';
import { FORM_NAMES } from '../client/credentialLabels';
import { GatewayError, SettingError } from '../values/errors';
import { checkStatus } from '../client/response';
import { loginRequest, readToken, refreshRequest, type Token, type TokenRequest } from '../client/token';
import { secretsOf } from '../client/settings';
import { isObject } from '../values/responseFields';
import { findNearby } from './serviceAddresses';
import { advice, attempt, failed, failedWith, passed, type ProbeAnswer, type Setup, type SetupCheck } from './check';

const { token: endpoint } = ENDPOINTS;

/** What became of the login: a token, why there is none, or that no login is set up. */
export type Login = Token | GatewayError | 'unused';

/** Logs in with the keys as they are now (4.1); a stored token proves nothing about them. */
export async function logIn(setup: Setup): Promise<Login> {
	return hasLogin(setup.settings) ? await getToken(setup, () => loginRequest(setup.settings)) : 'unused';
}

export function isToken(login: Login): login is Token {
	return login !== 'unused' && !(login instanceof GatewayError);
}

/**
 * Whether the Base URL leads to the login. It is asked without keys, so that the answer says only that it is there.
 * @param answer to a login without keys
 */
export async function checkBaseUrl(
	setup: Setup,
	answer: ProbeAnswer | GatewayError,
	login: Login,
): Promise<SetupCheck> {
	if (answer instanceof GatewayError) return failedWith('Base URL', answer);
	const { settings } = setup;
	const { httpStatus } = answer;
	const url = endpointUrl(endpoint, settings);
	const isThere = async (baseUrl: string) => {
		const there = await askForLogin({ ...setup, settings: { ...settings, baseUrl } });
		return !(there instanceof GatewayError) && isLogin(there);
	};
	if (isToken(login) || isLogin(answer)) return passed('Base URL', `The service answers at ${url}`);
	if (login === 'unused') {
		return passed(
			'Base URL',
			`There is no login at ${url}, and you have entered no keys for one, so bank transfers cannot be used`,
		);
	}
	if (httpStatus >= 300 && httpStatus < 400) {
		return failed(
			'Base URL',
			`${url} redirects n8n to another address, to which n8n does not send your keys`,
			`Ask your provider for its address. If your ${FORM_NAMES.baseUrl} begins with http://, try https://.`,
		);
	}
	if (httpStatus === 429 || httpStatus >= 500) {
		return failed(
			'Base URL',
			`The service did not answer as it should at ${url} (status ${httpStatus})`,
			'Run Check Setup again in a moment. If the result is the same, ask your provider.',
		);
	}
	const found = await findNearby(settings.baseUrl, isThere);
	return failed(
		'Base URL',
		found ? `There is no login at ${url}, but there is one below ${found}` : `There is no login at ${url}`,
		found
			? advice(settings, { baseUrl: found })
			: `Set ${FORM_NAMES.baseUrl} to the address that comes before "${endpoint.path}". Your provider knows it.`,
	);
}

/** Asks for a login without any key. */
export async function askForLogin(setup: Setup): Promise<ProbeAnswer | GatewayError> {
	return await attempt(() => setup.send({ endpoint, url: endpointUrl(endpoint, setup.settings) }));
}

export function checkLogin(login: Login): SetupCheck {
	if (login === 'unused') return passed('Login', 'Not used: no keys for it are entered, and charges use another key');
	if (login instanceof GatewayError) return failedWith('Login', login);
	return passed('Login', 'The service accepts the API key and the client ID');
}

/**
 * Whether the access token is renewed where the credential says (5.3). A refresh token may serve once, so each form is tried with
 * one of its own.
 */
export async function checkRenewal(setup: Setup, login: Login): Promise<SetupCheck> {
	const { settings } = setup;
	if (settings.renewalPath === '') return passed('Renewal', 'Not used: n8n logs in again when an access token expires');
	if (login === 'unused') return passed('Renewal', 'Not used: there is no login');
	const asSet = await renew(setup, login, settings.renewalStyle);
	if (!(asSet instanceof GatewayError))
		return passed('Renewal', `The access token is renewed at ${settings.renewalPath}`);
	const other = settings.renewalStyle === 'body' ? 'bearer' : 'body';
	const asOther = await renew(setup, await logIn(setup), other);
	const asked = `The access token is not renewed at ${settings.renewalPath}: ${asSet.message}`;
	return failed(
		'Renewal',
		asked,
		asOther instanceof GatewayError
			? `${advice(settings, { renewalPath: '' })} n8n then logs in again instead.`
			: advice(settings, { renewalStyle: other }),
	);
}

async function renew(setup: Setup, login: Login, renewalStyle: 'body' | 'bearer'): Promise<Token | GatewayError> {
	if (!isToken(login)) return login === 'unused' ? noRefreshToken() : login;
	const request = refreshRequest({ ...setup.settings, ...login, renewalStyle });
	const tokens = [login.accessToken, login.refreshToken];
	return request ? await getToken(setup, () => request, tokens) : noRefreshToken();
}

function noRefreshToken(): GatewayError {
	return new SettingError('The login gives no refresh token.');
}

async function getToken(
	setup: Setup,
	request: () => TokenRequest,
	tokens: string[] = [],
): Promise<Token | GatewayError> {
	const { settings } = setup;
	return await attempt(async () => {
		const answer = await setup.send({ endpoint, ...request() });
		checkStatus(endpoint, answer, secretsOf(settings, tokens));
		return readToken(answer.body, { ...settings, refreshToken: '' }, answer.at);
	});
}

/** Whether an answer to a login without keys comes from a login: it refuses, in JSON. */
function isLogin({ httpStatus, body }: ProbeAnswer): boolean {
	return isObject(body) && ([400, 401, 403, 422].includes(httpStatus) || typeof body.accessToken === 'string');
}

/** The key of a call that needs the login. */
export function bearerHeaders({ settings }: Setup, login: Token): Record<string, string> {
	return keyHeaders('bearer', { ...settings, ...login });
}
