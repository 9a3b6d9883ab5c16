// @ts-nocheck
import type { INodeTypeDescription } from 'n8n-workflow';

const SETUP =
	'<b>Set it up:</b> in Card: Charge, choose "A Card Payment Trigger" under "Notify" and paste one of the two URLs: it makes both from it and signs them. Or give the notification URL to your provider, and enter both URLs yourself.';
const TRIAL =
	'<b>Try it out:</b> press "Execute step" and make a payment whose charge has the <b>test</b> URLs. Or open the test callback URL in a browser with <i>?transactionReference=...</i> of a payment that is authorized.';

/** What a person reads in the editor before the first notification has come. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Hear of payments from the service',
	activationHint:
		'Under "Webhook URLs" are two: the <b>notification</b> URL (POST) for the service, and the <b>callback</b> URL (GET) for the browser of a returning customer. Test URLs work while this step is executing; publish the workflow to use the production URLs.',
	executionsHelp: {
		inactive: `${SETUP}<br /><br />${TRIAL}<br /><br /><b>When it works:</b> publish the workflow and use the production URLs. What they start is in the executions list.`,
		active: `${SETUP}<br /><br />${TRIAL}<br /><br /><b>The production URLs are live:</b> what they start is in the executions list. A notification that starts nothing was filtered, a repeat, or not accepted; n8n's log says why.`,
	},
};
