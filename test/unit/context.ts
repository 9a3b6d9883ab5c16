import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Transport } from '../../nodes/shared/transport/transport';
import { settingsWith } from './gateway/examples';
import { fingerprint } from '../../gateway/client/settings';

/** A node, with a secret in a parameter. */
export const NODE = {
	id: '1',
	name: 'Charge',
	type: 'x',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: { cvv: '739' },
};

/** The reply of n8n's HTTP helper to one request: it returns an answer, or throws. */
export type Reply = { statusCode: number; body?: unknown } | Error;

/** The replies to all requests in their order, or the one to a call such as "GET /api/transaction/history". */
type Replies = Array<Reply | Promise<Reply>> | ((call: string) => Reply);

export type NewToken = string | { accessToken: string; obtainedAt: number } | Error;

/** A request as n8n's HTTP helper gets it, with the tokens of the credential that it is sent with. */
interface SentCall {
	options: IHttpRequestOptions;
	accessToken: unknown;
	/** True if the credential cannot change, so that its settings are read once. */
	isFrozen: boolean;
}

export const STORED: ICredentialDataDecryptedObject = {
	baseUrl: 'https://service.example/api',
	apiKey: 'api-key-5c1f',
	clientId: 'the-client-id',
	privateKey: 'private-key-9e2d',
	providerDiffers: true,
};

/** A token that tells its own expiry, in seconds since 1970. */
export function jwt(exp: number): string {
	return `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.signature`;
}

/** A credential with a token for its present keys. */
export function storedWithToken(accessToken: string): ICredentialDataDecryptedObject {
	return { ...STORED, accessToken, refreshToken: 'the-refresh-token', tokenFor: fingerprint(settingsWith()) };
}

/**
 * A context of n8n whose HTTP helper answers from a list.
 * @param newTokens what the credential fetches where a request is to be sent without a token: one that comes at once,
 * one that came earlier, or the failure of the login
 */
export function contextWith(
	replies: Replies,
	newTokens: NewToken[] = [],
): { context: IExecuteFunctions; sent: SentCall[] } {
	const sent: SentCall[] = [];
	const helpers = {
		async httpRequestWithAuthentication(
			_type: string,
			options: IHttpRequestOptions,
			{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: ICredentialDataDecryptedObject } },
		) {
			sent.push({ options, accessToken: data.accessToken, isFrozen: Object.isFrozen(data) });
			if (data.accessToken === '' && newTokens.length > 0) {
				const token = newTokens.shift()!;
				if (token instanceof Error) throw token;
				const { accessToken, obtainedAt } =
					typeof token === 'string' ? { accessToken: token, obtainedAt: Date.now() } : token;
				const tokenFor = fingerprint(settingsWith());
				Object.assign(data, { accessToken, refreshToken: 'a-newer-refresh-token', tokenFor, obtainedAt });
			}
			const coming = typeof replies === 'function' ? replies(callOf(options)) : replies.shift();
			if (coming === undefined) throw new Error('The test expects no further request');
			const reply = await coming;
			if (reply instanceof Error) throw reply;
			return reply;
		},
	};
	return { context: { helpers } as unknown as IExecuteFunctions, sent };
}

function callOf({ method, url }: IHttpRequestOptions): string {
	return `${method} ${decodeURIComponent(new URL(url).pathname)}`;
}

/** Replies by the beginning of a call. The last one of a list is given to all further calls. */
export function byCall(replies: Readonly<Record<string, Reply | Reply[]>>): (call: string) => Reply {
	const lists = Object.entries(replies).map(([start, reply]) => ({ start, list: [reply].flat() }));
	return (call) => {
		const fitting = lists.filter(({ start }) => call.startsWith(start));
		const { list } = fitting.sort((one, other) => other.start.length - one.start.length)[0] ?? { list: [] };
		return (list.length > 1 ? list.shift() : list[0]) ?? new Error(`The test expects no ${call}`);
	};
}

/** A context that opens this credential. */
export function withCredential<T extends object>(context: T, stored: ICredentialDataDecryptedObject): T {
	return { ...context, getCredentials: () => Promise.resolve(stored) };
}

/** A service that answers as it is told, and the requests that it got as "METHOD path". */
export async function connectionWith(
	replies: Replies,
	stored: ICredentialDataDecryptedObject = STORED,
	signal?: AbortSignal,
): Promise<{ service: Transport; calls: () => string[]; sent: SentCall[] }> {
	const { context, sent } = contextWith(replies);
	const service = new Transport(context, stored, 1000, signal);
	const calls = () => sent.map(({ options }) => callOf(options));
	return { service, calls, sent };
}

/** Returns the result of a promise while all timers run at once. Needs fake timers. */
export async function withoutWaiting<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined);
	await jest.runAllTimersAsync();
	return await promise;
}
