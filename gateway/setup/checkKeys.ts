import { isObject } from '../values/input';
import { endpointUrl } from '../client/request';
import {
	CARD_AUTHENTICATION_NAMES,
	CREDENTIAL_LABELS,
	USUAL_CARD_HEADER,
	type CardAuthentication,
} from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import { checkStatus, FIREWALL, isFirewall, statusOf, type Answer } from '../client/response';
import type { Settings } from '../client/settings';
import { GatewayError, joinNames } from '../values/errors';
import {
	advice,
	fetchAnswer,
	tryCall,
	fail,
	pass,
	makeUnusedReference,
	withSettings,
	type Finding,
	type Setup,
} from './check';

/** A key that card calls may be sent with. */
type Scheme = Pick<Settings, 'cardAuthentication' | 'cardHeader'>;

// The order in which they are recommended.
const SCHEMES: readonly CardAuthentication[] = ['apiKey', 'bearer', 'privateKey', 'privateKeyHeader', 'none'];

/**
 * Finds out which key charge and authorize want (4.5: not shown). One setting opens both, so the service is asked with each key to
 * authorize a transaction that does not exist, which cannot have any effect. It has every field, so that a service which checks fields
 * before keys comes to the keys.
 */
export async function checkCardAuthentication(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const tried: Array<{ scheme: Scheme; result: string }> = [];
	for (const scheme of schemesOf(settings)) tried.push({ scheme, result: await tryScheme(setup, scheme) });
	const accepted = tried.filter(({ result }) => result === ACCEPTED).map(({ scheme }) => scheme);
	const blocked = tried.filter(({ result }) => result === BLOCKED).map(({ scheme }) => scheme);
	const others = tried.filter(({ result }) => result !== ACCEPTED && result !== BLOCKED);
	const found = [
		...(accepted.length > 0 ? [`The card service accepts: ${joinNames(accepted.map(nameOf))}.`] : []),
		...(others.length > 0
			? [`It does not accept: ${joinNames(others.map(({ scheme, result }) => `${nameOf(scheme)} (${result})`))}.`]
			: []),
		...(blocked.length > 0 ? [FIREWALL.message.replace(/\.$/, ` with: ${joinNames(blocked.map(nameOf))}.`)] : []),
	].join(' ');
	// The credential's own scheme was tried first.
	if (tried[0]?.result === ACCEPTED) return pass(found);
	const [best] = accepted;
	if (best) {
		const { cardAuthentication, cardHeader } = best;
		const isSet = settings.cardAuthentication === cardAuthentication;
		const values = { ...(!isSet && { cardAuthentication }), ...(cardHeader && { cardHeader }) };
		return fail(found, advice(settings, values));
	}
	if (blocked.length > 0) return fail(found, FIREWALL.next);
	const keys = `the ${CREDENTIAL_LABELS.apiKey}, the ${CREDENTIAL_LABELS.clientId} and the ${CREDENTIAL_LABELS.privateKey}`;
	return fail(found, `Check ${keys}, and ask your provider which of them a charge needs.`);
}

/** Lists the schemes to try, the credential's own first. */
function schemesOf({ cardAuthentication: chosen, cardHeader: header }: Settings): Scheme[] {
	const headers = new Set([header || USUAL_CARD_HEADER, USUAL_CARD_HEADER]);
	return [...new Set([chosen, ...SCHEMES])].flatMap<Scheme>((cardAuthentication) =>
		cardAuthentication === 'privateKeyHeader'
			? [...headers].map((cardHeader) => ({ cardAuthentication, cardHeader }))
			: [{ cardAuthentication, cardHeader: '' }],
	);
}

/** Says whether the service accepts a key, or why it was not asked. */
async function tryScheme(setup: Setup, scheme: Scheme): Promise<string> {
	if (scheme.cardAuthentication === 'bearer' && setup.settings.accessToken === '') return 'there is no access token';
	const body = { transactionReference: makeUnusedReference(), otp: '000000', authorizationType: 'OTP' };
	const answer = await tryCall(() =>
		fetchAnswer(withSettings(setup, scheme), ENDPOINTS.authorize, { key: 'card', body }),
	);
	return resultOf(answer, [400, 404, 422]);
}

const ACCEPTED = 'accepted';
const BLOCKED = 'status 403 of a firewall or proxy';

/**
 * Says what an answer means for the key of a request that the service has to refuse: the key is accepted, a firewall has refused it, or the
 * status.
 * @param refusals the statuses of a refusal of the request, which has been read then. A proxy refuses as well, with a page
 */
function resultOf(answer: Answer | GatewayError, refusals: readonly number[]): string {
	if (answer instanceof GatewayError) return answer.message.replace(/\.$/, '');
	if (isFirewall(answer)) return BLOCKED;
	const status = statusOf(answer);
	return refusals.includes(status) && isObject(answer.body) ? ACCEPTED : `status ${status}`;
}

function nameOf({ cardAuthentication, cardHeader }: Scheme): string {
	const name = CARD_AUTHENTICATION_NAMES[cardAuthentication];
	return cardHeader ? `${name} "${cardHeader}"` : name;
}

// Without any field there is no amount and no reference, so it cannot have any effect.
const EMPTY = { key: 'publicKey', body: {} } as const;
const REFUSALS_OF_EMPTY = [400, 422];

/**
 * Finds out in which form the service takes the public key. It is asked for a hosted checkout without any field. A key that it refuses is the
 * failure of the check; a provider without hosted checkout says nothing of the key.
 */
export async function checkHostedCheckout(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const { hostedCheckout: endpoint } = ENDPOINTS;
	if (settings.publicApiKey === '') return pass('Not used: there is no Public Key in the credential');
	const answer = await fetchAnswer(setup, endpoint, EMPTY);
	if ([404, 405].includes(answer.httpStatus)) {
		const found = `There is no hosted checkout at ${endpointUrl(endpoint, settings)}`;
		return pass(found, 'Ask your provider whether it offers it. If it does, set Hosted Checkout Path.');
	}
	const result = resultOf(answer, REFUSALS_OF_EMPTY);
	if (result === ACCEPTED) return pass('The service reads a hosted checkout that has the public key');
	const isRefused = [401, 403].includes(statusOf(answer));
	const failure = isRefused ? await tryCall(() => checkStatus(endpoint, answer)) : undefined;
	const other = settings.hostedCheckoutAuthentication === 'authorization' ? 'publicKeyHeader' : 'authorization';
	const inOtherForm = await tryCall(() =>
		fetchAnswer(withSettings(setup, { hostedCheckoutAuthentication: other }), endpoint, EMPTY),
	);
	const isOther = resultOf(inOtherForm, REFUSALS_OF_EMPTY) === ACCEPTED;
	const finding = isOther
		? fail(
				`The service takes the public key in another form than the one that is set (${result})`,
				advice(settings, { hostedCheckoutAuthentication: other }),
			)
		: result === BLOCKED
			? fail(FIREWALL.message, FIREWALL.next)
			: fail(
					`The service does not accept the public key (${result})`,
					'Check the Public Key in the credential. If it is right, ask your provider what it needs.',
				);
	return { ...finding, ...(failure && { failure }) };
}
