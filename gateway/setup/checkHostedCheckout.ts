import { endpointUrl } from '../client/address';
import { keyHeaders } from '../client/authentication';
import { ENDPOINTS } from '../client/endpoints';
import { GatewayError } from '../values/errors';
import type { PublicKeyForm } from '../client/credentialLabels';
import type { Secrets } from '../client/mask';
import { checkStatus, type Answer } from '../client/response';
import { judge } from './checkCards';
import { advice, attempt, failed, failedWith, passed, type Setup, type SetupCheck } from './check';

const { hostedCheckout: endpoint } = ENDPOINTS;
const check = 'Hosted Checkout';
// Without any field there is no amount and no reference, so nothing can come of it.
const EMPTY = { body: {}, refusals: [400, 422] };
const IS_MISSING = [404, 405];

/**
 * Checks the answer to a hosted checkout without any field.
 * @throws RefusedError where the key is refused; a provider without hosted checkout says nothing of it
 */
export function checkPublicKey(answer: Answer, secrets: Secrets): void {
	if (judge(answer, EMPTY).verdict === 'refused') checkStatus(endpoint, answer, secrets);
}

/** In which form the service takes the public key. It is asked for a hosted checkout without any field. */
export async function checkHostedCheckout(setup: Setup): Promise<SetupCheck> {
	const { settings } = setup;
	const { publicApiKey, hostedCheckoutAuthentication: asSet } = settings;
	if (publicApiKey === '') return passed(check, 'Not used: there is no Public Key in the credential');
	const other = asSet === 'authorization' ? 'publicKeyHeader' : 'authorization';
	const answer = await ask(setup, asSet);
	if (answer instanceof GatewayError) return failedWith(check, answer);
	if (IS_MISSING.includes(answer.httpStatus)) {
		const found = `There is no hosted checkout at ${endpointUrl(endpoint, settings)}`;
		return passed(check, found, 'Ask your provider whether it offers it. If it does, set Hosted Checkout Path.');
	}
	const { verdict, why } = judge(answer, EMPTY);
	if (verdict === 'letIn') {
		if (!(await isLetIn(setup))) return passed(check, 'The service accepts the public key');
		const found = 'The service reads a hosted checkout before it looks at the key, so the public key is not checked';
		return passed(check, found, 'Create one hosted checkout as a test.');
	}
	if (await isLetIn(setup, other)) {
		const found = `The service takes the public key in another form than the one that is set (${why})`;
		return failed(check, found, advice(settings, { hostedCheckoutAuthentication: other }));
	}
	return verdict === 'refused'
		? failed(check, `The service refuses the public key (${why})`, 'Check the Public Key in the credential.')
		: failed(check, `The service gives no clear answer (${why})`, 'Ask your provider what it needs.');
}

async function isLetIn(setup: Setup, form?: PublicKeyForm): Promise<boolean> {
	const answer = await ask(setup, form);
	return !(answer instanceof GatewayError) && judge(answer, EMPTY).verdict === 'letIn';
}

/** @param form how the key is sent; undefined where it is not */
async function ask(setup: Setup, form: PublicKeyForm | undefined) {
	const { settings } = setup;
	const headers = form && keyHeaders('publicKey', { ...settings, hostedCheckoutAuthentication: form });
	return await attempt(() =>
		setup.send({ endpoint, url: endpointUrl(endpoint, settings), headers: headers ?? {}, body: EMPTY.body }),
	);
}
