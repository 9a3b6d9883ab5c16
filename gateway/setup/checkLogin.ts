import { isObject } from '../values/input';
import { fetchBanks } from '../calls/banks';
import { endpointUrl, hasLogin } from '../client/request';
import { CREDENTIAL_LABELS } from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import type { Answer } from '../client/response';
import { fetchToken, loginRequest, refreshRequest, type Token } from '../client/token';
import { GatewayError, ReadFailedError, SettingError } from '../values/errors';
import { isLastPage } from '../sending/pages';
import {
	advice,
	askEndpoint,
	attempt,
	failed,
	passed,
	RUN_AGAIN,
	serviceOf,
	withSettings,
	type Finding,
	type Setup,
} from './check';
import { findNearby, isEverywhere } from './serviceAddresses';

const { token: endpoint } = ENDPOINTS;

/** Whether the Base URL leads to the login. Hands on what came of a login, where there are keys for one. */
export async function checkBaseUrl(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const url = endpointUrl(endpoint, settings);
	// Without keys, so that the answer says only that the login is there.
	const answer = await askEndpoint(setup, endpoint);
	if (!hasLogin(settings)) {
		return passed(
			isLogin(answer)
				? `The service answers at ${url}`
				: `There is no login at ${url}, and you have entered no keys for one, so bank transfers cannot be used`,
		);
	}
	const login = await attempt(() => getToken(setup));
	const isRefused = login instanceof GatewayError;
	const isThere = async (baseUrl: string) =>
		isLogin(await attempt(() => askEndpoint(withSettings(setup, { baseUrl }), endpoint)));
	if (isLogin(answer) || !isRefused) {
		// Some services answer 401 to whatever they are asked. There only a login tells the path; the keys stay at this host.
		const takesKeys = async (baseUrl: string) =>
			!((await attempt(() => getToken(withSettings(setup, { baseUrl })))) instanceof GatewayError);
		const isBlind = isRefused && (await isEverywhere(settings.baseUrl, isThere));
		const better = isBlind ? await findNearby(settings.baseUrl, takesKeys) : undefined;
		if (!better) return { ...passed(`The service answers at ${url}`), setup: { ...setup, login } };
		const found = `The login below ${better} accepts your keys, and ${url} does not.`;
		throw new SettingError(found, advice(settings, { baseUrl: better }));
	}
	const { httpStatus } = answer;
	if ((httpStatus >= 300 && httpStatus < 400) || httpStatus === 429 || httpStatus >= 500) {
		const found = `The service did not answer as it should at ${url} (status ${httpStatus}).`;
		throw new ReadFailedError(found, RUN_AGAIN, httpStatus);
	}
	const found = await findNearby(settings.baseUrl, isThere);
	if (found) {
		throw new SettingError(
			`There is no login at ${url}, but there is one below ${found}.`,
			advice(settings, { baseUrl: found }),
		);
	}
	const whatToDo = `Set ${CREDENTIAL_LABELS.baseUrl} to the address that comes before "${endpoint.path}". Your provider knows it.`;
	throw new SettingError(`There is no login at ${url}.`, whatToDo);
}

/** Whether the keys log in, where they are used for it. Hands on the token. */
export async function checkLogin(setup: Setup): Promise<Finding> {
	if (!hasLogin(setup.settings)) {
		return passed('Not used: no keys for it are entered, and charges use another key');
	}
	const login = setup.login ?? (await getToken(setup));
	if (login instanceof GatewayError) throw login;
	return { ...passed('The service accepts the API key and the client ID'), setup: withSettings(setup, login) };
}

/** Logs in with the keys as they are now (4.1). */
async function getToken({ settings, send }: Setup): Promise<Token> {
	return await fetchToken(loginRequest(settings), settings, send);
}

/** Whether an answer to a login without keys comes from a login: it refuses, in JSON. */
function isLogin(answer: Answer | GatewayError): boolean {
	if (answer instanceof GatewayError || !isObject(answer.body)) return false;
	return [400, 401, 403, 422].includes(answer.httpStatus) || typeof answer.body.accessToken === 'string';
}

/** Whether the access token is renewed where the credential says (5.3), in the form that it says or in the other form. */
export async function checkRenewal(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const { renewalPath } = settings;
	if (!hasLogin(settings)) return passed('Not used: there is no login');
	if (renewalPath === '') return passed('Not used: n8n logs in again when an access token expires');
	const asSet = await attempt(() => renew(setup));
	if (!(asSet instanceof GatewayError)) return passed(`The access token is renewed at ${renewalPath}`);
	// A refresh token may serve once, so each form is tried with one of its own.
	const renewalStyle = settings.renewalStyle === 'body' ? 'bearer' : 'body';
	const asOther = await attempt(async () => {
		const again = await getToken(setup);
		return await renew(withSettings(setup, { ...again, renewalStyle }));
	});
	return failed(
		`The access token is not renewed at ${renewalPath}: ${asSet.message}`,
		asOther instanceof GatewayError
			? `${advice(settings, { renewalPath: '' })} n8n then logs in again instead.`
			: advice(settings, { renewalStyle }),
	);
}

async function renew({ settings, send }: Setup): Promise<Token> {
	const request = refreshRequest(settings);
	if (!request) throw new SettingError('The login gives no refresh token.');
	return await fetchToken(request, settings, send);
}

/** Whether the banks list can be read, and how its further pages are asked for (4.2: neither is shown). */
export async function checkBanks(setup: Setup): Promise<Finding> {
	if (!hasLogin(setup.settings)) return passed('Not used: bank transfers need a login');
	const { pageParameter } = setup.settings;
	const service = serviceOf(setup);
	const first = await fetchBanks(service, {});
	const { rows, number } = first;
	const isLast = isLastPage(first, 0);
	const count = `${rows.length} ${rows.length === 1 ? 'bank' : 'banks'}`;
	if (isLast === null || (isLast === false && number === null)) {
		const found = `The list has ${count}, and does not say whether there are more`;
		return passed(found, 'Compare the list with what your provider tells you.');
	}
	if (isLast || number === null) return passed(`The list has ${count}, in one answer`);
	const pages = `The list comes in pages of ${count}`;
	const second = await attempt(() => fetchBanks(service, { [pageParameter]: number + 1 }));
	if (!(second instanceof GatewayError) && second.number === number + 1) {
		return passed(`${pages}, asked for with "${pageParameter}"`);
	}
	return failed(
		`${pages}, and the service does not understand "${pageParameter}" as the query parameter for the next one`,
		'Ask your provider for the name of the query parameter. Then turn on My Provider Needs Other Settings in the credential, and enter it as Page Parameter.',
	);
}
