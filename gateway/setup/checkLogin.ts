import { isObject } from '../values/input';
import { fetchBanks } from '../calls/banks';
import { endpointUrl, hasLogin } from '../client/request';
import { CREDENTIAL_LABELS } from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import { isFirewall, type Answer } from '../client/response';
import { fetchToken, loginRequest, refreshRequest, type Token } from '../client/token';
import { GatewayError, RefusedError, SettingError } from '../values/errors';
import { isTemporary } from '../sending/failures';
import { isLastPage } from '../sending/pages';
import { advice, fetchAnswer, tryCall, fail, pass, serviceOf, withSettings, type Finding, type Setup } from './check';
import { findNearby, firstNearby, isEverywhere } from './serviceAddresses';

const { token: endpoint } = ENDPOINTS;

/** Checks whether the Base URL leads to the login. Hands on the result of a login, where there are keys for one. */
export async function checkBaseUrl(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const url = endpointUrl(endpoint, settings);
	const login = hasLogin(settings) ? await tryCall(() => fetchLoginToken(setup)) : undefined;
	const isThere = { ...pass(`The service answers at ${url}`), setup: { ...setup, login } };
	if (login && !(login instanceof GatewayError)) return isThere;
	if (login && isTemporary(login)) throw login;
	// Without keys, so that the answer says only whether the login is there.
	const answer = await fetchAnswer(setup, endpoint);
	if (login instanceof RefusedError && isRefusal(answer)) await requireNoBetter(setup, url);
	if (isLogin(answer)) return isThere;
	if (login) throw await missingLoginError(setup, url, { answer, login });
	return pass(`There is no login at ${url}, and you have entered no keys for one, so bank transfers cannot be used`);
}

/** Says whether what is asked below an address without keys is a login, or refuses them at least. */
const isBelow = (setup: Setup, isMeant: typeof isLogin) => async (baseUrl: string) =>
	isMeant(await tryCall(() => fetchAnswer(withSettings(setup, { baseUrl }), endpoint)));

/**
 * Looks for the path that the Base URL lacks. Some services answer 401 to whatever they are asked, so that only a login tells it; the keys
 * stay at this host.
 * @throws SettingError where another address takes the keys that this one has refused
 */
async function requireNoBetter(setup: Setup, url: string): Promise<void> {
	const { settings } = setup;
	if (!(await isEverywhere(settings.baseUrl, isBelow(setup, isRefusal)))) return;
	const takesKeys = async (baseUrl: string) =>
		!((await tryCall(() => fetchLoginToken(withSettings(setup, { baseUrl })))) instanceof GatewayError);
	const better = await firstNearby(settings.baseUrl, takesKeys);
	if (better === undefined) return;
	const found = `The login below ${better} accepts your keys, and ${url} does not.`;
	throw new SettingError(found, advice(settings, { baseUrl: better }));
}

/**
 * Makes the error for a login that is not at this address, but may be elsewhere.
 * @param asked the answer to the request without keys, and to the login
 */
async function missingLoginError(
	setup: Setup,
	url: string,
	{ answer, login }: { answer: Answer; login: GatewayError },
): Promise<GatewayError> {
	const { settings } = setup;
	const found = await findNearby(settings.baseUrl, isBelow(setup, isLogin));
	if (found) {
		const there = `There is no login at ${url}, but there is one below ${found}.`;
		return new SettingError(there, advice(settings, { baseUrl: found }));
	}
	if (isFirewall(answer)) return login;
	const keys = `the ${CREDENTIAL_LABELS.apiKey} and the ${CREDENTIAL_LABELS.clientId}`;
	const whatToDo = [
		`Set ${CREDENTIAL_LABELS.baseUrl} to the address that comes before "${endpoint.path}". Your provider knows it.`,
		...(answer.httpStatus === 401 ? [`If the address is right, check ${keys}: the answer was 401.`] : []),
	].join(' ');
	return new SettingError(`There is no login at ${url}.`, whatToDo);
}

/** Checks whether the keys log in, where they are used for it. Hands on the token. */
export async function checkLogin(setup: Setup): Promise<Finding> {
	if (!hasLogin(setup.settings)) {
		return pass('Not used: no keys for it are entered, and charges use another key');
	}
	const login = setup.login ?? (await fetchLoginToken(setup));
	if (login instanceof GatewayError) throw login;
	return { ...pass('The service accepts the API key and the client ID'), setup: withSettings(setup, login) };
}

/** Logs in with the keys as they are now (4.1). */
async function fetchLoginToken({ settings, send }: Setup): Promise<Token> {
	return await fetchToken(loginRequest(settings), settings, send);
}

/** Says whether an answer to a login without keys comes from a login: it refuses, in JSON. */
function isLogin(answer: Answer | GatewayError): boolean {
	if (answer instanceof GatewayError || !isObject(answer.body)) return false;
	return [400, 401, 403, 422].includes(answer.httpStatus) || typeof answer.body.accessToken === 'string';
}

/** Says whether an answer refuses a login without keys, in whatever form. */
function isRefusal(answer: Answer | GatewayError): boolean {
	return isLogin(answer) || (!(answer instanceof GatewayError) && answer.httpStatus === 401);
}

/** Checks whether the access token is renewed where the credential says (5.3), in the form that it says or in the other form. */
export async function checkRenewal(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const { renewalPath } = settings;
	if (!hasLogin(settings)) return pass('Not used: there is no login');
	if (renewalPath === '') return pass('Not used: n8n logs in again when an access token expires');
	const asSet = await tryCall(() => renew(setup));
	if (!(asSet instanceof GatewayError)) return pass(`The access token is renewed at ${renewalPath}`);
	// A refresh token may serve once, so each form is tried with one of its own.
	const renewalStyle = settings.renewalStyle === 'body' ? 'bearer' : 'body';
	const asOther = await tryCall(async () => {
		const again = await fetchLoginToken(setup);
		return await renew(withSettings(setup, { ...again, renewalStyle }));
	});
	return fail(
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

/** Checks whether the banks list can be read, and how its further pages are asked for (4.2: neither is shown). */
export async function checkBanks(setup: Setup): Promise<Finding> {
	if (!hasLogin(setup.settings)) return pass('Not used: bank transfers need a login');
	const { pageParameter } = setup.settings;
	const service = serviceOf(setup);
	const first = await fetchBanks(service, {});
	const { rows, number } = first;
	const isLast = isLastPage(first, 0);
	const count = `${rows.length} ${rows.length === 1 ? 'bank' : 'banks'}`;
	if (isLast === null || (isLast === false && number === null)) {
		const found = `The list has ${count}, and does not say whether there are more`;
		return pass(found, 'Compare the list with what your provider tells you.');
	}
	if (isLast || number === null) return pass(`The list has ${count}, in one answer`);
	const pages = `The list comes in pages of ${count}`;
	const second = await tryCall(() => fetchBanks(service, { [pageParameter]: number + 1 }));
	if (!(second instanceof GatewayError) && second.number === number + 1) {
		return pass(`${pages}, asked for with "${pageParameter}"`);
	}
	return fail(
		`${pages}, and the service does not understand "${pageParameter}" as the query parameter for the next one`,
		'Ask your provider for the name of the query parameter. Then turn on My Provider Needs Other Settings in the credential, and enter it as Page Parameter.',
	);
}
