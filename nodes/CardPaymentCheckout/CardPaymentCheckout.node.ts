import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { searchCurrencies } from '../shared/fields/currency';
import { guideUrl } from '../shared/guideUrl';
import { testCardPaymentApi } from '../shared/transport/credentialTest';
import { lifecycleOf } from '../shared/webhooks/lifecycle';
import { checkSigningKey } from '../shared/signing/keys';
import { CHECKOUT_PATH } from '../shared/signing/paymentLink';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { properties } from './description/pageFields';
import { checkAmount, readCheckoutSettings } from './pageSettings';
import { serve } from './serve';
import { triggerPanel } from './description/pagePanel';

// Plain text, because n8n would evaluate an expression here for every request. An empty `responseData` lets the node
// send its own response.
const response = { responseMode: 'onReceived', responseData: '' } as const;
const hidden = { ...response, name: 'setup', ndvHideUrl: true } as const;

export class CardPaymentCheckout implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card Payment Checkout Trigger',
		name: 'cardPaymentCheckout',
		icon: { light: 'file:cardPaymentCheckout.svg', dark: 'file:cardPaymentCheckout.dark.svg' },
		group: ['trigger'],
		// For version 1, n8n evaluates an extra expression for each request.
		version: 2,
		subtitle: '={{ "on " + $parameter["outcomes"].join(", ") }}',
		description: 'Accept card payments on a page that n8n serves, and start the workflow when a payment is confirmed',
		eventTriggerDescription: 'Open the test URL in another tab and pay within two minutes',
		activationMessage:
			'n8n is checking the settings now. If something is wrong, a red dot appears on Publish with the reason. Otherwise, customers can pay at the production URL.',
		documentationUrl: guideUrl('docs/payment-page.md'),
		defaults: { name: 'Card Payment Checkout Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardPaymentApi', required: true, testedBy: 'testCardPaymentApi' }],
		webhooks: [
			{ name: 'default', httpMethod: 'GET', path: CHECKOUT_PATH, ...response },
			{ ...hidden, httpMethod: 'POST', path: CHECKOUT_PATH },
			{ ...hidden, httpMethod: 'GET', path: WEBHOOK_PATHS.callback },
			// Some services return the customer with a form.
			{ ...hidden, httpMethod: 'POST', path: WEBHOOK_PATHS.callback },
			{ ...hidden, httpMethod: 'POST', path: WEBHOOK_PATHS.notification },
		],
		triggerPanel,
		properties,
	};

	methods = { credentialTest: { testCardPaymentApi }, listSearch: { searchCurrencies } };

	webhookMethods = {
		default: lifecycleOf({
			accepts: 'card details',
			checkSettings(context, credential) {
				checkSigningKey(credential.privateKey);
				const settings = readCheckoutSettings(context);
				checkAmount(settings, credential);
				const { name } = context.getNode();
				for (const reason of settings.leftOut)
					context.logger.warn(`${name} leaves out a setting of the page: ${reason}`);
				return true;
			},
		}),
	};

	/** Customers use the checkout and callback paths, the service its notification path (specification section 6). */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await serve(this);
	}
}
