import { ServiceError } from '../../../../gateway/protocol/errors';
import { expectOwn } from '../../../../nodes/shared/payments/ownRecord';
import { failureOf } from '../../gateway/examples';

test('the record that was asked for is given back', () => {
	const record = { status: 2 };
	expect(expectOwn(record)).toBe(record);
});

test('another one is a failure that says what to do', () => {
	const failure = failureOf(() => expectOwn(undefined));
	expect(failure).toBeInstanceOf(ServiceError);
	expect([failure.message, failure.description]).toEqual([
		'The service answered with the record of another transaction.',
		'The outcome of this one is not known. Ask your provider what it finds under this reference.',
	]);
});
