import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Answer } from '../../../gateway/client/response';
import { needsToken } from '../../../gateway/client/authentication';
import { endpointUrl } from '../../../gateway/client/address';
import { type Endpoint, ENDPOINTS } from '../../../gateway/client/endpoints';
import { SettingError, TokenError } from '../../../gateway/values/errors';
import type { Secrets } from '../../../gateway/client/mask';
import { accountOf, fingerprint, readSettings, secretsOf, type Settings } from '../../../gateway/client/settings';
import { tokenState, type Token } from '../../../gateway/client/token';
import { withDeadline } from './time';
import { failureOf } from './httpErrors';

/** What one call adds to its endpoint. */
export interface Call {
	parameters?: Record<string, string>;
	query?: Record<string, string | number>;
	body?: Record<string, unknown>;
}

type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

const CREDENTIAL = 'cardPaymentApi';

/**
 * Sends calls with one credential, which is read once and serves a whole run of a node. Every HTTP status
 * is returned as an answer for the gateway to interpret; a request without an answer throws a GatewayError.
 */
export class Transport {
	readonly settings: Settings;
	/** The fingerprint of the keys that a token must have been issued for. */
	private readonly keys: string;
	/** Identifies the account at the service. It tells nothing of the keys. */
	readonly account: string;
	/** A token that the service refused; a new one is fetched in its place. */
	private refusedToken = '';
	/** Every access and refresh token that has been in use. */
	private readonly tokens = new Set<string>();
	/** The last token that the service is known to accept. */
	private provenToken = '';
	/** The last token that an endpoint has accepted. */
	private readonly accepted = new Map<Endpoint, string>();
	/** The answers of endpoints that refuse even a token that came in this run: another login would change nothing. */
	private readonly refusals = new Map<Endpoint, Answer>();
	/** Why this run can get no token. */
	private loginFailure: TokenError | undefined;
	private readonly opened = Date.now();

	private constructor(
		private readonly context: Context,
		private readonly stored: ICredentialDataDecryptedObject,
		private readonly timeout: number,
	) {
		this.settings = readSettings(stored);
		this.keys = fingerprint(this.settings);
		this.account = accountOf(this.settings);
		this.remember(this.settings);
	}

	/**
	 * @param timeout in milliseconds, for one answer
	 * @throws SettingError when the credential cannot be used
	 */
	static async open(context: Context, timeout: number): Promise<Transport> {
		return new Transport(context, await openCredential(context), timeout);
	}

	/**
	 * Hides this credential's keys, every token of this run, and the given values in what leaves the node.
	 * Call it after the answer has arrived, because a new token may have been fetched for the request.
	 */
	secrets(values: readonly string[] = []): Secrets {
		return secretsOf(this.settings, [...values, ...this.tokens]);
	}

	/**
	 * Sends one call. A read whose token is refused is sent once more with a new one (specification 5.3);
	 * a call that moves money is never sent twice. After a lasting refusal further calls fail like the first, and are not sent.
	 */
	async send(endpoint: Endpoint, call: Call = {}): Promise<Answer> {
		if (!needsToken(endpoint.key, this.settings)) return (await this.request(endpoint, call, 'not needed')).answer;

		const token = endpoint.movesMoney ? await this.proveToken() : this.tokenToSend();
		const { answer, isStale } = await this.sendWithToken(endpoint, call, token);
		if (!isStale || this.refusals.has(endpoint)) return answer;
		if (!endpoint.movesMoney) return (await this.sendWithToken(endpoint, call, this.tokenToSend())).answer;
		// This call stays refused. The read fetches and stores a new token for the next call.
		await this.send(ENDPOINTS.banks).catch(() => undefined);
		return answer;
	}

	/** @returns the answer, and whether another token may be accepted */
	private async sendWithToken(
		endpoint: Endpoint,
		call: Call,
		accessToken: string,
	): Promise<{ answer: Answer; isStale: boolean }> {
		const refusal = this.refusals.get(endpoint);
		if (refusal) return { answer: refusal, isStale: false };
		if (accessToken === '' && this.loginFailure) throw this.loginFailure;
		const { answer, token } = await this.request(endpoint, call, accessToken);
		const { httpStatus } = answer;
		// A service may answer 403 for a token that it has forgotten, and for other reasons (7): a token of this run is not forgotten.
		const isStale = httpStatus === 401 || (httpStatus === 403 && token.obtainedAt < this.opened);
		if (!isStale) this.accepted.set(endpoint, token.accessToken);
		else if (this.isLasting(endpoint, token)) this.refusals.set(endpoint, answer);
		else this.drop(token.accessToken);
		return { answer, isStale };
	}

