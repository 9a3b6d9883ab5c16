// @ts-nocheck
import { lifecycleOf } from '../shared/webhooks/lifecycle';
import { readTriggerSettings } from './settings';

/** What n8n calls when the workflow is activated, deactivated, or listens for a test. */
export const lifecycle = lifecycleOf({
	accepts: 'notifications',
	checkSettings(context) {
		const { verify, requireSignedUrl } = readTriggerSettings(context);
		return verify || requireSignedUrl;
	},
});
