import type { INodeTypeDescription } from 'n8n-workflow';

const SETUP =
	'<b>To set it up:</b> publish the workflow. In <b>Card: Charge</b>, set "Notify" to "A Card Payment Trigger" and paste one of the production URLs; Charge makes the other one and signs both. Or give the notification URL to your provider.';
// n8n locks the panel while it listens, so the URL is copied first.
const TEST =
	'<b>To test it here:</b> copy the test callback URL, press "Execute step", then open the URL in another tab within two minutes, with <i>?transactionReference=...</i> of an authorized payment. The panel is locked while n8n listens.';

/** What a person reads in the editor before the first notification has come. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Start when a payment is confirmed',
	activationHint:
		'Publish the workflow, then use the production URLs under "Webhook URLs": the service sends notifications to one, and customers return to the other. To test it here instead, copy a test URL first, then press "Execute step" and use it within two minutes.',
	executionsHelp: {
		inactive: `${SETUP}<br /><br />${TEST}`,
		active: `<b>The production URLs work.</b> The executions list shows what they started. A notification that started nothing was filtered out, repeated or rejected; n8n's log says why it was rejected.<br /><br />${SETUP}<br /><br />${TEST}`,
	},
};
