import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IWebhookFunctions,
} from 'n8n-workflow';

import { statusOf, type Answer } from '../../../gateway/client/response';
import { endpointUrl, needsToken, REQUEST_KEY, type NamesKey } from '../../../gateway/client/request';
import type { Endpoint, Key } from '../../../gateway/client/endpoint';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { SettingError, TokenError } from '../../../gateway/values/errors';
import { accountOf, fingerprint, maskAnswer, readSettings, type Settings } from '../../../gateway/client/settings';
import { isExpired, type Token } from '../../../gateway/client/token';
import type { Content, Service } from '../../../gateway/sending/service';
import { failureOf } from './httpErrors';
import { pause } from './pause';

type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

const CREDENTIAL = 'cardPaymentApi';

// In milliseconds. A younger token is not renewed: a new token would be refused as well.
const YOUNG = 60_000;

/**
 * Sends calls with one credential, which is read once and serves a whole run of a node. Every HTTP status
 * is returned as an answer for the gateway to interpret; a request without an answer throws a GatewayError.
 */
export class Transport implements Service {
	readonly settings: Settings;
	/** Identifies the account at the service. It does not reveal the keys. */
	readonly account: string;
	/** The credential with its present token. n8n writes a new token into it, before it sends the request that needs it. */
	private readonly credential: ICredentialDataDecryptedObject & Token & NamesKey;
	/** The credential for calls that need no token, by their key. */
	private readonly withoutToken = new Map<Key, ICredentialDataDecryptedObject>();
	/** Why this run can get no token. */
	private loginFailure: TokenError | undefined;

	private constructor(
		private readonly context: Context,
		stored: ICredentialDataDecryptedObject,
		private readonly timeout: number,
		private readonly signal: AbortSignal | undefined,
	) {
		this.settings = readSettings(stored);
		this.account = accountOf(this.settings);
		const { accessToken, refreshToken, tokenFor, obtainedAt } = this.settings;
		this.credential = { ...stored, accessToken, refreshToken, tokenFor, obtainedAt, [REQUEST_KEY]: 'bearer' };
		// A token for other keys, or for another host, serves no call.
		if (tokenFor !== fingerprint(this.settings)) this.credential.accessToken = '';
	}

	/**
	 * @param timeout in milliseconds, for one answer
	 * @param signal aborted when the execution is stopped
	 * @throws SettingError when the credential cannot be used
	 */
	static async open(context: Context, timeout: number, signal?: AbortSignal): Promise<Transport> {
		return new Transport(context, await openCredential(context), timeout, signal);
	}

	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.signal);
	}

	/**
	 * Sends one call. A token that the service refuses is dropped, unless it is young, and a read is then sent once more with a new
	 * one (specification 5.3). A call that moves money is never sent twice: it stays refused, and the next call has a new token.
	 * @param secrets what was entered for this call
	 * @returns the answer, in which these values, the keys and the tokens are hidden
	 */
	async send(endpoint: Endpoint, content: Content = {}, secrets: readonly string[] = []): Promise<Answer> {
		if (isExpired(this.credential, Date.now())) this.credential.accessToken = '';
		const { accessToken, obtainedAt } = this.credential;
		let answer = await this.request(endpoint, content);
		const isRefused = needsToken(endpoint.key, this.settings) && [401, 403].includes(statusOf(answer));
		if (isRefused && accessToken !== '' && Math.abs(Date.now() - obtainedAt) > YOUNG) {
			// Another request may have renewed it in the meantime.
			if (this.credential.accessToken === accessToken) this.credential.accessToken = '';
			if (!endpoint.movesMoney) answer = await this.request(endpoint, content);
			// n8n stores a new token when it repeats a read. Without this read, each later execution would begin with the refused token.
			else await this.request(ENDPOINTS.banks, {}).catch(() => undefined);
		}
		const tokens = [accessToken, this.credential.accessToken, this.credential.refreshToken];
		return maskAnswer(answer, this.settings, [...secrets, ...tokens]);
	}

	private async request(endpoint: Endpoint, { parameters, query, body }: Content): Promise<Answer> {
		// The specification wants a Content-Type on every POST; without a body n8n would not send it.
		const content = body ?? (endpoint.method === 'POST' ? '{}' : undefined);
		const options: IHttpRequestOptions = {
			method: endpoint.method,
			url: endpointUrl(endpoint, this.settings, parameters),
			qs: query,
			// A request without a body has no such field: n8n would delete it, and the object would then take 0.8 kB more memory.
			...(content !== undefined && { body: content }),
			json: true,
			timeout: this.timeout,
			// n8n renews and repeats by itself on a 401, a POST too, unless all statuses are handed back.
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		};
		const data = needsToken(endpoint.key, this.settings) ? this.credential : this.credentialFor(endpoint.key);
		if (data.accessToken === '' && this.loginFailure) throw this.loginFailure;
		try {
			const more = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data } };
			const { context } = this;
			const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				options,
				more,
			);
			const { statusCode, body } = answer as IN8nHttpFullResponse;
			return { httpStatus: statusCode, body };
		} catch (error) {
			const failure = failureOf(error, endpoint);
			if (failure instanceof TokenError && failure.isLasting) this.loginFailure = failure;
			throw failure;
		}
	}

	/** The credential for a key that needs no token. n8n fetches a token where there is none, whether the call needs it or not. */
	private credentialFor(key: Key): ICredentialDataDecryptedObject {
		const known = this.withoutToken.get(key);
		if (known) return known;
		const credential = Object.freeze({ ...this.credential, accessToken: 'not needed', [REQUEST_KEY]: key });
		this.withoutToken.set(key, credential);
		return credential;
	}
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
