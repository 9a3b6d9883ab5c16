import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePath, requirePublicKey } from '../access';
import { APPROVED } from '../cards';
import { amountOf, pageOf, readForms, sendBack } from '../customerPages';
import { Refusal } from '../errors';
import type { Channel, Transaction } from '../ledger';
import { decimalsOf } from '../money';
import type { Service } from '../server';
import { CANCELED, isOpen, isPaid } from '../statuses';

interface InitializeRoute {
	Body: {
		amount: number;
		email: string;
		currency: string;
		reference: string;
		channels: Channel[];
		bearer: 1 | 2;
		callbackUrl?: string;
		metadata?: object;
	};
}
interface PageRoute {
	Params: { accessCode: string };
	Body: { channel?: string } | undefined;
}

const text = { type: 'string', minLength: 1 };

const initializeSchema = {
	type: 'object',
	required: ['amount', 'email', 'currency', 'reference', 'channels', 'bearer'],
	properties: {
		amount: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
		email: { type: 'string', pattern: '^\\S+@\\S+$' },
		currency: { type: 'string', pattern: '^[A-Z]{3}$' },
		reference: text,
		channels: { type: 'array', items: { enum: ['card', 'bank'] } },
		bearer: { enum: [1, 2] },
		callbackUrl: { type: 'string', pattern: '^https?://' },
		metadata: { type: 'object' },
	},
};

const ALL: Channel[] = ['card', 'bank'];
const NAMES: Record<Channel, string> = { card: 'Pay by Card', bank: 'Pay from a Bank Account' };

/** The specification has no hosted checkout; this is what providers document: the service makes a page, on which the customer pays. */
export function hostedCheckoutRoutes(app: FastifyInstance, service: Service): void {
	const { settings, ledger } = service;
	const path = `${settings.transactionPrefix}/checkout`;
	const key = requirePublicKey(settings);

	app.post<InitializeRoute>(
		`${settings.transactionPrefix}/transaction/initialize`,
		{
			config: { endpoint: 'hostedCheckout' },
			schema: { body: initializeSchema },
			...key,
			preValidation: [requirePath(() => settings.hasHostedCheckout), key.preValidation],
		},
		({ body }) => {
			const { reference, currency, email, callbackUrl = '', channels, bearer, metadata = null } = body;
			const transaction = ledger.open({
				merchantReference: reference,
				amountMinor: body.amount,
				currency,
				decimals: decimalsOf(currency, settings.amountsIn),
				flow: 'HOSTED',
				decision: APPROVED,
				last4: '',
				callbackUrl,
				webhookURL: '',
				customerId: email,
				email,
				hosted: {
					channels: channels.length > 0 ? channels : ALL,
					channel: null,
					feeBearer: bearer === 1 ? 'merchant' : 'customer',
					metadata,
					isOpened: false,
				},
			});
			if (!transaction) throw new Refusal(400, { message: 'The reference has been used before' });
			const { transactionReference: accessCode } = transaction;
			const address = `${service.url}${path}/${accessCode}`;
			const page = { authorizationUrl: address, ...(settings.checkoutAnswer === 'both' && { checkoutUrl: address }) };
			return { status: 200, message: 'Successful', data: { ...page, reference, accessCode }, errors: [] };
		},
	);

	// In a scope of its own: no other endpoint reads forms.
	void app.register((scope, _options, done) => {
		readForms(scope);

		scope.get<PageRoute>(`${path}/:accessCode`, (request, reply) =>
			reply.type('text/html').send(pageFor(find(request))),
		);

		scope.post<PageRoute>(`${path}/:accessCode`, (request, reply) => {
			const transaction = find(request);
			const { hosted } = transaction;
			if (isOpen(transaction.status)) {
				const channel = hosted!.channels.find((one) => one === request.body?.channel) ?? null;
				hosted!.channel = channel;
				const canceled = { status: CANCELED, errorCode: '', errorMessage: 'Canceled by the customer' };
				ledger.setStatus(transaction, channel ? transaction.decision : canceled);
			}
			if (transaction.callbackUrl !== '') return sendBack(transaction, reply, settings);
			return reply.type('text/html').send(pageFor(transaction));
		});
		done();
	});

	function find({ params }: FastifyRequest<PageRoute>): Transaction {
		const transaction = ledger.byTransactionReference(params.accessCode);
		if (!transaction?.hosted) throw new Refusal(404);
		transaction.hosted.isOpened = true;
		return transaction;
	}
}

function pageFor(transaction: Transaction): string {
	const buttons = transaction.hosted!.channels.map(
		(channel) => `<button name="channel" value="${channel}">${NAMES[channel]}</button>`,
	);
	const form = `<h1>Pay</h1>
<p>The customer would enter a card here, or choose a bank.</p>
<form method="post">
${buttons.join('\n')}
<button class="plain" name="channel" value="">Cancel</button>
</form>`;
	const over = `<h1>${isPaid(transaction.status) ? 'Paid' : 'Not paid'}</h1>`;
	return pageOf('Sandbox Checkout', {
		shop: 'Sandbox Merchant',
		what: 'Hosted checkout',
		amount: amountOf(transaction),
		main: isOpen(transaction.status) ? form : over,
		footer: 'Hosted by the sandbox',
	});
}
