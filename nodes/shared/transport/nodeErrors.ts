import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import {
	GatewayError,
	InputError,
	NotAuthorizedError,
	RefusedError,
	ServiceError,
	SettingError,
	UnexpectedError,
} from '../../../gateway/protocol/errors';

export type NodeFailure = NodeApiError | NodeOperationError;

/**
 * The error that n8n shows and stores. It is built afresh from checked texts, because n8n keeps what an
 * error carries; the node goes in without its parameters, because a card number may be typed into them.
 * @param about said behind the message: the item, its reference, what did not happen
 */
export function nodeFailure(
	error: GatewayError,
	node: INode,
	itemIndex: number | undefined,
	about: string,
	report?: string,
): NodeFailure {
	const bareNode = { ...node, parameters: {} };
	const message = about ? `${error.message} (${about})` : error.message;
	const description = [error.description, report].filter(Boolean).join(' ');
	if (error instanceof InputError || error instanceof SettingError || error instanceof NotAuthorizedError) {
		return new NodeOperationError(bareNode, message, { description, itemIndex });
	}
	const httpStatus = error instanceof RefusedError || error instanceof ServiceError ? error.httpStatus : undefined;
	return new NodeApiError(bareNode, { message }, { message, description, httpCode: httpStatus?.toString(), itemIndex });
}

/** A GatewayError for anything that was thrown. What is none of ours may carry data, so only its kind is told. */
export function asGatewayError(error: unknown): GatewayError {
	if (error instanceof GatewayError) return error;
	const kind = error instanceof Error ? error.name : typeof error;
	return new UnexpectedError(
		`The node failed unexpectedly (${kind})`,
		'Please report this, with what you did, to the developers of this node.',
	);
}
