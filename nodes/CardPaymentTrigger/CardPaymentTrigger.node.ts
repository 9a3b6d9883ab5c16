import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { guideUrl } from '../shared/guideUrl';
import { testCardPaymentApi } from '../shared/transport/credentialTest';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { lifecycle } from './triggerLifecycle';
import { properties } from './description/triggerFields';
import { receive } from './receive';
import { triggerPanel } from './description/triggerPanel';

// Plain text, because n8n would evaluate an expression here for every request. An empty `responseData` lets the node
// send its own response.
const response = { responseMode: 'onReceived', responseData: '' } as const;

export class CardPaymentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card Payment Trigger',
		name: 'cardPaymentTrigger',
		icon: { light: 'file:cardPaymentTrigger.svg', dark: 'file:cardPaymentTrigger.dark.svg' },
		group: ['trigger'],
		// For version 1, n8n evaluates an extra expression for each request.
		version: 2,
		subtitle: '={{ "on " + $parameter["outcomes"].join(", ") }}',
		// n8n lists this trigger and the Card Payment node as one, and shows this description.
		description: 'Charge cards, verify payments and pay out, or start a workflow when a payment is confirmed',
		eventTriggerDescription: 'Make a payment, or return from one, at the test URLs within two minutes',
		activationMessage:
			'n8n is checking the settings now. If something is wrong, a red dot appears on Publish with the reason. Otherwise, give one of the production URLs to Card: Charge, or the notification URL to your provider.',
		documentationUrl: guideUrl('docs/trigger.md'),
		defaults: { name: 'Card Payment Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardPaymentApi', required: true, testedBy: 'testCardPaymentApi' }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', path: WEBHOOK_PATHS.notification, ...response },
			{ name: 'setup', httpMethod: 'GET', path: WEBHOOK_PATHS.callback, ...response },
			// Some services return the customer with a form.
			{ name: 'setup', httpMethod: 'POST', path: WEBHOOK_PATHS.callback, ndvHideUrl: true, ...response },
		],
		triggerPanel,
		properties,
	};

	methods = { credentialTest: { testCardPaymentApi } };

	webhookMethods = { default: lifecycle };

	/** The service notifies the `default` webhook, and customers return to the `setup` webhook (specification section 6). */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
