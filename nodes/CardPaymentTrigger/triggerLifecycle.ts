import { checkSigningKey } from '../shared/signing/keys';
import { lifecycleOf } from '../shared/webhooks/lifecycle';
import { readTriggerSettings } from './triggerSettings';

/** What n8n calls when the workflow is activated, deactivated, or listens for a test. */
export const lifecycle = lifecycleOf({
	accepts: 'notifications',
	checkSettings(context, { privateKey }) {
		const { verify, requireSignedUrl, expected } = readTriggerSettings(context);
		if (requireSignedUrl || expected === 'signedUrl') checkSigningKey(privateKey);
		return verify || requireSignedUrl;
	},
});
