import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { statusOf, type Answer } from '../../../gateway/client/response';
import { endpointUrl, needsToken, REQUEST_KEY, type CredentialWithKey } from '../../../gateway/client/request';
import type { Endpoint, Key } from '../../../gateway/client/endpoint';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { asGatewayError, TokenError } from '../../../gateway/values/errors';
import { accountOf, fingerprint, maskAnswer, readSettings, type Settings } from '../../../gateway/client/settings';
import { isExpired, type Token } from '../../../gateway/client/token';
import type { Content, Service } from '../../../gateway/sending/service';
import { exchange } from './exchange';
import { CREDENTIAL, openCredential, type Context } from './openCredential';
import { pause } from './pause';

// In milliseconds. In a long run, a token that was fetched during the run may expire as well; a new one is tried at most this often.
const A_WHILE = 60_000;

// For one call. The first may be one that another run fetched before this one began, and be refused as well.
const MOST_NEW_TOKENS = 2;

/** An answer, and the token with which the request went, where it needs one. */
interface AnswerWithToken {
	answer: Answer;
	token: Token | undefined;
}

/**
 * Sends calls with one credential, which is read once and serves all items of its account in a run of a node. Every HTTP status
 * is returned as an answer for the gateway to interpret; a request without an answer throws a GatewayError.
 */
export class Transport implements Service {
	readonly settings: Settings;
	/** Identifies the account at the service. It does not reveal the keys. */
	readonly account: string;
	/** The credential with its present token; empty when the next request is to get a new one. */
	private readonly credential: ICredentialDataDecryptedObject & Token & CredentialWithKey;
	/** The credential for calls that need no token, by their key. */
	private readonly withoutToken = new Map<Key, ICredentialDataDecryptedObject>();
	/** The time at which this run began, in milliseconds since 1970. */
	private readonly openedAt = Date.now();
	/** The reason why this run can get no token. */
	private loginFailure: TokenError | undefined;

	/**
	 * @param stored the credential, opened by n8n
	 * @param timeout in milliseconds, for one answer
	 * @param signal aborted when the execution is stopped
	 * @throws SettingError when it has a value that cannot be used
	 */
	constructor(
		private readonly context: Context,
		stored: ICredentialDataDecryptedObject,
		private readonly timeout: number,
		private readonly signal?: AbortSignal,
	) {
		this.settings = readSettings(stored);
		this.account = accountOf(this.settings);
		const { accessToken, refreshToken, tokenFor, obtainedAt } = this.settings;
		this.credential = { ...stored, accessToken, refreshToken, tokenFor, obtainedAt, [REQUEST_KEY]: 'bearer' };
		// A token for other keys, or for another host, serves no call.
		if (tokenFor !== fingerprint(this.settings)) this.credential.accessToken = '';
	}

	/** Opens the credential where there is no item. @throws SettingError when it cannot be used */
	static async open(context: Context, timeout: number): Promise<Transport> {
		return new Transport(context, await openCredential(context), timeout);
	}

	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.signal);
	}

	/**
	 * Sends one call. A token that is refused is replaced, unless it came just now in this run, and a read is then sent again
	 * (specification 5.3). A call that moves money is never sent twice: it stays refused, and the next call has a new token.
	 * @param secrets what was entered for this call
	 * @param longest in milliseconds, for one answer, where that is less than usual
	 * @returns the answer, in which these values, the keys and the tokens are hidden
	 */
	async send(
		endpoint: Endpoint,
		content: Content = {},
		secrets: readonly string[] = [],
		longest = this.timeout,
	): Promise<Answer> {
		const timeout = Math.min(longest, this.timeout);
		if (isExpired(this.credential, Date.now())) this.credential.accessToken = '';
		let { answer, token } = await this.request(endpoint, content, timeout);
		for (let tokens = 0; tokens < MOST_NEW_TOKENS && token && this.isToBeReplaced(token, answer); tokens++) {
			// Another request may have replaced it in the meantime.
			if (this.credential.accessToken === token.accessToken) this.credential.accessToken = '';
			if (endpoint.movesMoney) {
				// n8n stores a new token when it sends a read. Without this read, each later execution would begin with the refused one.
				await this.send(ENDPOINTS.banks).catch(() => undefined);
				break;
			}
			({ answer, token } = await this.request(endpoint, content, timeout));
		}
		const inUse = [token, this.credential].flatMap((one) => (one ? [one.accessToken, one.refreshToken] : []));
		return maskAnswer(answer, this.settings, [...secrets, ...inUse]);
	}

	/** Says whether another token may be accepted in place of a refused one. One that came just now, in this run, was not refused for its age. */
	private isToBeReplaced({ obtainedAt }: Token, answer: Answer): boolean {
		const now = Date.now();
		const cameJustNow = obtainedAt >= Math.max(this.openedAt, now - A_WHILE) && obtainedAt <= now;
		return [401, 403].includes(statusOf(answer)) && !cameJustNow;
	}

	/** Sends one request, with a token that n8n fetches where there is none and it needs one. */
	private async request(
		endpoint: Endpoint,
		{ parameters, query, body }: Content,
		timeout: number,
	): Promise<AnswerWithToken> {
		const { context, credential, settings } = this;
		// n8n writes the token that it fetches into this copy, which so shows with which token the request was sent.
		const own = needsToken(endpoint.key, settings) ? { ...credential } : undefined;
		const isToFetch = own?.accessToken === '';
		if (isToFetch && this.loginFailure) throw this.loginFailure;
		const data = own ?? this.credentialFor(endpoint.key);
		const more = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data } };
		const outgoing = { url: endpointUrl(endpoint, settings, parameters), query, body, timeout };
		try {
			const answer = await exchange(
				endpoint,
				outgoing,
				async (options): Promise<unknown> =>
					await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options, more),
			);
			return { answer, token: own };
		} catch (error) {
			const failure = asGatewayError(error);
			if (failure instanceof TokenError && failure.isLasting) this.loginFailure = failure;
			throw failure;
		} finally {
			// Another request may have got one in the meantime.
			if (isToFetch && credential.accessToken === '') Object.assign(credential, own);
		}
	}

	/** Returns the credential for a key that needs no token. n8n fetches a token where there is none, whether the call needs it or not. */
	private credentialFor(key: Key): ICredentialDataDecryptedObject {
		const known = this.withoutToken.get(key);
		if (known) return known;
		const credential = Object.freeze({ ...this.credential, accessToken: 'not needed', [REQUEST_KEY]: key });
		this.withoutToken.set(key, credential);
		return credential;
	}
}
