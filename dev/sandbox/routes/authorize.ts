import type { FastifyInstance } from 'fastify';
import { requireCardKey } from '../access';
import { decline } from '../cards';
import { Refusal } from '../errors';
import { outcomeRecord } from '../records';
import type { Service } from '../server';
import { isOpen } from '../statuses';

interface AuthorizeBody {
	transactionReference: string;
	otp: string;
}

const text = { type: 'string', minLength: 1 };

const authorizeSchema = {
	type: 'object',
	required: ['transactionReference', 'otp', 'authorizationType'],
	properties: { transactionReference: text, otp: text, authorizationType: { type: 'string', enum: ['OTP'] } },
};

const TRIES = 3;

/** Section 4.4: the customer's OTP brings a pending transaction to its end. */
export function authorizeRoutes(app: FastifyInstance, { settings, ledger, tokens }: Service): void {
	app.post<{ Body: AuthorizeBody }>(
		`${settings.transactionPrefix}/transaction/charge/authorize`,
		{
			config: { endpoint: 'authorize' },
			schema: { body: authorizeSchema },
			...requireCardKey(settings, tokens),
		},
		({ body }) => {
			// Section 7 has an incorrect reference under 400 as well as under 404; one that names nothing is the latter here.
			const transaction = ledger.byTransactionReference(body.transactionReference);
			if (!transaction) throw new Refusal(404);
			if (!isOpen(transaction.status)) throw new Refusal(400, { message: 'Transaction already processed' });
			if (transaction.flow !== 'OTP') throw new Refusal(400, { errors: ['transactionReference: waits for no OTP'] });

			if (body.otp !== settings.otp) {
				transaction.otpTries += 1;
				if (transaction.otpTries === TRIES) ledger.setStatus(transaction, decline('75', 'Too many wrong OTPs'));
				throw new Refusal(400, { errors: ['otp: is wrong'] });
			}
			ledger.setStatus(transaction, transaction.decision);
			return { status: 200, message: 'Successful', data: outcomeRecord(transaction), errors: [] };
		},
	);
}
