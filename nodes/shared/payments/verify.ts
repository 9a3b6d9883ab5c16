import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { ServiceError } from '../../../gateway/protocol/errors';
import { readTransferStatus, type Transfer } from '../../../gateway/calls/transfer';
import { readVerify, type VerifiedPayment } from '../../../gateway/calls/verify';
import { exchange } from './exchange';
import type { Ask } from './lookUp';

/** Asks for a card transaction's record (specification 4.5). */
export const verify: Ask<VerifiedPayment> = async (run, reference, secretValues = []) => {
	const { statusTable } = run.transport.settings;
	return await exchange(
		run,
		ENDPOINTS.verify,
		{ parameters: { transactionReference: reference } },
		secretValues,
		(data) => own(readVerify(data, reference, statusTable)),
	);
};

/** Asks for a transfer's record, by the service's reference or by the request id; providers differ in what they find. */
export const transferStatus: Ask<Transfer> = async (run, reference, secretValues = []) => {
	const { transferStatuses } = run.transport.settings;
	const parameters = { reference, requestId: reference };
	return await exchange(run, ENDPOINTS.transferStatus, { parameters }, secretValues, (data) =>
		own(readTransferStatus(data, reference, transferStatuses)),
	);
};

function own<Record>(record: Record | undefined): Record {
	if (record) return record;
	throw new ServiceError(
		'The service answered with the record of another transaction',
		'Nothing can be said about this one. Ask your provider what it finds under this reference.',
	);
}
