import type { FastifyInstance } from 'fastify';
import type { BankPayments } from '../bankPayments';
import { faultSchema, type Fault } from '../faults';
import type { Ledger } from '../ledger';
import type { Overrides } from '../messages';
import { changesSchema, type SandboxOptions } from '../options';
import type { RecordedRequest } from '../server';
import type { Transfers } from '../transfers';

/** The controls of a running sandbox, in code or over HTTP. */
export interface Controls {
	ledger: Ledger;
	transfers: Transfers;
	bankPayments: BankPayments;
	/** Every request received, except those to the controls. */
	requests: RecordedRequest[];
	/** Queues a fault. */
	fail(fault: Fault): void;
	/**
	 * Moves a transaction to any status of the table, as the bank or the merchant's back office would; a final one is
	 * notified. The message defaults to the status's name. Does not wait for the delivery, `waitForDeliveries()` does.
	 */
	setStatus(transactionReference: string, status: number, errorMessage?: string): void;
	/** Moves a transfer to any status, as the bank would. The message defaults to the status. */
	setTransferStatus(reference: string, status: string, responseMessage?: string): void;
	/** Pays to the account of a bank payment, in minor units: by default what was asked for. */
	payIn(requestId: string, amountMinor?: number): void;
	/**
	 * Sends the notification of a transaction again, now, with fields replaced or added: a late, repeated or
	 * out-of-order one. Does not wait for the delivery, `waitForDeliveries()` does.
	 */
	notify(transactionReference: string, overrides?: Overrides): void;
	/** Changes any option but the port and the prefixes. */
	configure(changes: Partial<SandboxOptions>): void;
	/** All access tokens become invalid at once. */
	revokeTokens(): void;
	/** Forgets all transactions, transfers, requests, deliveries, faults and tokens, and restores the options of the start. */
	reset(): Promise<void>;
}

interface TransactionRoute {
	Params: { transactionReference: string };
}
interface StatusRoute extends TransactionRoute {
	Body: { status: number; errorMessage?: string };
}
interface TransferStatusRoute {
	Params: { reference: string };
	Body: { status: string; responseMessage?: string };
}
interface PayInRoute {
	Params: { requestId: string };
	Body: { amountMinor?: number } | null;
}
interface NotifyRoute extends TransactionRoute {
	Body: { overrides?: Overrides } | undefined;
}

const statusSchema = {
	type: 'object',
	required: ['status'],
	additionalProperties: false,
	properties: { status: { type: 'integer' }, errorMessage: { type: 'string' } },
};

const transferStatusSchema = {
	type: 'object',
	required: ['status'],
	additionalProperties: false,
	properties: { status: { type: 'string' }, responseMessage: { type: 'string' } },
};

/** The body of this one and the next can be left out altogether. */
const payInSchema = {
	type: ['object', 'null'],
	additionalProperties: false,
	properties: { amountMinor: { type: 'integer', minimum: 0 } },
};

const notifySchema = {
	type: ['object', 'null'],
	additionalProperties: false,
	properties: { overrides: { type: 'object' } },
};

const config = { control: true };

/** The sandbox's own controls; no part of the specification. */
export function controlRoutes(app: FastifyInstance, sandbox: Controls): void {
	app.post<{ Body: Fault }>('/sandbox/faults', { config, schema: { body: faultSchema } }, ({ body }, reply) => {
		sandbox.fail(body);
		return reply.code(204).send();
	});

	app.post<{ Body: SandboxOptions }>(
		'/sandbox/configure',
		{ config, schema: { body: changesSchema } },
		({ body }, reply) => {
			sandbox.configure(body);
			return reply.code(204).send();
		},
	);

	app.post<StatusRoute>(
		'/sandbox/transactions/:transactionReference/status',
		{ config, schema: { body: statusSchema } },
		({ params, body }, reply) => {
			sandbox.setStatus(params.transactionReference, body.status, body.errorMessage);
			return reply.code(204).send();
		},
	);

	app.post<TransferStatusRoute>(
		'/sandbox/transfers/:reference/status',
		{ config, schema: { body: transferStatusSchema } },
		({ params, body }, reply) => {
			sandbox.setTransferStatus(params.reference, body.status, body.responseMessage);
			return reply.code(204).send();
		},
	);

	app.post<PayInRoute>(
		'/sandbox/bank-payments/:requestId/pay',
		{ config, schema: { body: payInSchema } },
		({ params, body }, reply) => {
			sandbox.payIn(params.requestId, body?.amountMinor);
			return reply.code(204).send();
		},
	);

	app.post<NotifyRoute>(
		'/sandbox/transactions/:transactionReference/notify',
		{ config, schema: { body: notifySchema } },
		({ params, body }, reply) => {
			sandbox.notify(params.transactionReference, body?.overrides);
			return reply.code(204).send();
		},
	);

	app.post('/sandbox/revoke-tokens', { config }, (_request, reply) => {
		sandbox.revokeTokens();
		return reply.code(204).send();
	});

	app.post('/sandbox/reset', { config }, async (_request, reply) => {
		await sandbox.reset();
		return reply.code(204).send();
	});

	app.get('/sandbox/transactions', { config }, () => {
		const { transactions, duplicatesRefused } = sandbox.ledger;
		return { transactions, duplicatesRefused };
	});

	app.get('/sandbox/transfers', { config }, () => {
		const { list, duplicatesRefused, balance, leftToday } = sandbox.transfers;
		return { transfers: list, duplicatesRefused, balance, leftToday };
	});

	app.get('/sandbox/requests', { config }, () =>
		sandbox.requests.map(({ method, url }) => ({ method, path: url.split('?')[0] })),
	);
}
