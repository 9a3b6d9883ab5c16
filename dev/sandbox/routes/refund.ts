import type { FastifyInstance } from 'fastify';
import { requirePath, requireRefundKey } from '../access';
import { Refusal } from '../errors';
import { sumOfRefunds } from '../ledger';
import { minorOf } from '../money';
import { refundAnswer } from '../records';
import type { Service } from '../server';
import { isPaid, PARTIALLY_REFUNDED, REFUNDED } from '../statuses';

interface RefundRoute {
	Params: { reference: string };
	Body: { transactionReference: string; refundAmount: number; refundReason?: string };
}

const refundSchema = {
	type: 'object',
	required: ['transactionReference', 'refundAmount'],
	properties: {
		transactionReference: { type: 'string', minLength: 1 },
		refundAmount: { type: 'number', exclusiveMinimum: 0 },
		refundReason: { type: 'string' },
	},
};

/** The specification has no refund; this is what providers document. A call has no key of its own: sent twice, it refunds twice. */
export function refundRoutes(app: FastifyInstance, { settings, ledger }: Service): void {
	app.put<RefundRoute>(
		`${settings.transactionPrefix}/transaction/refund/:reference`,
		{
			config: { endpoint: 'refund' },
			schema: { body: refundSchema },
			preValidation: [requirePath(() => settings.hasRefunds), requireRefundKey(settings)],
		},
		({ params: { reference }, body }) => {
			const transaction = ledger.byTransactionReference(reference) ?? ledger.byReference(reference);
			if (!transaction) throw new Refusal(404, { message: `There is no transaction with the reference ${reference}` });
			const isRefundable = isPaid(transaction.status) || [REFUNDED, PARTIALLY_REFUNDED].includes(transaction.status);
			const amountMinor = minorOf(body.refundAmount, transaction.decimals);
			const left = transaction.amountMinor - sumOfRefunds(transaction);
			if (!isRefundable || amountMinor === undefined || amountMinor > left) {
				throw new Refusal(400, { message: 'The amount cannot be refunded' });
			}
			const refund = settings.makesRefunds ? ledger.refund(transaction, amountMinor) : undefined;
			const data = refundAnswer(transaction, refund, settings.refundAcquirerCode);
			return { status: 200, message: 'Successful', data, errors: [] };
		},
	);
}
