import type { IDataObject } from 'n8n-workflow';

import { ENDPOINTS } from '../../../../gateway/protocol/endpoints';
import { InputError } from '../../../../gateway/protocol/errors';
import { nameMismatch } from '../../../../gateway/schema/name';
import { commonPart, payment, type Payment } from '../../../../gateway/payment';
import {
	buildTransfer,
	isTransferOf,
	readTransferAnswer,
	type Transfer,
	type TransferFormat,
	type TransferRequest,
} from '../../../../gateway/calls/transfer';
import { exchange } from '../../../shared/payments/exchange';
import type { Sought } from '../../../shared/payments/lookUp';
import { enquire } from '../../../shared/payments/nameEnquiry';
import type { Operation, Result, Run } from '../../../shared/execution/operation';
import { findFirst, recallOf, settle, type Settlement } from '../../../shared/payments/resolution';
import { transferStatus } from '../../../shared/payments/verify';
import { createFields } from './createFields';

/** Transfer: Create, the outward transfer of specification section 1, in the form that providers publish. */
export const create: Operation<TransferRequest> = {
	description: createFields,

	prepare(parameters, journal) {
		const { accountDigits = 10, currencyDigits } = parameters.get<Partial<TransferFormat>>('options', {});
		const input = {
			bankCode: parameters.get('bank'),
			accountNumber: parameters.get('accountNumber'),
			amount: parameters.get('amount'),
			amountUnit: parameters.get('amountUnit'),
			currency: parameters.get('currency'),
			narration: parameters.get('narration'),
			requestId: parameters.get('requestId') || journal.automaticReference(parameters.itemIndex),
			...(parameters.get('checkName', false) ? { expectedName: parameters.get('expectedName') } : {}),
		};
		const request = buildTransfer(input, { accountDigits, currencyDigits });
		if (!('expectedName' in input) || request.expectedName !== undefined) return request;
		throw new InputError([
			{ path: ['expectedName'], field: 'Expected Account Name', rule: 'is required to check the account name' },
		]);
	},

	async perform(run, request) {
		const objection = await checkName(run, request);
		if (objection) return objection;
		const { transferStatuses } = run.transport.settings;
		const answered = await exchange(run, ENDPOINTS.transfer, { body: { ...request.body } }, [], (data) =>
			readTransferAnswer(data, request, transferStatuses),
		);
		return await settle(run, answered, settlementOf(run, request));
	},

	money: {
		reference: ({ body }) => body.requestId,
		referenceField: 'Request ID',
		notDone: 'not transferred',
		recall: recallOf('this transfer', settlementOf),
	},
};

/** What comes of a transfer whose account does not belong to whom it must; undefined where it does, or nobody asked. */
async function checkName(run: Run, request: TransferRequest): Promise<Result | undefined> {
	const { expectedName, body } = request;
	if (expectedName === undefined) return undefined;
	const asked = { bankCode: body.bankCode, accountNumber: body.recipientAccountNumber };
	const { account } = await enquire(run, asked);
	const { accountName } = account;
	const mismatch = accountName === null ? account.message : nameMismatch(expectedName, accountName);
	if (mismatch === null) return undefined;
	const message = `Nothing was sent, as the account is not that of the expected name: ${mismatch}`;
	return { output: describe(request, { ...payment({ outcome: 'declined', message }), accountName }, { mismatch }) };
}

const ALREADY_SENT =
	'This request ID had been used before, so nothing was transferred now. This is what became of that first transfer';

function settlementOf(run: Run, request: TransferRequest): Settlement {
	const sought: Sought = {
		reference: request.body.requestId,
		ask: transferStatus,
		isIt: (record: Transfer) => isTransferOf(request, record),
		secrets: [],
	};
	return {
		sought,
		unknown: payment({ outcome: 'unknown' }),
		question: 'the money was transferred',
		advice: 'Do not send it again under a new request ID: ask for its status later, or ask your provider about it.',
		describe: (sent, answerLost) => describe(request, sent, { answerLost }),
		async refused(failure) {
			const first = await findFirst(run, failure, sought);
			if (!first) return undefined;
			// Why it was refused is what a person looks for in a list that is run again.
			const message = first.message === null ? `${ALREADY_SENT}.` : `${ALREADY_SENT}: ${first.message}`;
			return { output: describe(request, { ...first, message }, { duplicate: true }) };
		},
	};
}

function describe(
	{ body, money }: TransferRequest,
	sent: Payment & Partial<Transfer>,
	flags: { answerLost?: boolean; duplicate?: boolean; mismatch?: string | null },
): IDataObject {
	const { accountName = null, responseCode = null } = sent;
	const { mismatch = null, answerLost = false, duplicate = false } = flags;
	return {
		...commonPart(sent),
		reference: body.requestId,
		amount: money.major,
		amountMinor: money.minor,
		currency: money.currency,
		bankCode: body.bankCode,
		accountNumber: body.recipientAccountNumber,
		accountName,
		responseCode,
		mismatch,
		answerLost,
		duplicate,
	};
}
