import type { FastifyInstance } from 'fastify';
import { requireBearer, requirePath } from '../access';
import { USER } from './auth';
import { inventBanks } from '../banks';
import type { BankPayment } from '../bankPayments';
import { Refusal } from '../errors';
import { minorOf, toMajor } from '../money';
import type { Service } from '../server';

interface CreateRoute {
	Body: { amount: string; requestId: string };
}
interface StatusRoute {
	Querystring: { requestId: string };
}

const text = { type: 'string', minLength: 1 };

/** The specification does not have these calls; they are as providers document them. The amount is text in major units. */
const createSchema = {
	type: 'object',
	required: ['amount', 'requestId'],
	properties: { amount: { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }, requestId: text },
};
const statusSchema = { type: 'object', required: ['requestId'], properties: { requestId: text } };

// They name no currency: all of them are in the account's, which is NGN.
const DECIMALS = 2;
const DAY = 24 * 60 * 60 * 1000;
const SENDER = { accountNumber: '0123456789', accountName: 'OKAFOR, ADAEZE CHINYERE' };

/** An account for one payment, and what was paid to it. */
export function bankPaymentRoutes(app: FastifyInstance, { settings, tokens, bankPayments }: Service): void {
	const preValidation = [requirePath(() => settings.hasBankPayments), requireBearer(tokens)];
	const prefix = `${settings.basePrefix}/business/account/v2/virtual-account`;

	app.post<CreateRoute>(
		`${prefix}/requests`,
		{ config: { endpoint: 'bankPayment' }, schema: { body: createSchema }, preValidation },
		({ body: { amount, requestId } }) => {
			const amountMinor = minorOf(Number(amount), DECIMALS);
			if (!amountMinor) throw new Refusal(400, { errors: ['amount: cannot be paid'] });
			const opened = bankPayments.open(requestId, amountMinor);
			if (!opened) throw new Refusal(400, { errors: ['requestId: has been used before'] });
			return { status: 200, message: 'Successful', data: accountRecord(opened), errors: [] };
		},
	);

	app.get<StatusRoute>(
		`${prefix}/payment-status`,
		{ config: { endpoint: 'bankPaymentStatus' }, schema: { querystring: statusSchema }, preValidation },
		({ query: { requestId } }) => {
			const found = bankPayments.allByRequestId(requestId);
			// Of several, one that was paid counts.
			const shown = found.find(({ paidMinor }) => paidMinor !== null) ?? found[0];
			if (!shown || (settings.hidesUnpaidBankPayments && shown.paidMinor === null))
				throw new Refusal(404, { message: `There is no payment with the request id ${requestId}` });
			return { status: 200, message: 'Successful', data: statusRecord(shown), errors: [] };
		},
	);

	function accountRecord({ requestId, paymentRequestId, amountMinor, accountNumber, status, createdAt }: BankPayment) {
		const [bank] = inventBanks(settings.banks);
		return {
			accountName: `${USER.firstName} ${USER.lastName}`,
			accountNumber,
			amount: toMajor(amountMinor, DECIMALS),
			accountNumberExpiry: new Date(createdAt + DAY).toISOString().replace(/Z$/, ''),
			status,
			paymentRequestId,
			institutionName: bank?.name ?? null,
			institutionCode: bank?.code ?? null,
			requestId,
		};
	}
}

/** Makes the record of a status, which does not repeat the request id. */
function statusRecord({ amountMinor, paidMinor, accountNumber, status, paymentRequestId }: BankPayment) {
	return {
		status,
		amount: paidMinor === null ? 0 : toMajor(paidMinor, DECIMALS),
		amountRequested: toMajor(amountMinor, DECIMALS),
		senderAccount: paidMinor === null ? null : SENDER,
		recipientAccount: { accountNumber },
		originalReference: paymentRequestId,
		externalReference: null,
	};
}
