/** Reading of the bodies of requests to webhooks, as n8n 2.40 does it. */
import { parse } from 'node:querystring';
import { createGunzip, createInflate } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';
import { backendNetwork, Container, getRawBody, GlobalConfig, n8nWorkflow } from '../n8n';
import { ResponseError } from './answer';

const parsedTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

/** Prepares reading a request's body, for nodes that do it themselves as well. */
export function rawBodyReader(request: Request, _response: Response, next: NextFunction): void {
	backendNetwork.parseIncomingMessage(request);
	request.readRawBody = async () => {
		if (!request.rawBody) request.rawBody = await readRawBody(request);
		request._body = true;
	};
	next();
}

/** Reads and parses what n8n parses before it calls a node's `webhook()`; for version 1 of a node that is any body. */
export async function parseRequestBody(request: Request, nodeVersion: number): Promise<void> {
	const { contentType } = request;
	// n8n writes uploaded files to a folder of its own here.
	if (contentType?.startsWith('multipart/')) throw new n8nWorkflow.UnexpectedError('The test engine takes no uploads');
	if (nodeVersion > 1 && !parsedTypes.some((type) => contentType?.startsWith(type))) return;

	await request.readRawBody();
	if (request.rawBody.length === 0) return;
	try {
		parseText(request);
	} catch (error) {
		throw new ResponseError(422, 'Failed to parse request body', (error as Error).message);
	}
}

/** Sets `body` for the types that n8n parses, except XML, which no node here takes. */
function parseText(request: Request): void {
	const { rawBody, contentType, encoding } = request;
	const text = () => rawBody.toString(encoding);
	if (contentType === 'application/json') request.body = n8nWorkflow.jsonParse<unknown>(stripBom(text()));
	else if (contentType === 'application/x-www-form-urlencoded') {
		request.body = parse(stripBom(text()), undefined, undefined, { maxKeys: 1000 });
	} else if (contentType === 'text/plain') request.body = text();
}

async function readRawBody(request: Request): Promise<Buffer> {
	const stream = decompress(request);
	if (request.destroyed || !stream.readable) {
		throw new ResponseError(400, 'Request body stream was aborted or is not readable');
	}
	return await getRawBody(stream, {
		length: stream === request ? request.headers['content-length'] : undefined,
		limit: `${Container.get(GlobalConfig).endpoints.payloadSizeMax}mb`,
	});
}

function decompress(request: Request): NodeJS.ReadableStream {
	const encoding = request.headers['content-encoding'];
	if (encoding === 'gzip') return request.pipe(createGunzip());
	if (encoding === 'deflate') return request.pipe(createInflate());
	return request;
}

function stripBom(text: string): string {
	return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
