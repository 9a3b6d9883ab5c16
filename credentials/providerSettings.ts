import type { INodeProperties } from 'n8n-workflow';

import { ENDPOINTS } from '../gateway/client/endpoints';
import {
	CARD_AUTHENTICATION_NAMES,
	FIND_PAYMENTS_NAMES,
	CREDENTIAL_LABELS,
	HISTORY_DATES_NAMES,
	PUBLIC_KEY_NAMES,
	RENEWAL_STYLE_NAMES,
	USUAL_CARD_HEADER,
} from '../gateway/client/credentialLabels';
import { TEXT } from '../nodes/shared/fields/options';
import { choices, group, pathField } from './settingFields';

/** The settings in which providers differ. */
export const providerSettings: INodeProperties[] = [
	...group('Addresses: run the operation Account: Check Setup to find out whether card calls have their own address.', [
		{
			displayName: CREDENTIAL_LABELS.transactionBase,
			name: 'transactionBase',
			...TEXT,
			placeholder: 'e.g. https://cards.host.example',
			description:
				'The part before "/transaction/..." in card calls: a path below the Base URL, or another URL. Leave empty if it is the Base URL itself.',
		},
	]),

	...group('Card authentication: run the operation Account: Check Setup to find out which key a charge needs.', [
		{
			displayName: CREDENTIAL_LABELS.cardAuthentication,
			name: 'cardAuthentication',
			type: 'options',
			options: choices(CARD_AUTHENTICATION_NAMES, {
				bearer: 'Authorization: Bearer, with the token of the login',
				apiKey: 'The headers x-api-key and x-client-id',
				none: 'No key is sent',
				privateKey: 'The private key as the value of Authorization',
				privateKeyHeader: `A header such as ${USUAL_CARD_HEADER}`,
			}),
			default: 'apiKey',
			description:
				'The key that is sent with charges and authorizations. Change it if charges are refused with status 401 or 403.',
		},
		{
			displayName: CREDENTIAL_LABELS.cardHeader,
			name: 'cardHeader',
			type: 'string',
			default: USUAL_CARD_HEADER,
			displayOptions: { show: { cardAuthentication: ['privateKeyHeader'] } },
			description: 'The header that carries the private key',
		},
	]),

	...group('Card details: ask your provider how it expects the expiry year and the PIN of a card.', [
		{
			displayName: CREDENTIAL_LABELS.yearDigits,
			name: 'yearDigits',
			type: 'options',
			options: [
				{ name: 'Four Digits', value: 4 },
				{ name: 'Two Digits', value: 2 },
			],
			default: 2,
			description: 'How to send the year of the expiry date. Most providers expect two digits.',
		},
		{
			displayName: CREDENTIAL_LABELS.pinFormat,
			name: 'pinFormat',
			type: 'options',
			options: [
				{
					name: 'Number',
					value: 'number',
					description: 'A PIN that begins with 0 is sent as text, because a number would lose the 0',
				},
				{ name: 'Text', value: 'text' },
			],
			default: 'number',
			description: 'How to send the PIN of the card. Choose Text if your provider refuses numbers.',
		},
	]),

	...group('Renewal of the access token: leave the path empty to let n8n log in again instead.', [
		{
			displayName: CREDENTIAL_LABELS.renewalPath,
			name: 'renewalPath',
			...TEXT,
			placeholder: 'e.g. /uaa/api/auth/refresh',
			description: 'The path at which your provider renews access tokens. Leave empty to log in again instead.',
		},
		{
			displayName: CREDENTIAL_LABELS.renewalStyle,
			name: 'renewalStyle',
			type: 'options',
			options: choices(RENEWAL_STYLE_NAMES),
			default: 'body',
			displayOptions: { hide: { renewalPath: [''] } },
			description: 'How the refresh token is sent to the renewal path',
		},
	]),

	...group('Amounts: ask your provider before you take payments in a currency that does not have two decimals.', [
		{
			displayName: CREDENTIAL_LABELS.amountsIn,
			name: 'amountsIn',
			type: 'options',
			options: [
				{
					name: 'Hundredths of Every Currency',
					value: 'hundredths',
					description: '1000 means JPY 10.00 and KWD 10.00',
				},
				{
					name: 'Minor Units of Each Currency (ISO 4217)',
					value: 'iso4217',
					description: '1000 means JPY 1000 and KWD 1.000',
				},
				{
					name: 'Not Known: Refuse Those Currencies',
					value: 'unknown',
					description:
						'Only currencies that are counted in hundredths everywhere, such as NGN, USD and EUR, are accepted',
				},
			],
			default: 'unknown',
			description:
				'How your provider counts the few currencies that do not have two decimals everywhere, such as JPY, KWD, UGX, HUF and IDR. Ask your provider before you take payments in one of them: a wrong choice charges 10 or 100 times too much or too little.',
		},
	]),

	...group(
		'Finding payments: run the operation Account: Check Setup to find out how your provider finds payments by your reference.',
		[
			{
				displayName: CREDENTIAL_LABELS.checkReferences,
				name: 'checkReferences',
				type: 'boolean',
				default: true,
				description:
					'Whether to ask the service, before a charge or a transfer is sent, if it has a payment under the reference. If it has one, nothing is sent. While this is off, only the rule of your provider that a reference is used once prevents a second charge.',
			},
			{
				displayName: CREDENTIAL_LABELS.findPaymentsWith,
				name: 'findPaymentsWith',
				type: 'options',
				options: choices(FIND_PAYMENTS_NAMES, {
					history: 'Your provider needs a transaction history that filters by your reference',
					verify:
						'Your provider must be able to verify a payment by your reference, not only by its own transaction reference',
					both: 'Both are asked at once. One of them has to find payments by your reference.',
				}),
				default: 'both',
				description:
					'The calls that find a payment by your reference. Some providers cannot look up payments by your reference with verify. The transaction history is documented to find them, but not every provider has one. If you do not know, leave it at the default, which asks both at once.',
			},
			pathField(
				CREDENTIAL_LABELS.historyPath,
				'historyPath',
				ENDPOINTS.history,
				'The path of the transaction history, below the Transaction Base or, if that is empty, the Base URL. The default is what providers publish.',
			),
			{
				displayName: CREDENTIAL_LABELS.historyDatesIn,
				name: 'historyDatesIn',
				type: 'options',
				options: choices(HISTORY_DATES_NAMES),
				default: 'milliseconds',
				description:
					'The unit in which Transaction: Get Many sends Unix times. The documentation does not say it; Account: Check Setup finds it out.',
			},
		],
	),

	...group('Statuses of payments: ask your provider for codes that differ from the published table.', [
		{
			displayName: 'Status Codes',
			name: 'statusCodes',
			type: 'json',
			default: '{}',
			description:
				'Status codes of your provider that differ from the published table, such as {"18": {"name": "HELD", "outcome": "pending"}}. A code that is in neither never counts as paid.',
		},
		{
			displayName: CREDENTIAL_LABELS.chargeRefusals,
			name: 'chargeRefusals',
			type: 'string',
			default: ENDPOINTS.charge.refusalStatuses.join(', '),
			description:
				"HTTP statuses from 400 to 499 which mean that the card was not charged. After any other answer, the outcome of the charge stays open until the service's record tells it.",
		},
	]),

	...group('Refunds: ask your provider whether it offers them, and how.', [
		pathField(
			'Refund Path',
			'refundPath',
			ENDPOINTS.refund,
			'The path for Transaction: Refund, below the Transaction Base or, if that is empty, the Base URL',
		),
		{
			displayName: 'Refund Authentication',
			name: 'refundAuthentication',
			type: 'options',
			options: choices({
				none: 'None',
				privateKey: 'Private Key',
				bearer: 'Private Key as Bearer Token',
				privateKeyHeader: 'Private Key in X-Private-Key',
			}),
			default: 'bearer',
			description: 'The key that is sent with refunds. Change it if refunds are refused with status 401 or 403.',
		},
	]),

	...group('Hosted checkout: run the operation Account: Check Setup to find out how the public key is sent.', [
		pathField(
			'Hosted Checkout Path',
			'hostedCheckoutPath',
			ENDPOINTS.hostedCheckout,
			'The path for Payment: Create Hosted Checkout, below the Transaction Base or, if that is empty, the Base URL',
		),
		{
			displayName: CREDENTIAL_LABELS.hostedCheckoutAuthentication,
			name: 'hostedCheckoutAuthentication',
			type: 'options',
			options: choices(PUBLIC_KEY_NAMES),
			default: 'authorization',
			description:
				'How the public key is sent: as the value of Authorization, or of X-Public-Key. Change it if a hosted checkout is refused with status 401 or 403.',
		},
	]),

	...group('Bank transfers: ask your provider for its values, if they differ from these.', [
		{
			displayName: CREDENTIAL_LABELS.pageParameter,
			name: 'pageParameter',
			type: 'string',
			default: 'page',
			description: 'The query parameter that requests another page of the banks list. Pages are counted from 0.',
		},
		{
			displayName: CREDENTIAL_LABELS.accountDigits,
			name: 'accountDigits',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 34 },
			default: 10,
			description: 'How many digits an account number has. Most providers use 10.',
		},
		pathField(
			'Name Enquiry Path',
			'nameEnquiryPath',
			ENDPOINTS.nameEnquiry,
			'The path for Bank Account: Resolve Name, below the Base URL. The default is what most providers publish.',
		),
		pathField('Transfer Path', 'transferPath', ENDPOINTS.transfer, 'The path for Transfer: Create, below the Base URL'),
		pathField(
			'Transfer Status Path',
			'transferStatusPath',
			ENDPOINTS.transferStatus,
			'The path for Transfer: Get Status and for looking up a transfer whose answer was lost, below the Base URL. If your provider finds request IDs under another path, enter that one, such as /paas/bank/transfer/v1/transfer-status/reference/{requestId}.',
		),
		pathField(
			'Bank Payment Path',
			'bankPaymentPath',
			ENDPOINTS.bankPayment,
			'The path for Bank Payment: Create, below the Base URL. Not every provider has it.',
		),
		pathField(
			'Bank Payment Status Path',
			'bankPaymentStatusPath',
			ENDPOINTS.bankPaymentStatus,
			'The path for Bank Payment: Get and Wait for Outcome, below the Base URL. The request ID is added as the query parameter requestId.',
		),
		{
			displayName: 'Bank Payment Statuses',
			name: 'bankPaymentStatuses',
			type: 'json',
			default: '{}',
			description:
				'Statuses of bank payments of your provider beyond PENDING and COMPLETED, such as {"EXPIRED": "declined"}. A status that is in neither never counts as paid.',
		},
		pathField(
			'Balance Path',
			'balancePath',
			ENDPOINTS.balance,
			'The path for Account: Get Balance, below the Base URL. Not every provider has it.',
		),
		{
			displayName: 'Transfer Statuses',
			name: 'transferStatuses',
			type: 'json',
			default: '{}',
			description:
				'Statuses of transfers of your provider beyond PENDING, COMPLETE and FAILED, such as {"SUCCESSFUL": "authorized"}. A status that is in neither never counts as paid.',
		},
	]),
];
