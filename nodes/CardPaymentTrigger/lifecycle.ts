import { lifecycleOf } from '../shared/webhooks/lifecycle';
import { readRules } from './settings';

/** What n8n calls when the workflow is activated, deactivated, or listens for a test. */
export const lifecycle = lifecycleOf({
	accepts: 'notifications',
	checkRules(context) {
		const { verify, requireSignedUrl } = readRules(context);
		return verify || requireSignedUrl;
	},
});
