import type { FastifyInstance } from 'fastify';
import { decimalsOf } from '../money';
import { requireCardKey } from '../access';
import { assess, hasExpired, passesLuhn } from '../cards';
import { Refusal } from '../errors';
import type { Transaction } from '../ledger';
import { frictionlessRecord } from '../records';
import type { Service } from '../server';

interface ChargeBody {
	cardNumber: string;
	expiryYear: string;
	expiryMonth: string;
	cvv: string;
	amount: number;
	currency: string;
	reference: string;
	callbackUrl: string;
	webhookURL: string;
	cardPin?: number | string;
	email?: string;
	customer?: { firstName?: unknown; lastName?: unknown };
}

const text = { type: 'string', minLength: 1 };

/** Section 2.2; the formats of the card fields are left open there and follow the providers' examples. */
const chargeSchema = {
	type: 'object',
	required: [
		'cardNumber',
		'expiryYear',
		'expiryMonth',
		'cvv',
		'amount',
		'currency',
		'reference',
		'callbackUrl',
		'webhookURL',
	],
	properties: {
		cardNumber: { type: 'string', pattern: '^\\d{12,19}$' },
		expiryYear: { type: 'string', pattern: '^(\\d{1,2}|\\d{4})$' },
		expiryMonth: { type: 'string', pattern: '^(0?[1-9]|1[0-2])$' },
		cvv: { type: 'string', pattern: '^\\d{3,4}$' },
		amount: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
		currency: { type: 'string', pattern: '^[A-Z]{3}$' },
		reference: text,
		callbackUrl: text,
		webhookURL: { type: 'string', pattern: '^https?://' },
		sourceUrl: { type: 'string' },
		cardPin: { type: ['integer', 'string'], pattern: '^\\d+$', minimum: 0 },
		tid: { type: 'string' },
		email: { type: 'string' },
		customer: { type: 'object' },
		browserDetails: { type: 'object' },
	},
};

/** Section 4.3: starts a card payment; the card decides which of the three flows it takes. */
export function chargeRoutes(app: FastifyInstance, service: Service): void {
	const { settings, ledger, tokens, notifier } = service;
	app.post<{ Body: ChargeBody }>(
		`${settings.transactionPrefix}/transaction/charge`,
		{
			config: { endpoint: 'charge' },
			schema: { body: chargeSchema },
			...requireCardKey(settings, tokens),
		},
		({ body }) => {
			const errors = findErrors(body);
			if (errors.length > 0) throw new Refusal(400, { errors });

			const transaction = ledger.open({
				merchantReference: body.reference,
				amountMinor: body.amount,
				currency: body.currency,
				decimals: decimalsOf(body.currency, settings.amountsIn),
				...assess(cardOf(body)),
				last4: body.cardNumber.slice(-4),
				callbackUrl: body.callbackUrl,
				webhookURL: body.webhookURL,
				customerId: customerIdOf(body),
				email: body.email,
			});
			if (!transaction) throw new Refusal(400, { errors: ['reference: has been used before'] });
			if (transaction.flow === '2DS') ledger.setStatus(transaction, transaction.decision);
			else if (settings.notifyOpen) notifier.send(transaction);
			return { status: 200, message: 'Successful', data: chargeAnswer(transaction, service), errors: [] };
		},
	);
}

/** The rules that a JSON schema cannot tell. */
function findErrors(body: ChargeBody): string[] {
	const errors: string[] = [];
	if (!passesLuhn(body.cardNumber)) errors.push('cardNumber: is not a card number');
	if (hasExpired(body)) errors.push('expiryYear: the card has expired');
	if (!URL.canParse(body.callbackUrl)) errors.push('callbackUrl: must be a URL');
	if (!URL.canParse(body.webhookURL)) errors.push('webhookURL: must be a URL');
	return errors;
}

/** Section 2.3 for the OTP flow; the other two are documented by providers only. */
function chargeAnswer(transaction: Transaction, { settings, url }: Service) {
	const pages = `${url}${settings.transactionPrefix}/3ds`;
	const { flow, transactionReference: reference } = transaction;
	switch (flow) {
		case 'OTP':
			return {
				status: 200,
				authorizationType: 'OTP',
				otpMessage: 'Please enter the OTP sent to your phone number 080******00',
				otpMessageSupport: 'If you did not receive the OTP, call your bank or dial *000*000#',
				reference,
			};
		case '3DS':
			return { status: 200, authorizationType: '3DS', acsUrl: `${pages}/${reference}`, reference };
		default:
			return frictionlessRecord(transaction);
	}
}

function cardOf({ cardNumber: number, expiryMonth, expiryYear, cvv, cardPin }: ChargeBody) {
	// An integer has lost the leading zeros of its PIN.
	const pin = cardPin === undefined ? undefined : String(cardPin).padStart(4, '0');
	return { number, expiryMonth, expiryYear, cvv, pin };
}

function customerIdOf({ customer, email }: ChargeBody): string {
	const parts = [customer?.firstName, customer?.lastName, email];
	return parts.filter((part) => typeof part === 'string' && part !== '').join(' ') || 'Guest';
}
