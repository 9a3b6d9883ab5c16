// @ts-nocheck
import type { INodeTypeDescription } from 'n8n-workflow';

const TRIAL =
	'<b>Try it out:</b> press "Execute step", open the <b>test</b> URL in another tab and pay with a test card of your provider.';

/** What a person reads in the editor before the first customer has paid. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Take a payment on a page of your own',
	activationHint:
		'Under "Webhook URLs" is the address of the payment page. The test URL works while this step is executing; publish the workflow to use the production URL.',
	executionsHelp: {
		inactive: `${TRIAL}<br /><br /><b>When it works:</b> publish the workflow, and give customers the production URL or links that <b>Payment Link: Create</b> makes from it.`,
		active: `${TRIAL}<br /><br /><b>The payment page is open:</b> what it starts is in the executions list. What went wrong on it is in n8n's log.`,
	},
};
