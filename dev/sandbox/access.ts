import type { FastifyRequest, preHandlerHookHandler, preValidationHookHandler } from 'fastify';
import { Refusal } from './errors';
import type { Settings } from './options';
import type { Tokens } from './tokens';

/** Section 5, rule 2: both headers together open the token endpoint. */
export function hasApiKey({ headers }: FastifyRequest, settings: Settings): boolean {
	return headers['x-api-key'] === settings.apiKey && headers['x-client-id'] === settings.clientId;
}

/** The token of `Authorization: Bearer <token>`, or an empty string. */
export function bearerOf({ headers }: FastifyRequest): string {
	return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Section 5, rule 1: every transfer-related endpoint asks for the access token. */
export function requireBearer(tokens: Tokens): preValidationHookHandler {
	return (request, _reply, done) => {
		checkBearer(request, tokens);
		done();
	};
}

interface Hooks {
	preValidation: preValidationHookHandler;
	preHandler: preHandlerHookHandler;
}

/** Makes hooks that check the key before the fields, or after them. */
function makeHooks(settings: Settings, check: (request: FastifyRequest) => void): Hooks {
	return {
		preValidation(request, _reply, done) {
			if (!settings.checksFieldsFirst) check(request);
			done();
		},
		preHandler(request, _reply, done) {
			if (settings.checksFieldsFirst) check(request);
			done();
		},
	};
}

/** Section 5, rule 7, in the scheme that the option `cardAuth` chooses; before or after the fields are checked. */
export function requireCardKey(settings: Settings, tokens: Tokens): Hooks {
	return makeHooks(settings, (request) => {
		if (settings.cardAuth === 'bearer') checkBearer(request, tokens);
		else if (!holdsKey(request, settings)) throw new Refusal(403);
	});
}

/** Section 5, rules 4 to 6: verify takes the private key as it is; providers document the same for the history. */
export function requirePrivateKey(settings: Settings): preValidationHookHandler {
	return ({ headers, ip }, _reply, done) => {
		if (settings.ipNotWhitelisted) {
			throw new Refusal(403, { message: `The IP address ${ip} is not whitelisted for this private key` });
		}
		if (headers.authorization !== settings.privateKey) {
			throw new Refusal(401, { message: 'The private key is invalid' });
		}
		done();
	};
}

/** Refunds take the private key in one of the forms that providers document. */
export function requireRefundKey(settings: Settings): preValidationHookHandler {
	return ({ headers }, _reply, done) => {
		const { refundAuth, privateKey } = settings;
		const shown = {
			bearer: headers.authorization === `Bearer ${privateKey}`,
			privateKey: headers.authorization === privateKey,
			privateKeyHeader: headers['x-private-key'] === privateKey,
			none: true,
		};
		if (!shown[refundAuth]) throw new Refusal(401, { message: 'The private key is invalid' });
		done();
	};
}

/** Hosted checkout takes the public key in one of the two forms that providers document. */
export function requirePublicKey(settings: Settings): Hooks {
	return makeHooks(settings, ({ headers }) => {
		const shown = { authorization: headers.authorization, publicKeyHeader: headers['x-public-key'] };
		if (shown[settings.checkoutAuth] !== settings.publicKey)
			throw new Refusal(401, { message: 'The public key is invalid' });
	});
}

/** A path that the service does not have answers as an unknown path does, whatever the keys. */
export function requirePath(exists: () => boolean): preValidationHookHandler {
	return (request, _reply, done) => {
		if (!exists()) {
			request.endpoint = undefined;
			throw new Refusal(404);
		}
		done();
	};
}

function checkBearer(request: FastifyRequest, tokens: Tokens): void {
	if (tokens.isValid(bearerOf(request))) return;
	throw new Refusal(401, { message: 'The access token is missing, invalid or expired' });
}

function holdsKey(request: FastifyRequest, settings: Settings): boolean {
	switch (settings.cardAuth) {
		case 'apiKey':
			return hasApiKey(request, settings);
		case 'privateKey':
			return request.headers.authorization === settings.privateKey;
		case 'privateKeyHeader':
			return request.headers['x-private-key'] === settings.privateKey;
		default:
			return true;
	}
}
