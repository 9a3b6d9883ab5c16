import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { testCardPaymentApi } from '../shared/transport/credentialTest';
import { lifecycleOf } from '../shared/webhooks/lifecycle';
import { CHECKOUT_DOOR } from '../shared/signing/paymentLink';
import { DOORS } from '../shared/signing/signedUrl';
import { properties } from './description/properties';
import { readRules } from './settings';
import { serve } from './serve';
import { triggerPanel } from './description/triggerPanel';

// Static texts: n8n evaluates expressions in here for every request. `responseData: ''` lets it send our own answer.
const door = { responseMode: 'onReceived', responseData: '' } as const;
const hidden = { ...door, name: 'setup', ndvHideUrl: true } as const;

export class CardPaymentCheckout implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card Payment Checkout Trigger',
		name: 'cardPaymentCheckout',
		icon: { light: 'file:cardPayment.svg', dark: 'file:cardPayment.dark.svg' },
		group: ['trigger'],
		// For version 1 n8n evaluates an expression of its own for each request.
		version: 2,
		subtitle: '={{ "on " + $parameter["outcomes"].join(", ") }}',
		description: 'Shows a payment page to the customer and starts the workflow when the service confirms the payment',
		eventTriggerDescription: 'Waiting for a customer to pay at the test URL',
		activationMessage: 'The payment page is open at the production URL. Payment Link: Create makes links to it.',
		defaults: { name: 'Card Payment Checkout Trigger' },
		// eslint-disable-next-line n8n-nodes-base/node-class-description-inputs-wrong-regular-node -- it is a trigger, whose class is not named so
		inputs: [],
		// eslint-disable-next-line n8n-nodes-base/node-class-description-outputs-wrong -- the community rules want the constant
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardPaymentApi', required: true, testedBy: 'testCardPaymentApi' }],
		webhooks: [
			{ name: 'default', httpMethod: 'GET', path: CHECKOUT_DOOR, ...door },
			{ ...hidden, httpMethod: 'POST', path: CHECKOUT_DOOR },
			{ ...hidden, httpMethod: 'GET', path: DOORS.callback },
			// Some services send the customer back with a form.
			{ ...hidden, httpMethod: 'POST', path: DOORS.callback },
			{ ...hidden, httpMethod: 'POST', path: DOORS.notification },
		],
		triggerPanel,
		properties,
	};

	methods = { credentialTest: { testCardPaymentApi } };

	webhookMethods = {
		default: lifecycleOf({
			accepts: 'card details',
			checkRules(context) {
				readRules(context);
				return true;
			},
		}),
	};

	/** Customers come through the checkout and the callback, notifications of the service (section 6) through a door of their own. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await serve(this);
	}
}
