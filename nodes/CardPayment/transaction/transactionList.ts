import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { listRecentPayments } from '../../../gateway/calls/recentPayments';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import type { Outcome } from '../../../gateway/outcome';
import { readAttempt } from '../../../gateway/values/attempt';
import { asGatewayError } from '../../../gateway/values/errors';
import { amountText } from '../../../gateway/values/money';
import { nodeFailure } from '../../shared/transport/nodeErrors';
import { Transport } from '../../shared/transport/transport';

// In milliseconds.
const TIMEOUT = 30_000;

/**
 * Makes the field for the transaction reference of an existing payment: by reference, as in workflows, or from a list of the newest payments.
 * @param value an expression, for a new node
 */
export function transactionLocator(
	searchListMethod: 'searchPayments' | 'searchRefundablePayments',
	value: string,
	description: string,
): INodeProperties {
	return {
		displayName: 'Transaction Reference',
		name: 'transactionReference',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'reference', value },
		description,
		modes: [
			{ displayName: 'By Reference', name: 'reference', type: 'string', placeholder: 'e.g. TRX-20260115-1' },
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a payment...',
				typeOptions: { searchListMethod, searchable: true },
			},
		],
	};
}

/** Lists the newest payments, found by what is shown of them, or by a reference. */
export async function searchPayments(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await search(this, filter, paginationToken);
}

/** Lists the newest payments that can be refunded. */
export async function searchRefundablePayments(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await search(this, filter, paginationToken, ['authorized']);
}

async function search(
	context: ILoadOptionsFunctions,
	text: string,
	token: string | undefined,
	outcomes?: readonly Outcome[],
): Promise<INodeListSearchResult> {
	try {
		const service = await Transport.open(context, TIMEOUT);
		const until = token === undefined ? undefined : Number(token);
		const wanted = { text, displayTextOf: nameOf, until, ...(outcomes && { outcomes }) };
		const { payments, olderUntil } = await listRecentPayments(service, wanted);
		return {
			results: payments.flatMap((payment) =>
				payment.transactionReference === null ? [] : [{ name: nameOf(payment), value: payment.transactionReference }],
			),
			...(olderUntil !== undefined && { paginationToken: String(olderUntil) }),
		};
	} catch (error) {
		throw nodeFailure({ error: asGatewayError(error), node: context.getNode() });
	}
}

/** Names a payment as people see it: "2026-01-15 10:20, NGN 10.50, authorized, Ada, ORD-1001". */
function nameOf(payment: VerifiedPayment): string {
	const { transactionDate, amount, currency, outcome, customerId, reference, transactionReference } = payment;
	const money = [currency, amountText(amount, currency)].filter((part) => part !== null).join(' ');
	const order = reference === null ? transactionReference : readAttempt(reference).order;
	const parts = [transactionDate?.replace('T', ' ').slice(0, 16), money, outcome, customerId, order];
	return parts.filter(Boolean).join(', ');
}
