import type { INodeTypeDescription } from 'n8n-workflow';

// n8n locks the panel while it listens, so the URL is copied first.
const TEST =
	'<b>To test it here:</b> copy the test URL, press "Execute step", then open the URL in another tab and pay within two minutes with a test card of your provider. The panel is locked while n8n listens.';
const LINKS =
	'For another amount each time, let a workflow make links to the production URL with <b>Payment Link: Create</b>.';

/** What a person reads in the editor before the first customer has paid. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Accept payments on your own page',
	activationHint:
		'Publish the workflow, then open the production URL under "Webhook URLs": it is your payment page. To test it here instead, copy the test URL first, then press "Execute step" and pay within two minutes.',
	executionsHelp: {
		inactive: `<b>To accept payments:</b> publish the workflow and give customers the production URL under "Webhook URLs". ${LINKS}<br /><br />${TEST}`,
		active: `<b>Your payment page is published.</b> The executions list shows the payments that started the workflow, and n8n's log says what went wrong on the page. ${LINKS}<br /><br />${TEST}`,
	},
};
