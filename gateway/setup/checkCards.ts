import { endpointUrl } from '../client/address';
import { keyHeaders } from '../client/authentication';
import { ENDPOINTS, type Endpoint } from '../client/endpoints';
import { GatewayError, listed, SettingError } from '../values/errors';
import {
	CARD_AUTHENTICATION_NAMES,
	FORM_NAMES,
	USUAL_CARD_HEADER,
	type CardAuthentication,
} from '../client/credentialLabels';
import { isSuccess, statusOf, type Answer } from '../client/response';
import { isObject } from '../values/responseFields';
import { unusedReference } from '../calls/verifyCall';
import { advice, attempt, failed, notChecked, passed, type Setup, type SetupCheck } from './check';
import { isToken, type Login } from './checkLogin';

/** A key that a charge may be sent with. */
interface Scheme {
	cardAuthentication: CardAuthentication;
	cardHeader: string;
}

/**
 * What the service makes of a request that it must refuse: it reads it, so the key is let in; it refuses the key; it accepts
 * the request all the same; or its answer says none of it. A scheme whose key is missing is not tried.
 */
interface Trial extends Scheme {
	verdict: 'letIn' | 'refused' | 'accepted' | 'unclear' | 'notTried';
	/** The status of the answer, or why there is none. */
	why: string;
}

/** A request that the service has to refuse. */
interface Refusable {
	endpoint: Endpoint;
	body: Record<string, unknown>;
	/** The statuses of its refusal (section 7). */
	refusals: readonly number[];
}

// 4.3: without any field there is no card, no amount and no reference, so nothing can come of it.
const EMPTY_CHARGE: Refusable = { endpoint: ENDPOINTS.charge, body: {}, refusals: [400, 422] };

// 4.4: it has every field, so that a service that checks those before the keys comes to the keys.
const unknownAuthorization = (): Refusable => ({
	endpoint: ENDPOINTS.authorize,
	body: { transactionReference: unusedReference(), otp: '000000', authorizationType: 'OTP' },
	refusals: [400, 404, 422],
});

// The order in which they are recommended.
const SCHEMES: readonly CardAuthentication[] = ['apiKey', 'bearer', 'privateKey', 'privateKeyHeader', 'none'];

/** Which key charge and authorize want (4.5: not shown). The service is asked with each of them. */
export async function checkCards(setup: Setup, login: Login): Promise<SetupCheck[]> {
	const schemes = schemesOf(setup);
	const charges = await tryAll(setup, login, EMPTY_CHARGE, schemes);
	const accepted = charges.find(({ verdict }) => verdict === 'accepted');
	if (accepted) return [stopped(accepted), notChecked('Authorize', 'Card Authentication')];

	// Let in without a key as well: it wants none, or looks at the fields first. An authorization with all of them tells.
	const decides = charges.some(
		({ cardAuthentication, verdict }) => cardAuthentication === 'none' && verdict === 'letIn',
	);
	const authorizations = decides ? await tryAll(setup, login, unknownAuthorization(), schemes) : [];
	const card = checkScheme(setup, decides ? authorizations : charges);
	if (!card.ok) return [card, notChecked('Authorize', 'Card Authentication')];
	const [asSet] = decides ? authorizations : await tryAll(setup, login, unknownAuthorization(), schemes.slice(0, 1));
	return [card, checkAuthorize(asSet!)];
}

/** The scheme of the credential comes first. */
function schemesOf({ settings }: Setup): Scheme[] {
	const { cardAuthentication: chosen } = settings;
	const headers = new Set([settings.cardHeader || USUAL_CARD_HEADER, USUAL_CARD_HEADER]);
	return [chosen, ...SCHEMES.filter((scheme) => scheme !== chosen)].flatMap<Scheme>((cardAuthentication) =>
		cardAuthentication === 'privateKeyHeader'
			? [...headers].map((cardHeader) => ({ cardAuthentication, cardHeader }))
			: [{ cardAuthentication, cardHeader: '' }],
	);
}

/** Ends early where a further request may do harm or is in vain: one was accepted, or there was no answer. */
async function tryAll(setup: Setup, login: Login, request: Refusable, schemes: Scheme[]): Promise<Trial[]> {
	const trials: Trial[] = [];
	for (const scheme of schemes) {
		const headers = headersOf(setup, login, scheme);
		if (typeof headers === 'string') {
			trials.push({ ...scheme, verdict: 'notTried', why: headers });
			continue;
		}
		const { endpoint, body } = request;
		const answer = await attempt(() =>
			setup.send({ endpoint, url: endpointUrl(endpoint, setup.settings), headers, body }),
		);
		if (answer instanceof GatewayError) return [...trials, { ...scheme, verdict: 'unclear', why: answer.message }];
		const trial = { ...scheme, ...judge(answer, request) };
		trials.push(trial);
		if (trial.verdict === 'accepted' || answer.httpStatus === 429) break;
	}
	return trials;
}

