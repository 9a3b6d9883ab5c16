import type { Response } from 'express';
import { core, n8nWorkflow } from '../n8n';

/** n8n's answer to a request; `undefined` where the node has answered by itself. */
export interface Answer {
	body: unknown;
	code: number;
	/** True if n8n sends its sandboxing header: with what it says itself, not with a `webhookResponse` that starts nothing. */
	sandboxed?: boolean;
}

/** An error with a status of its own, as n8n's response errors. */
export class ResponseError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly hint?: string,
	) {
		super(message);
	}
}

/** Makes n8n's answer to a request that no webhook is registered for; `methods` are those registered for its path. */
export function makeNotFoundError(isTest: boolean, method: string, path: string, methods: string[]): ResponseError {
	if (methods.length > 0) {
		const others = [methods.slice(0, -1).join(', '), methods.at(-1)].filter(Boolean).join(' or ');
		const question = `Did you mean to make a ${others} request?`;
		return new ResponseError(404, `This webhook is not registered for ${method} requests. ${question}`);
	}
	const requested = isTest ? path : `${method} ${path}`;
	const hint = isTest
		? "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)"
		: "The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)";
	return new ResponseError(404, `The requested webhook "${requested}" is not registered.`, hint);
}

/** Sends n8n's answer. */
export function sendAnswer(response: Response, { body, code, sandboxed }: Answer): void {
	response.status(code);
	if (sandboxed && !core.isWebhookHtmlSandboxingDisabled()) {
		response.setHeader('Content-Security-Policy', core.getHtmlSandboxCSP());
	}
	if (typeof body === 'string') response.send(body);
	else response.json(body);
}

/** Sends an error in n8n's JSON shape. */
export function sendError(response: Response, error: Error): void {
	if (error instanceof ResponseError) {
		const { status, message, hint } = error;
		response.status(status).json({ code: status, message, ...(hint && { hint }) });
		return;
	}
	const status = error instanceof n8nWorkflow.UserError ? 400 : 500;
	response.status(status).json({ code: 0, message: error.message });
}