	/** Whether an endpoint that refuses a token would refuse the next one, too. */
	private isLasting(endpoint: Endpoint, { accessToken, obtainedAt }: Token): boolean {
		// One that came earlier, perhaps with another credential of the same keys, may have ended since.
		const cameInThisRun = obtainedAt >= this.opened;
		const isCurrent = accessToken === this.settings.accessToken;
		return cameInThisRun && isCurrent && this.accepted.get(endpoint) !== accessToken;
	}

	/** The token for a request; empty where a new one is needed, which n8n then has the credential fetch before it sends. */
	private tokenToSend(): string {
		const { accessToken, tokenFor } = this.settings;
		const isStale = tokenFor !== this.keys || tokenState(this.settings, Date.now()) === 'expired';
		return isStale ? '' : accessToken;
	}

	// An opaque token does not tell whether it has expired, so a harmless read finds out before money moves.
	private async proveToken(): Promise<string> {
		const token = this.tokenToSend();
		if (token === this.provenToken) return token;
		const isInDoubt = token !== '' && tokenState(this.settings, Date.now()) === 'opaque';
		if (isInDoubt) await this.send(ENDPOINTS.banks);
		return (this.provenToken = this.tokenToSend());
	}

	private drop(token: string): void {
		if (this.settings.accessToken !== token) return; // another request has renewed it already
		this.refusedToken = token;
		this.settings.accessToken = '';
	}

	/** @returns the answer, and the token that the request was sent with */
	private async request(
		endpoint: Endpoint,
		{ parameters, query, body }: Call,
		accessToken: string,
	): Promise<{ answer: Answer; token: Token }> {
		const options: IHttpRequestOptions = {
			method: endpoint.method,
			url: endpointUrl(endpoint, this.settings, parameters),
			headers: { 'Content-Type': 'application/json' },
			qs: query,
			// The specification wants a Content-Type on every POST; without a body n8n would not send it.
			body: body ?? (endpoint.method === 'POST' ? '{}' : undefined),
			json: true,
			timeout: this.timeout,
			// n8n renews and repeats by itself on a 401, a POST too, unless all statuses are handed back.
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			// The keys and the card must not reach a host other than the one in the credential.
			disableFollowRedirect: true,
		};
		const { refreshToken, tokenFor, obtainedAt } = this.settings;
		const token: Token = { accessToken, refreshToken, tokenFor, obtainedAt };
		const data = { ...this.stored, ...token, refusedToken: this.refusedToken, loginTimeout: this.timeout };
		try {
			// A new token takes two answers at most, of the renewal and of the login, so that the call is sent well before the end.
			const answers = accessToken === '' ? 3 : 1;
			const response = await withDeadline(answers * this.timeout, async (abortSignal) => {
				const context = endingWith(abortSignal, this.context);
				const sent = { ...options, abortSignal };
				const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
				const more = { credentialsDecrypted };
				const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
					context,
					CREDENTIAL,
					sent,
					more,
				);
				return answer as IN8nHttpFullResponse;
			});
			return { answer: { httpStatus: response.statusCode, body: response.body }, token: data };
		} catch (error) {
			const failure = failureOf(error, endpoint);
			if (failure instanceof TokenError && failure.isLasting) this.loginFailure = failure;
			throw failure;
		} finally {
			// n8n writes a new token into the object that it was given.
			if (data.accessToken !== accessToken) this.adopt(data);
		}
	}

	private adopt({ accessToken, refreshToken, tokenFor, obtainedAt }: Token): void {
		Object.assign(this.settings, { accessToken, refreshToken, tokenFor, obtainedAt });
		this.remember(this.settings);
		this.provenToken = accessToken;
	}

	private remember({ accessToken, refreshToken }: Settings): void {
		this.tokens.add(accessToken).add(refreshToken);
	}
}

/** What is needed to call the service. */
export interface Connection {
	transport: Transport;
	/** Aborted when the execution is stopped; pauses between calls end then. */
	signal?: AbortSignal;
}

/** A context whose requests end with a signal. In an execution n8n replaces the signal of a request by that of the execution. */
function endingWith(signal: AbortSignal, context: Context): Context {
	if (!('getExecutionCancelSignal' in context)) return context;
	const stopped = context.getExecutionCancelSignal();
	const either = stopped ? AbortSignal.any([stopped, signal]) : signal;
	return Object.create(context, { getExecutionCancelSignal: { value: () => either } }) as Context;
}

/**
 * The credential, opened by n8n.
 * @throws SettingError when there is none that can be used
 */
export async function openCredential(context: Context): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(CREDENTIAL).catch(noCredential);
}

// n8n's own error is not passed on: it may contain the value of one of the credential's fields.
function noCredential(): never {
	throw new SettingError(
		'There is no credential that this node can use.',
		'Choose a "Card Payment API" credential in the node. If there is one, check that it still exists and that this workflow may use it.',
	);
}