/** The headers of a scheme, or why it cannot be tried. */
function headersOf({ settings }: Setup, login: Login, scheme: Scheme): Record<string, string> | string {
	if (scheme.cardAuthentication === 'bearer' && !isToken(login)) return 'there is no access token';
	const token = isToken(login) ? login : {};
	try {
		return keyHeaders('card', { ...settings, ...token, ...scheme });
	} catch (error) {
		if (error instanceof SettingError) return 'its key is missing';
		throw error;
	}
}

export function judge(answer: Answer, { refusals }: Pick<Refusable, 'refusals'>): Pick<Trial, 'verdict' | 'why'> {
	const status = statusOf(answer);
	const why = `status ${status}`;
	if (status === 401 || status === 403) return { verdict: 'refused', why };
	// A proxy refuses as well, with a page.
	if (refusals.includes(status) && isObject(answer.body)) return { verdict: 'letIn', why };
	return { verdict: isSuccess(status) ? 'accepted' : 'unclear', why };
}

function checkScheme({ settings }: Setup, trials: Trial[]): SetupCheck {
	const check = 'Card Authentication';
	const letIn = trials.filter(({ verdict }) => verdict === 'letIn');
	const found = describe(trials);
	if (trials[0]!.verdict === 'letIn') return passed(check, found);
	const best = SCHEMES.map((scheme) => letIn.find(({ cardAuthentication }) => cardAuthentication === scheme)).find(
		Boolean,
	);
	if (best) {
		const { cardAuthentication, cardHeader } = best;
		const isSet = settings.cardAuthentication === cardAuthentication;
		return failed(
			check,
			found,
			advice(settings, {
				...(!isSet && { cardAuthentication }),
				...(cardAuthentication === 'privateKeyHeader' && { cardHeader }),
			}),
		);
	}
	return failed(
		check,
		found,
		trials.some(({ verdict }) => verdict === 'unclear' || verdict === 'accepted')
			? 'Run Check Setup again in a moment. If the result is the same, ask your provider which key a charge needs.'
			: `Check the ${FORM_NAMES.apiKey}, the ${FORM_NAMES.clientId} and the ${FORM_NAMES.privateKey}, and ask your provider which of them a charge needs.`,
	);
}

/** What became of the schemes: "The card service accepts: Access Token. It refuses: None (status 403)." */
function describe(trials: Trial[]): string {
	const some = (verdict: Trial['verdict'], words: string, hasReason = true) => {
		const names = trials
			.filter((trial) => trial.verdict === verdict)
			.map((trial) => (hasReason ? `${nameOf(trial)} (${trial.why})` : nameOf(trial)));
		return names.length > 0 ? [`${words}: ${listed(names)}.`] : [];
	};
	return [
		...some('letIn', 'The card service accepts', false),
		...some('refused', 'It refuses'),
		...some('accepted', 'It accepts a charge that it should refuse with'),
		...some('unclear', 'It gives no clear answer to'),
		...some('notTried', 'Not tried'),
	].join(' ');
}

function nameOf({ cardAuthentication, cardHeader }: Scheme): string {
	const name = CARD_AUTHENTICATION_NAMES[cardAuthentication];
	return cardHeader ? `${name} "${cardHeader}"` : name;
}

function stopped(trial: Trial): SetupCheck {
	return failed(
		'Card Authentication',
		`The service accepted a charge without any field (${trial.why}), sent with ${nameOf(trial)}. There was no card in it, so no card was charged. No further charge was tried`,
		'Ask your provider which key a charge needs, and whether this address is that of its card service.',
	);
}

function checkAuthorize(trial: Trial): SetupCheck {
	const check = 'Authorize';
	const name = nameOf(trial);
	switch (trial.verdict) {
		case 'letIn':
			return passed(check, `Authorizations work with ${name}`);
		case 'refused':
			return failed(
				check,
				`Charges work with ${name}, but authorizations are refused (${trial.why})`,
				'Ask your provider whether your keys may authorize payments.',
			);
		case 'accepted':
			return failed(
				check,
				`The service accepted the authorization of a transaction that does not exist (${trial.why}). Nothing was charged`,
				`Ask your provider whether ${FORM_NAMES.transactionBase} is the address of its card service.`,
			);
		default:
			return failed(
				check,
				`The service gives no clear answer to an authorization (${trial.why})`,
				'Run Check Setup again in a moment. If the result is the same, ask your provider.',
			);
	}
}
