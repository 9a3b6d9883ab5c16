import { BankPayments } from './bankPayments';
import { Refusal } from './errors';
import type { Endpoint } from './endpoint';
import { Faults } from './faults';
import { Ledger, type Transaction } from './ledger';
import { Notifier, type Delivery } from './notifications';
import { change, settingsFrom, type SandboxOptions, type Settings } from './options';
import { authRoutes } from './routes/auth';
import { authorizeRoutes } from './routes/authorize';
import { balanceRoutes } from './routes/balance';
import { bankPaymentRoutes } from './routes/bankPayments';
import { bankRoutes } from './routes/banks';
import { chargeRoutes } from './routes/charge';
import { controlRoutes, type Controls } from './routes/control';
import { historyRoutes } from './routes/history';
import { hostedCheckoutRoutes } from './routes/hostedCheckout';
import { refundRoutes } from './routes/refund';
import { threeDSRoutes } from './routes/threeDS';
import { transferRoutes } from './routes/transfers';
import { verifyRoutes } from './routes/verify';
import { createServer, type Service } from './server';
import { isKnown, nameOf } from './statuses';
import { Tokens } from './tokens';
import { Transfers } from './transfers';

export { OTP, TEST_CARDS, type TestCard } from './cards';
export type { Fault } from './faults';
export type { Transaction } from './ledger';
export type { SandboxOptions } from './options';
export type { RecordedRequest } from './server';
export type { Transfer } from './transfers';

export interface Sandbox extends Controls {
	url: string;
	/** The values in force. */
	options: Settings;
	/** Every attempt to deliver a notification. */
	deliveries: Delivery[];
	/** Requests to the token endpoint; refreshes are counted apart. */
	readonly tokenCalls: number;
	readonly refreshCalls: number;
	/** Resolves when no notification is waiting to be delivered. */
	waitForDeliveries(): Promise<void>;
	/** Closes everything, including open sockets. */
	stop(): Promise<void>;
}

/** Starts a local service that behaves like the specification (all sections). It keeps nothing on disk. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings = settingsFrom(options);
	const notifier = new Notifier(settings);
	const ending = new AbortController();
	const service: Service = {
		settings,
		notifier,
		ledger: new Ledger(settings, (transaction) => notifier.send(transaction)),
		transfers: new Transfers(settings),
		bankPayments: new BankPayments(settings),
		tokens: new Tokens(settings),
		faults: new Faults(),
		requests: [],
		ended: ending.signal,
		url: '',
	};
	const { ledger, transfers, bankPayments, tokens, faults, requests } = service;

	const app = createServer(service);
	const routes = [
		authRoutes,
		balanceRoutes,
		bankPaymentRoutes,
		bankRoutes,
		transferRoutes,
		chargeRoutes,
		authorizeRoutes,
		verifyRoutes,
		historyRoutes,
		refundRoutes,
		hostedCheckoutRoutes,
		threeDSRoutes,
	];
	for (const add of routes) add(app, service);

	const find = (transactionReference: string): Transaction => {
		const transaction = ledger.byTransactionReference(transactionReference);
		if (transaction) return transaction;
		throw new Refusal(404, { message: `There is no transaction with the reference ${transactionReference}` });
	};
	const callsOf = (endpoint: Endpoint) => requests.filter((request) => request.endpoint === endpoint).length;
	const sandbox: Sandbox = {
		url: '',
		options: settings,
		ledger,
		transfers,
		bankPayments,
		requests,
		deliveries: notifier.deliveries,
		get tokenCalls() {
			return callsOf('token');
		},
		get refreshCalls() {
			return callsOf('refresh');
		},
		fail: (fault) => faults.add(fault),
		setStatus(transactionReference, status, errorMessage = nameOf(status)) {
			const transaction = find(transactionReference);
			if (!isKnown(status)) throw new Refusal(400, { message: `There is no status ${status}` });
			ledger.setStatus(transaction, { status, errorCode: '', errorMessage });
		},
		setTransferStatus(reference, status, responseMessage = status) {
			const transfer = transfers.byReference(reference);
			if (!transfer) throw new Refusal(404, { message: `There is no transfer with the reference ${reference}` });
			transfers.setStatus(transfer, { status, responseCode: '', responseMessage });
		},
		payIn(requestId, amountMinor) {
			const [bankPayment] = bankPayments.allByRequestId(requestId);
			if (!bankPayment) throw new Refusal(404, { message: `There is no payment with the request id ${requestId}` });
			bankPayments.pay(bankPayment, amountMinor);
		},
		notify(transactionReference, overrides) {
			notifier.send(find(transactionReference), overrides);
		},
		configure: (changes) => change(settings, changes),
		revokeTokens: () => tokens.revoke(),
		waitForDeliveries: () => notifier.waitForDeliveries(),
		async reset() {
			Object.assign(settings, initial);
			ledger.clear();
			transfers.clear();
			bankPayments.clear();
			faults.clear();
			requests.length = 0;
			await notifier.clear();
		},
		async stop() {
			ending.abort();
			await Promise.all([app.close(), notifier.stop()]);
		},
	};
	controlRoutes(app, sandbox);

	service.url = sandbox.url = await app.listen({ host: process.env.LISTEN_HOST ?? '127.0.0.1', port: settings.port });
	settings.port = Number(new URL(sandbox.url).port);
	const initial = { ...settings };
	return sandbox;
}
