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
import { lifecycleOf, OWN_RESPONSE } from '../shared/webhooks/lifecycle';
import { checkSigningKey } from '../shared/signing/keys';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { answerCheckout } from './answerCheckout';
import { properties } from './description/pageFields';
import { currencyOf, readCheckoutSettings } from './pageSettings';

const hidden = { ...OWN_RESPONSE, name: 'setup', ndvHideUrl: true } as const;

const PURPOSE =
	"The item has the payer's e-mail address, and the name where the page asks for it. The <b>Card Payment Trigger</b> asks for neither.";
// n8n locks the panel while it listens, so the URL is copied first.
const TEST =
	'<b>To test it here:</b> copy the test URL, press "Execute step", then open the URL in another tab and pay within two minutes with a test card of your provider. The panel is locked while n8n listens.';
const LINKS =
	'For another amount each time, let a workflow make links to the production URL with <b>Payment Link: Create</b>.';

/** The text in the editor before the first customer has paid. */
const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Accept payments on your own page',
	activationHint:
		'Publish the workflow, then open the production URL under "Webhook URLs": it is your payment page. To test it here instead, copy the test URL first, then press "Execute step" and pay within two minutes.',
	executionsHelp: {
		inactive: `${PURPOSE}<br /><br /><b>To accept payments:</b> publish the workflow and give customers the production URL under "Webhook URLs". ${LINKS}<br /><br />${TEST}`,
		active: `<b>Your payment page is published.</b> The executions list shows the payments that started the workflow, and n8n's log says what went wrong on the page. ${PURPOSE} ${LINKS}<br /><br />${TEST}`,
	},
};

export class CardPaymentCheckoutTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card Payment Checkout Trigger',
		name: 'cardPaymentCheckoutTrigger',
		icon: { light: 'file:cardPaymentCheckoutTrigger.svg', dark: 'file:cardPaymentCheckoutTrigger.dark.svg' },
		group: ['trigger'],
		// For version 1, n8n evaluates an extra expression for each request.
		version: 2,
		subtitle: '={{ "on " + $parameter["outcomes"].join(", ") }}',
		description:
			'Accept card payments on a page that n8n serves, and start the workflow with the payment and the e-mail address of the payer',
		eventTriggerDescription: 'Open the test URL in another tab and pay within two minutes',
		activationMessage:
			'n8n is checking the settings now. If something is wrong, a red dot appears on Publish with the reason. Otherwise, customers can pay at the production URL (in the node, under Webhook URLs).',
		documentationUrl: guideUrl('docs/payment-page.md'),
		defaults: { name: 'Card Payment Checkout Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardPaymentApi', required: true, testedBy: 'testCardPaymentApi' }],
		webhooks: [
			{ name: 'default', httpMethod: 'GET', path: WEBHOOK_PATHS.checkout, ...OWN_RESPONSE },
			{ ...hidden, httpMethod: 'POST', path: WEBHOOK_PATHS.checkout },
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
		default: lifecycleOf('card details', (context, credential) => {
			checkSigningKey(credential.privateKey);
			const settings = readCheckoutSettings(context);
			currencyOf(settings, credential);
			const { name } = context.getNode();
			for (const reason of settings.leftOut) context.logger.warn(`${name} leaves out a setting of the page: ${reason}`);
		}),
	};

	/** Answers customers at the checkout and callback paths, and the service at the notification path (specification section 6). */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerCheckout(this);
	}
}
