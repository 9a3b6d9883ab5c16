import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { searchCurrencies } from '../shared/fields/currency';
import { guideUrl } from '../shared/guideUrl';
import { testCardPaymentApi } from '../shared/transport/credentialTest';
import { payItems } from '../shared/execution/payItems';
import { readItems } from '../shared/execution/readItems';
import { OTP_PATH } from '../shared/execution/n8nUrls';
import { runOnce } from '../shared/execution/runOnce';
import { OTP_TOOLTIP } from './card/collectOtp';
import { serveOtpPage } from './otpPage/otpRequest';
import { searchBanks } from './bankAccount/accountFields';
import { findOperation, resources } from './resources';
import { searchPayments, searchRefundablePayments } from './transaction/transactionList';

// The page on which customers enter an OTP. Only static texts, because n8n evaluates expressions in here for every request.
const otpWebhook = {
	name: 'default',
	path: OTP_PATH,
	isFullPath: true,
	restartWebhook: true,
	ndvHideUrl: true,
	responseMode: 'onReceived',
	responseData: '',
} as const;

const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ option }) => option),
		default: 'card',
	},
	...resources.flatMap(({ properties: ofResource }) => ofResource),
];

// The name of each operation, such as "Card: Charge". n8n names a new node after its action already.
const names = Object.fromEntries(
	resources.flatMap(({ option: { name, value }, operations }) =>
		[...operations.values()].map(({ option }) => [`${value} ${option.value}`, `${name}: ${option.name}`]),
	),
);

const subtitle = `={{ (${JSON.stringify(names)})[$parameter["resource"] + " " + $parameter["operation"]] }}`;

export class CardPayment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card Payment',
		name: 'cardPayment',
		icon: { light: 'file:cardPayment.svg', dark: 'file:cardPayment.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Charge cards with OTP or 3-D Secure, authorize and verify payments, and transfer money to bank accounts',
		documentationUrl: guideUrl('README.md'),
		defaults: { name: 'Card Payment' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// For n8n's AI builder and MCP server; n8n before 2.41 ignores it.
		builderHint: {
			searchHint:
				'To take card payments, use Payment: Create Hosted Checkout, Payment Link: Create with the Card Payment Checkout Trigger, or Bank Payment: Create. Never put card numbers into parameters. Each payment needs the number of its order as Reference or Request ID, which keeps it from being paid twice. Deliver only where "authorized" is true. To wait for people, ask with Wait for Outcome (ten seconds), an IF on "timedOut" and the Wait node in a loop.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-card-payment.cardPaymentTrigger',
					relationHint: 'Starts a workflow when the service reports a payment, or the customer returns',
				},
				{
					nodeType: 'n8n-nodes-card-payment.cardPaymentCheckoutTrigger',
					relationHint:
						'Is the payment page that Payment Link: Create makes links to, and starts once with the payment',
				},
			],
		},
		// An agent can use the operations with `isForAgents`.
		usableAsTool: true,
		credentials: [{ name: 'cardPaymentApi', required: true, testedBy: 'testCardPaymentApi' }],
		waitingNodeTooltip: `={{ $parameter["operation"] === "collectOtp" ? ${OTP_TOOLTIP} : "" }}`,
		webhooks: [
			{ ...otpWebhook, httpMethod: 'GET' },
			{ ...otpWebhook, httpMethod: 'POST' },
		],
		properties,
	};

	// n8n makes the addresses of waiting executions itself, so there is nothing to register. Its lint rules require all three.
	webhookMethods = {
		default: {
			checkExists: () => Promise.resolve(true),
			create: () => Promise.resolve(true),
			delete: () => Promise.resolve(true),
		},
	};

	methods = {
		credentialTest: { testCardPaymentApi },
		listSearch: { searchBanks, searchCurrencies, searchPayments, searchRefundablePayments },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = findOperation(this);
		switch (operation.kind) {
			case 'once':
				return [await runOnce(this, operation)];
			case 'pay':
				return [await payItems(this, operation)];
			case 'read': {
				const items = await readItems(this, operation);
				await operation.wait?.(this, items);
				return [items];
			}
		}
	}

	/** Serves the page on which customers enter their OTPs while the execution waits. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await serveOtpPage(this);
	}
}
