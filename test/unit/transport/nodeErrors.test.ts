import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	asGatewayError,
	InputError,
	LostAnswerError,
	NotAuthorizedError,
	RefusedError,
	ReadFailedError,
	SettingError,
	UnexpectedError,
} from '../../../gateway/values/errors';
import { nodeFailure } from '../../../nodes/shared/transport/nodeErrors';
import { NODE as node } from '../context';

test.each([
	new InputError([{ path: ['cvv'], field: 'CVV', rule: 'is missing. Give it a value.' }]),
	new SettingError('No key.', 'Add it.'),
	new NotAuthorizedError('Not authorized.', 'Stop.'),
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
	[new ReadFailedError('Busy', 'Wait.', 503), '503'],
	[new ReadFailedError('Busy', 'Wait.'), null],
	[new LostAnswerError('Lost'), null],
])('what the service has done is an error of the API, with its status: %s', (error, httpCode) => {
	const failure = nodeFailure({
		error,
		node,
		itemIndex: 0,
		message: 'Stopped.',
		lines: [undefined, 'Look.', '', 'Item 1'],
	});
	expect(failure).toBeInstanceOf(NodeApiError);
	expect(failure.message).toBe('Stopped.');
	expect(failure.description).toBe('Look.<br><br>Item 1');
	expect((failure as NodeApiError).httpCode).toBe(httpCode);
	expect(failure.node.parameters).toEqual({});
});

test.each([
	[401, { cause: 'credential-invalid' }],
	[429, { cause: 'rate-limited' }],
	[503, { cause: 'temporarily-unavailable' }],
	[403, undefined],
	[500, undefined],
])('the status %i proves the cause %j in the words of n8n', (status, failure) => {
	for (const error of [new RefusedError('Refused', 'Look.', status), new ReadFailedError('Busy', 'Wait.', status)])
		expect((nodeFailure({ error, node }) as NodeApiError).failure).toEqual(failure);
});

test.each([
	new SettingError('No key for EPERM-1.', 'Add <b>it</b> & run.'),
	new RefusedError('The service refused EPERM-1, with ECONNREFUSED.', 'Add <b>it</b> & run.', 403),
])('nothing of n8n or of the build stands in the error panel: %s', (error) => {
	const failure = nodeFailure({ error, node });
	// As n8n stores it, and the editor shows it.
	const shown = { ...failure, message: failure.message, stack: failure.stack, cause: failure.cause };
	expect(shown).toMatchObject({ message: error.message, messages: [], stack: '' });
	expect(shown.cause).toBeUndefined();
	expect(shown.description).toBe('Add &lt;b&gt;it&lt;/b&gt; &amp; run.');
	expect(shown).not.toHaveProperty('errorResponse.message');
	expect(failure.name).toMatch(/^Node(Api|Operation)Error$/);
});

test.each([
	[new TypeError('5060990580000217499'), 'TypeError'],
	['5060990580000217499', 'string'],
	[undefined, 'undefined'],
])('of any other only its kind is told: %s', (error, kind) => {
	const failure = asGatewayError(error);
	expect(failure).toBeInstanceOf(UnexpectedError);
	expect(failure.message).toBe(`Something unexpected went wrong in this node (${kind}).`);
	expect(failure.description).toBe('Report this to the developers of the node, with what you did.');
});
