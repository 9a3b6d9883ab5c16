// @ts-nocheck
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	InputError,
	LostAnswerError,
	NotAuthorizedError,
	RefusedError,
	ServiceError,
	SettingError,
	UnexpectedError,
} from '../../../../gateway/protocol/errors';
import { asGatewayError, nodeFailure } from '../../../../nodes/shared/transport/nodeErrors';

const node = {
	id: '1',
	name: 'Charge',
	type: 'x',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: { cvv: '739' },
};

test.each([
	new InputError([]),
	new SettingError('No key', 'Add it.'),
	new NotAuthorizedError('Not authorized', 'Stop.'),
])('what the user has to set right is an error of the operation: %s', (error) => {
	const failure = nodeFailure({ error, node, itemIndex: 2 });
	expect(failure).toBeInstanceOf(NodeOperationError);
	expect(failure.message).toBe(error.message);
	expect(failure.description).toBe(error.description);
	expect(failure.context.itemIndex).toBe(2);
	expect(failure.node).toEqual({ ...node, parameters: {} });
});

test.each([
	[new RefusedError('Refused', 'Look.', 403), '403'],
	[new ServiceError('Busy', 'Wait.', 503), '503'],
	[new ServiceError('Busy', 'Wait.'), null],
	[new LostAnswerError('Lost'), null],
])('what the service has done is an error of the API, with its status: %s', (error, httpCode) => {
	const failure = nodeFailure({ error, node, itemIndex: 0, about: 'item 0', report: 'Item 1: not sent.' });
	expect(failure).toBeInstanceOf(NodeApiError);
	expect(failure.message).toBe(`${error.message} (item 0)`);
	expect(failure.description).toBe([error.description, 'Item 1: not sent.'].filter(Boolean).join(' '));
	expect((failure as NodeApiError).httpCode).toBe(httpCode);
	expect(failure.node.parameters).toEqual({});
});

test('an error of ours is passed on as it is', () => {
	const error = new SettingError('No key');
	expect(asGatewayError(error)).toBe(error);
});

test.each([
	[new TypeError('5060990580000217499'), 'TypeError'],
	['5060990580000217499', 'string'],
	[undefined, 'undefined'],
])('of any other only its kind is told: %s', (error, kind) => {
	const failure = asGatewayError(error);
	expect(failure).toBeInstanceOf(UnexpectedError);
	expect(failure.message).toBe(`The node failed unexpectedly (${kind})`);
	expect(failure.description).toBe('Please report this, with what you did, to the developers of this node.');
});
