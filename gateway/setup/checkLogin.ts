import { readBanks } from '../calls/banksCall';
import { endpointUrl } from '../client/address';
import { hasLogin } from '../client/authentication';
import { CREDENTIAL_LABELS } from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import type { Answer } from '../client/response';
import { fetchToken, loginRequest, refreshRequest, type Token } from '../client/token';
import { GatewayError, SettingError } from '../values/errors';
import { isObject } from '../values/responseFields';
import {
	advice,
	askEndpoint,
	attempt,
	failed,
	failedBy,
	passed,
	RUN_AGAIN,
	withSettings,
	type Setup,
	type SetupCheck,
} from './check';
import { findNearby, isEverywhere } from './serviceAddresses';

const { token: endpoint } = ENDPOINTS;

/**
 * Checks the Base URL, and the login with what it opens.
 * @returns the checks that could be made, and the setup with the token of the login, where there is one
 */
export async function checkLogin(setup: Setup): Promise<{ checks: SetupCheck[]; setup: Setup }> {
	// Without keys, so that the answer says only that the login is there.
	const answer = await askEndpoint(setup, endpoint);
	if (answer instanceof GatewayError) return { checks: [failedBy('Base URL', answer)], setup };
	const login = hasLogin(setup.settings) ? await getToken(setup) : undefined;
	const baseUrl = await checkBaseUrl(setup, answer, login);
	const checks = [baseUrl];
	if (!baseUrl.ok) return { checks, setup };
	if (login instanceof GatewayError) return { checks: [...checks, failedBy('Login', login)], setup };
	if (!login) return { checks: [...checks, ...WITHOUT_LOGIN], setup };
	const loggedIn = withSettings(setup, login);
	checks.push(
		passed('Login', 'The service accepts the API key and the client ID'),
		await checkRenewal(loggedIn),
		await checkBanks(loggedIn),
	);
	return { checks, setup: loggedIn };
}

const WITHOUT_LOGIN = [
	passed('Login', 'Not used: no keys for it are entered, and charges use another key'),
	passed('Renewal', 'Not used: there is no login'),
	passed('Banks List', 'Not used: bank transfers need a login'),
];

/** Logs in with the keys as they are now (4.1); a stored token proves nothing about them. */
async function getToken({ settings, send }: Setup): Promise<Token | GatewayError> {
	return await attempt(() => fetchToken(loginRequest(settings), settings, send));
}

/**
 * Whether the Base URL leads to the login.
 * @param answer to a login without keys
 * @param login undefined where there are no keys for one
 */
async function checkBaseUrl(
	setup: Setup,
	answer: Answer,
	login: Token | GatewayError | undefined,
): Promise<SetupCheck> {
	const check = 'Base URL';
	const { settings } = setup;
	const url = endpointUrl(endpoint, settings);
	const isThere = async (baseUrl: string) => isLogin(await askEndpoint(withSettings(setup, { baseUrl }), endpoint));
	const isRefused = login instanceof GatewayError;
	if (isLogin(answer) || (login && !isRefused)) {
		// Some services answer 401 to whatever they are asked. There only a login tells the path; the keys stay at this host.
		const takesKeys = async (baseUrl: string) =>
			!((await getToken(withSettings(setup, { baseUrl }))) instanceof GatewayError);
		const isBlind = isRefused && (await isEverywhere(settings.baseUrl, isThere));
		const better = isBlind ? await findNearby(settings.baseUrl, takesKeys) : undefined;
		if (!better) return passed(check, `The service answers at ${url}`);
		const found = `The login below ${better} accepts your keys, and ${url} does not`;
		return failed(check, found, advice(settings, { baseUrl: better }));
	}
	const nothing = `There is no login at ${url}`;
	if (!login) {
		return passed(check, `${nothing}, and you have entered no keys for one, so bank transfers cannot be used`);
	}
	const { httpStatus } = answer;
	if ((httpStatus >= 300 && httpStatus < 400) || httpStatus === 429 || httpStatus >= 500) {
		return failed(check, `The service did not answer as it should at ${url} (status ${httpStatus})`, RUN_AGAIN);
	}
	const found = await findNearby(settings.baseUrl, isThere);
	if (found) return failed(check, `${nothing}, but there is one below ${found}`, advice(settings, { baseUrl: found }));
	const whatToDo = `Set ${CREDENTIAL_LABELS.baseUrl} to the address that comes before "${endpoint.path}". Your provider knows it.`;
	return failed(check, nothing, whatToDo);
}

/** Whether an answer to a login without keys comes from a login: it refuses, in JSON. */
function isLogin(answer: Answer | GatewayError): boolean {
	if (answer instanceof GatewayError || !isObject(answer.body)) return false;
	return [400, 401, 403, 422].includes(answer.httpStatus) || typeof answer.body.accessToken === 'string';
}

/** Whether the access token is renewed where the credential says (5.3), in the form that it says or in the other form. */
async function checkRenewal(setup: Setup): Promise<SetupCheck> {
	const check = 'Renewal';
	const { settings } = setup;
	const { renewalPath } = settings;
	if (renewalPath === '') return passed(check, 'Not used: n8n logs in again when an access token expires');
	const asSet = await renew(setup);
	if (!(asSet instanceof GatewayError)) return passed(check, `The access token is renewed at ${renewalPath}`);
	// A refresh token may serve once, so each form is tried with one of its own.
	const renewalStyle = settings.renewalStyle === 'body' ? 'bearer' : 'body';
	const again = await getToken(setup);
	const asOther = again instanceof GatewayError ? again : await renew(withSettings(setup, { ...again, renewalStyle }));
	return failed(
		check,
		`The access token is not renewed at ${renewalPath}: ${asSet.message}`,
		asOther instanceof GatewayError
			? `${advice(settings, { renewalPath: '' })} n8n then logs in again instead.`
			: advice(settings, { renewalStyle }),
	);
}

async function renew({ settings, send }: Setup): Promise<Token | GatewayError> {
	const request = refreshRequest(settings);
	if (!request) return new SettingError('The login gives no refresh token.');
	return await attempt(() => fetchToken(request, settings, send));
}

/** Whether the banks list can be read, and how its further pages are asked for (4.2: neither is shown). */
async function checkBanks(setup: Setup): Promise<SetupCheck> {
	const check = 'Banks List';
	const { pageParameter } = setup.settings;
	const first = await getBanks(setup, {});
	if (first instanceof GatewayError) return failedBy(check, first);
	const { banks, next, isIncomplete } = first;
	const count = `${banks.length} ${banks.length === 1 ? 'bank' : 'banks'}`;
	if (isIncomplete) {
		const found = `The list has ${count}, and does not say whether there are more`;
		return passed(check, found, 'Compare the list with what your provider tells you.');
	}
	if (next === null) return passed(check, `The list has ${count}, in one answer`);
	const pages = `The list comes in pages of ${count}`;
	const second = await getBanks(setup, { [pageParameter]: next });
	if (!(second instanceof GatewayError) && second.page === next) {
		return passed(check, `${pages}, asked for with "${pageParameter}"`);
	}
	return failed(
		check,
		`${pages}, and the service does not understand "${pageParameter}" as the query parameter for the next one`,
		'Ask your provider for the name of the query parameter. Then turn on My Provider Needs Other Settings in the credential, and enter it as Page Parameter.',
	);
}

async function getBanks(setup: Setup, query: Record<string, number>) {
	const answer = await askEndpoint(setup, ENDPOINTS.banks, { key: 'bearer', query });
	return answer instanceof GatewayError ? answer : await attempt(() => readBanks(answer));
}
