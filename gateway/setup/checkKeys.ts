import { unusedReference } from '../calls/verifyCall';
import { endpointUrl } from '../client/address';
import {
	CARD_AUTHENTICATION_NAMES,
	FORM_NAMES,
	USUAL_CARD_HEADER,
	type CardAuthentication,
} from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import type { Secrets } from '../client/mask';
import { checkStatus, statusOf, type Answer } from '../client/response';
import type { Settings } from '../client/settings';
import { GatewayError, listed, SettingError } from '../values/errors';
import { isObject } from '../values/responseFields';
import {
	advice,
	ask,
	failed,
	failedWith,
	passed,
	RUN_AGAIN,
	withSettings,
	type ProbeAnswer,
	type Setup,
	type SetupCheck,
} from './check';

/** A key that card calls may be sent with. */
type Scheme = Pick<Settings, 'cardAuthentication' | 'cardHeader'>;

/** What the service makes of a key; nothing where the key is missing. */
interface Trial extends Scheme {
	verdict: 'letIn' | 'refused' | 'unclear' | 'notTried';
	/** The status of the answer, or why there is none. */
	why: string;
}

const VERDICTS: Record<Trial['verdict'], string> = {
	letIn: 'The card service accepts',
	refused: 'It refuses',
	unclear: 'It gives no clear answer to',
	notTried: 'Not tried',
};

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
	const trials: Trial[] = [];
	for (const scheme of schemesOf(settings)) trials.push(await tryScheme(setup, scheme));
	const found = (Object.keys(VERDICTS) as Array<Trial['verdict']>)
		.map((verdict) => ({ verdict, names: trials.filter((trial) => trial.verdict === verdict).map(nameOf) }))
		.flatMap(({ verdict, names }) => (names.length > 0 ? [`${VERDICTS[verdict]}: ${listed(names)}.`] : []))
		.join(' ');
	const best = trials.find(({ verdict }) => verdict === 'letIn');
	if (best && best === trials[0]) return passed(check, found);
	if (best) {
		const { cardAuthentication, cardHeader } = best;
		const isSet = settings.cardAuthentication === cardAuthentication;
		const values = { ...(!isSet && { cardAuthentication }), ...(cardHeader && { cardHeader }) };
		return failed(check, found, advice(settings, values));
	}
	const whatToDo = trials.some(({ verdict }) => verdict === 'unclear')
		? RUN_AGAIN
		: `Check the ${FORM_NAMES.apiKey}, the ${FORM_NAMES.clientId} and the ${FORM_NAMES.privateKey}, and ask your provider which of them a charge needs.`;
	return failed(check, found, whatToDo);
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

async function tryScheme(setup: Setup, scheme: Scheme): Promise<Trial> {
	if (scheme.cardAuthentication === 'bearer' && setup.settings.accessToken === '') {
		return { ...scheme, verdict: 'notTried', why: 'there is no access token' };
	}
	const body = { transactionReference: unusedReference(), otp: '000000', authorizationType: 'OTP' };
	const answer = await ask(withSettings(setup, scheme), ENDPOINTS.authorize, { key: 'card', body });
	if (answer instanceof SettingError) return { ...scheme, verdict: 'notTried', why: 'its key is missing' };
	return { ...scheme, ...judge(answer, [400, 404, 422]) };
}

/**
 * What the service makes of the key of a request that it has to refuse.
 * @param refusals the statuses of a refusal of the request, which is read then, so its key was let in
 */
function judge(answer: ProbeAnswer | GatewayError, refusals: readonly number[]): Pick<Trial, 'verdict' | 'why'> {
	if (answer instanceof GatewayError) return { verdict: 'unclear', why: answer.message };
	const status = statusOf(answer);
	const why = `status ${status}`;
	if (status === 401 || status === 403) return { verdict: 'refused', why };
	// A proxy refuses as well, with a page.
	return { verdict: refusals.includes(status) && isObject(answer.body) ? 'letIn' : 'unclear', why };
}

function nameOf({ cardAuthentication, cardHeader, verdict, why }: Trial): string {
	const name = CARD_AUTHENTICATION_NAMES[cardAuthentication];
	const named = cardHeader ? `${name} "${cardHeader}"` : name;
	return verdict === 'letIn' ? named : `${named} (${why})`;
}

// Without any field there is no amount and no reference, so nothing can come of it.
const EMPTY = { key: 'publicKey', body: {} } as const;
const REFUSALS_OF_EMPTY = [400, 422];

/**
 * Checks the answer to a hosted checkout without any field.
 * @throws RefusedError where the key is refused; a provider without hosted checkout says nothing of it
 */
export function checkPublicKey(answer: Answer, secrets: Secrets): void {
	if ([401, 403].includes(statusOf(answer))) checkStatus(ENDPOINTS.hostedCheckout, answer, secrets);
}

/** In which form the service takes the public key. It is asked for a hosted checkout without any field. */
export async function checkHostedCheckout(setup: Setup): Promise<SetupCheck> {
	const check = 'Hosted Checkout';
	const { settings } = setup;
	const { hostedCheckout: endpoint } = ENDPOINTS;
	if (settings.publicApiKey === '') return passed(check, 'Not used: there is no Public Key in the credential');
	const answer = await ask(setup, endpoint, EMPTY);
	if (answer instanceof GatewayError) return failedWith(check, answer);
	if ([404, 405].includes(answer.httpStatus)) {
		const found = `There is no hosted checkout at ${endpointUrl(endpoint, settings)}`;
		return passed(check, found, 'Ask your provider whether it offers it. If it does, set Hosted Checkout Path.');
	}
	const { verdict, why } = judge(answer, REFUSALS_OF_EMPTY);
	if (verdict === 'letIn') return passed(check, 'The service reads a hosted checkout that has the public key');
	const other = settings.hostedCheckoutAuthentication === 'authorization' ? 'publicKeyHeader' : 'authorization';
	const inOtherForm = await ask(withSettings(setup, { hostedCheckoutAuthentication: other }), endpoint, EMPTY);
	if (judge(inOtherForm, REFUSALS_OF_EMPTY).verdict === 'letIn') {
		const found = `The service takes the public key in another form than the one that is set (${why})`;
		return failed(check, found, advice(settings, { hostedCheckoutAuthentication: other }));
	}
	return verdict === 'refused'
		? failed(check, `The service refuses the public key (${why})`, 'Check the Public Key in the credential.')
		: failed(check, `The service gives no clear answer (${why})`, 'Ask your provider what it needs.');
}
