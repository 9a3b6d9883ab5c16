import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';

import {
	GatewayError,
	InputError,
	NotAuthorizedError,
	RefusedError,
	ReadFailedError,
	SettingError,
} from '../../../gateway/values/errors';

export type NodeFailure = NodeApiError | NodeOperationError;

// n8n's words for why a call has failed, for the statuses that prove it. n8n before 2.41 ignores them.
const CAUSES: Readonly<Record<number, Failure>> = {
	401: { cause: 'credential-invalid' },
	429: { cause: 'rate-limited' },
	503: { cause: 'temporarily-unavailable' },
};

interface FailureDetails {
	error: GatewayError;
	node: INode;
	itemIndex?: number;
	/** The headline, where it is not the error's own. */
	message?: string;
	/** The lines below it, where they are not the error's own. */
	lines?: ReadonlyArray<string | undefined>;
}

/**
 * Makes the error that n8n shows and stores. It is rebuilt from checked texts, because n8n stores everything that an error
 * carries. The node goes in without its parameters, because a card number may have been typed into one of them.
 */
export function nodeFailure({
	error,
	node,
	itemIndex,
	message = error.message,
	lines = [error.description],
}: FailureDetails): NodeFailure {
	const bareNode = { ...node, parameters: {} };
	const description = lines
		.filter((line) => line !== undefined)
		.map(inHtml)
		.join('<br>');
	if (error instanceof InputError || error instanceof SettingError || error instanceof NotAuthorizedError) {
		return withoutInternals(new NodeOperationError(bareNode, message, { description, itemIndex }), message);
	}
	const httpStatus = error instanceof RefusedError || error instanceof ReadFailedError ? error.httpStatus : undefined;
	const failure = httpStatus === undefined ? undefined : CAUSES[httpStatus];
	const options = { message, description, httpCode: httpStatus?.toString(), itemIndex, failure };
	return withoutInternals(new NodeApiError(bareNode, { message }, options), message);
}

// The editor shows a description as HTML, and the service's words in it must not become markup.
function inHtml(line: string): string {
	return line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Removes what says nothing to a person: n8n's inner error, lines of the built code, and texts that n8n puts in place of ours. */
function withoutInternals<Failure extends NodeFailure>(failure: Failure, message: string): Failure {
	// n8n replaces a message that contains one of Node's error codes, and a reference may contain any letters.
	return Object.assign(failure, { message, messages: [], cause: undefined, errorResponse: undefined, stack: '' });
}
