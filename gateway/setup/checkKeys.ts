import { unusedReference } from '../calls/verifyCall';
import { endpointUrl } from '../client/address';
import {
	CARD_AUTHENTICATION_NAMES,
	CREDENTIAL_LABELS,
	USUAL_CARD_HEADER,
	type CardAuthentication,
} from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import { statusOf, type Answer } from '../client/response';
import type { Settings } from '../client/settings';
import { GatewayError, listed } from '../values/errors';
import { isObject } from '../values/responseFields';
import { advice, askEndpoint, failed, failedBy, passed, withSettings, type Setup, type SetupCheck } from './check';

/** A key that card calls may be sent with. */
type Scheme = Pick<Settings, 'cardAuthentication' | 'cardHeader'>;

// The order in which they are recommended.
const SCHEMES: readonly CardAuthentication[] = ['apiKey', 'bearer', 'privateKey', 'privateKeyHeader', 'none'];

/**
 * Which key charge and authorize want (4.5: not shown). One setting opens both, so the service is asked with each key for the
 * authorization of a transaction that does not exist, of which nothing can come. It has every field, so that a service which checks
 * fields before keys comes to the keys.
 */
export async function checkCardAuthentication(setup: Setup): Promise<SetupCheck> {
	const check = 'Card Authentication';
	const { settings } = setup;
	const accepted: Scheme[] = [];
	const others: string[] = [];
	const [chosen, ...rest] = schemesOf(settings);
	for (const scheme of [chosen!, ...rest]) {
		const result = await tryScheme(setup, scheme);
		if (result === ACCEPTED) accepted.push(scheme);
		else others.push(`${nameOf(scheme)} (${result})`);
	}
	const found = [
		...(accepted.length > 0 ? [`The card service accepts: ${listed(accepted.map(nameOf))}.`] : []),
		...(others.length > 0 ? [`It does not accept: ${listed(others)}.`] : []),
	].join(' ');
	const [best] = accepted;
	if (best === chosen) return passed(check, found);
	if (best) {
		const { cardAuthentication, cardHeader } = best;
		const isSet = settings.cardAuthentication === cardAuthentication;
		const values = { ...(!isSet && { cardAuthentication }), ...(cardHeader && { cardHeader }) };
		return failed(check, found, advice(settings, values));
	}
	const keys = `the ${CREDENTIAL_LABELS.apiKey}, the ${CREDENTIAL_LABELS.clientId} and the ${CREDENTIAL_LABELS.privateKey}`;
	return failed(check, found, `Check ${keys}, and ask your provider which of them a charge needs.`);
}

/** The scheme of the credential comes first. */
function schemesOf({ cardAuthentication: chosen, cardHeader: header }: Settings): Scheme[] {
	const headers = new Set([header || USUAL_CARD_HEADER, USUAL_CARD_HEADER]);
	return [...new Set([chosen, ...SCHEMES])].flatMap<Scheme>((cardAuthentication) =>
		cardAuthentication === 'privateKeyHeader'
			? [...headers].map((cardHeader) => ({ cardAuthentication, cardHeader }))
			: [{ cardAuthentication, cardHeader: '' }],
	);
}

/** What the service makes of a key, or why it was not asked. */
async function tryScheme(setup: Setup, scheme: Scheme): Promise<string> {
	if (scheme.cardAuthentication === 'bearer' && setup.settings.accessToken === '') return 'there is no access token';
	const body = { transactionReference: unusedReference(), otp: '000000', authorizationType: 'OTP' };
	const answer = await askEndpoint(withSettings(setup, scheme), ENDPOINTS.authorize, { key: 'card', body });
	return resultOf(answer, [400, 404, 422]);
}

const ACCEPTED = 'accepted';

/**
 * What the service makes of the key of a request that it has to refuse: its status, or that the key is accepted.
 * @param refusals the statuses of a refusal of the request, which has been read then. A proxy refuses as well, with a page
 */
function resultOf(answer: Answer | GatewayError, refusals: readonly number[]): string {
	if (answer instanceof GatewayError) return answer.message.replace(/\.$/, '');
	const status = statusOf(answer);
	return refusals.includes(status) && isObject(answer.body) ? ACCEPTED : `status ${status}`;
}

function nameOf({ cardAuthentication, cardHeader }: Scheme): string {
	const name = CARD_AUTHENTICATION_NAMES[cardAuthentication];
	return cardHeader ? `${name} "${cardHeader}"` : name;
}

// Without any field there is no amount and no reference, so nothing can come of it.
const EMPTY = { key: 'publicKey', body: {} } as const;
const REFUSALS_OF_EMPTY = [400, 422];

/** In which form the service takes the public key. It is asked for a hosted checkout without any field. */
export async function checkHostedCheckout(setup: Setup): Promise<SetupCheck> {
	const check = 'Hosted Checkout';
	const { settings } = setup;
	const { hostedCheckout: endpoint } = ENDPOINTS;
	if (settings.publicApiKey === '') return passed(check, 'Not used: there is no Public Key in the credential');
	const answer = await askEndpoint(setup, endpoint, EMPTY);
	if (answer instanceof GatewayError) return failedBy(check, answer);
	if ([404, 405].includes(answer.httpStatus)) {
		const found = `There is no hosted checkout at ${endpointUrl(endpoint, settings)}`;
		return passed(check, found, 'Ask your provider whether it offers it. If it does, set Hosted Checkout Path.');
	}
	const result = resultOf(answer, REFUSALS_OF_EMPTY);
	if (result === ACCEPTED) return passed(check, 'The service reads a hosted checkout that has the public key');
	const other = settings.hostedCheckoutAuthentication === 'authorization' ? 'publicKeyHeader' : 'authorization';
	const inOtherForm = await askEndpoint(withSettings(setup, { hostedCheckoutAuthentication: other }), endpoint, EMPTY);
	if (resultOf(inOtherForm, REFUSALS_OF_EMPTY) === ACCEPTED) {
		const found = `The service takes the public key in another form than the one that is set (${result})`;
		return failed(check, found, advice(settings, { hostedCheckoutAuthentication: other }));
	}
	const found = `The service does not accept the public key (${result})`;
	return failed(
		check,
		found,
		'Check the Public Key in the credential. If it is right, ask your provider what it needs.',
	);
}
