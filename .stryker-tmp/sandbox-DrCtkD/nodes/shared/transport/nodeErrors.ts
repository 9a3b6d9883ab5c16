// @ts-nocheck
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

interface FailureDetails {
	error: GatewayError;
	node: INode;
	itemIndex?: number;
	/** Appended to the message in brackets: the item, its reference, and what did not happen. */
	about?: string;
	/** Appended to the description. */
	report?: string;
}

/**
 * The error that n8n shows and stores. It is rebuilt from checked texts, because n8n stores everything that an error
 * carries. The node goes in without its parameters, because a card number may have been typed into one of them.
 */
export function nodeFailure({ error, node, itemIndex, about, report }: FailureDetails): NodeFailure {
	const bareNode = { ...node, parameters: {} };
	const message = about ? `${error.message} (${about})` : error.message;
	const description = [error.description, report].filter(Boolean).join(' ');
	if (error instanceof InputError || error instanceof SettingError || error instanceof NotAuthorizedError) {
		return new NodeOperationError(bareNode, message, { description, itemIndex });
	}
	const httpStatus = error instanceof RefusedError || error instanceof ServiceError ? error.httpStatus : undefined;
	return new NodeApiError(bareNode, { message }, { message, description, httpCode: httpStatus?.toString(), itemIndex });
}

/** A GatewayError for anything that was thrown. An error of others may carry data, so only its class is named. */
export function asGatewayError(error: unknown): GatewayError {
	if (error instanceof GatewayError) return error;
	const kind = error instanceof Error ? error.name : typeof error;
	return new UnexpectedError(
		`The node failed unexpectedly (${kind})`,
		'Please report this, with what you did, to the developers of this node.',
	);
}
