import { ServiceError } from '../../../gateway/protocol/errors';

/**
 * The record that was asked for.
 * @param record undefined when the service answered with another one
 * @throws ServiceError
 */
export function expectOwn<Record>(record: Record | undefined): Record {
	if (record) return record;
	throw new ServiceError(
		'The service answered with the record of another transaction.',
		'The outcome of this one is not known. Ask your provider what it finds under this reference.',
	);
}
