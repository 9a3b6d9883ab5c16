import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { guideUrl } from '../shared/guideUrl';
import { testCardPaymentApi } from '../shared/transport/credentialTest';
import { checkSigningKey } from '../shared/signing/keys';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { lifecycleOf, OWN_RESPONSE } from '../shared/webhooks/lifecycle';
import { answerNotification } from './answerNotification';
import { properties } from './description/triggerFields';
import { readTriggerSettings } from './triggerSettings';

// A record identifies the payer by the service's customer id alone (specification section 2.6).
const PURPOSE =
	"For payments on your provider's page, or by Card: Charge. The item has the outcome, the amount and your reference. Only the <b>Card Payment Checkout Trigger</b> asks the payer for an e-mail address and a name.";
const SETUP =
	'<b>To set it up:</b> publish the workflow. In <b>Card: Charge</b>, set "Notify" to "A Card Payment Trigger" and paste one of the production URLs; Charge makes the other one and signs both. Or give the notification URL to your provider.';
// n8n locks the panel while it listens, so the URL is copied first.
const TEST =
	'<b>To test it here:</b> copy the test callback URL, press "Execute step", then open the URL in another tab within two minutes, with <i>?transactionReference=...</i> of an authorized payment. The panel is locked while n8n listens.';

/** The text in the editor before the first notification has come. */
const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Start when the service reports a payment',
	activationHint:
		'Publish the workflow, then use the production URLs under "Webhook URLs": the service sends notifications to one, and customers return to the other. To test it here instead, copy a test URL first, then press "Execute step" and use it within two minutes. For the e-mail address of the payer, use the Card Payment Checkout Trigger.',
	executionsHelp: {
		inactive: `${PURPOSE}<br /><br />${SETUP}<br /><br />${TEST}`,
		active: `<b>The production URLs work.</b> The executions list shows what they started. A notification that started nothing was filtered out, repeated, not confirmed yet or rejected; n8n's log says why.<br /><br />${PURPOSE}<br /><br />${SETUP}<br /><br />${TEST}`,
	},
};

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
		description:
			'Charge cards, verify payments and pay out, or start a workflow when a payment is authorized, declined or refunded',
		eventTriggerDescription: 'Make a payment, or return from one, at the test URLs within two minutes',
		activationMessage:
			'n8n is checking the settings now. If something is wrong, a red dot appears on Publish with the reason. Otherwise, give one of the production URLs to Card: Charge, or the notification URL to your provider.',
		documentationUrl: guideUrl('docs/trigger.md'),
		defaults: { name: 'Card Payment Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardPaymentApi', required: true, testedBy: 'testCardPaymentApi' }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', path: WEBHOOK_PATHS.notification, ...OWN_RESPONSE },
			{ name: 'setup', httpMethod: 'GET', path: WEBHOOK_PATHS.callback, ...OWN_RESPONSE },
			// Some services return the customer with a form.
			{ name: 'setup', httpMethod: 'POST', path: WEBHOOK_PATHS.callback, ndvHideUrl: true, ...OWN_RESPONSE },
		],
		triggerPanel,
		properties,
	};

	methods = { credentialTest: { testCardPaymentApi } };

	webhookMethods = {
		default: lifecycleOf('notifications', (context, { privateKey }) => {
			if (readTriggerSettings(context).options.requireSignedUrl) checkSigningKey(privateKey);
		}),
	};

	/** Answers the service at the `default` webhook, and customers who return at the `setup` webhook (specification section 6). */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerNotification(this);
	}
}
