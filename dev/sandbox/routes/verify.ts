import type { FastifyInstance } from 'fastify';
import { requirePrivateKey } from '../access';
import { Refusal } from '../errors';
import { verificationRecord } from '../records';
import type { Service } from '../server';

/** Section 4.5: what has become of a transaction. */
export function verifyRoutes(app: FastifyInstance, { settings, ledger }: Service): void {
	app.get<{ Params: { transactionReference: string } }>(
		`${settings.transactionPrefix}/transaction/verify/:transactionReference`,
		{ config: { endpoint: 'verify' }, preValidation: requirePrivateKey(settings) },
		({ headers, params }) => {
			// The header is required although the request has no body; which error its absence gives is not shown.
			if (!headers['content-type']?.startsWith('application/json')) {
				throw new Refusal(415, { message: 'The header Content-Type: application/json is missing' });
			}
			const reference = params.transactionReference;
			const transaction =
				ledger.byTransactionReference(reference) ??
				(settings.verifyKnowsMerchantReference ? ledger.byReference(reference) : undefined);
			if (!transaction || !ledger.hasRecord(transaction))
				throw new Refusal(404, { message: `There is no transaction with the reference ${reference}` });
			return {
				status: 200,
				message: 'Successful',
				data: verificationRecord(transaction, settings),
				errors: [],
			};
		},
	);
}
