import type { IHookFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { isProtected, readSettings, type Settings } from '../../../gateway/client/settings';
import { runProbes } from '../../../gateway/setup/probes';
import { SET_PUBLIC_ADDRESS } from '../../../gateway/setup/publicAddress';
import { asGatewayError, InputError, RefusedError, SettingError } from '../../../gateway/values/errors';
import { nodeFailure } from '../transport/nodeErrors';
import { plainSender } from '../transport/plainRequest';
import { openCredential } from '../transport/openCredential';

const TIMEOUT = 15_000;

/** The settings with which n8n lets the node send its own response. Plain text, because n8n would evaluate an expression each time. */
export const OWN_RESPONSE = { responseMode: 'onReceived', responseData: '' } as const;

/** The cases in which n8n activates a workflow by itself: it starts, or another of its processes takes over. */
const UNATTENDED: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

/**
 * Makes the methods that n8n calls when a workflow is activated, deactivated, or listens for a test event. The service has no call that
 * registers a URL, but a mistake that would make every request fail can be found now.
 * @param accepts such as "notifications"
 * @param checkSettings throws a GatewayError where the node's settings cannot be used
 */
export function lifecycleOf(accepts: string, checkSettings: (context: IHookFunctions, credential: Settings) => void) {
	return {
		/** Says that nothing is registered yet: the service keeps no list of URLs, so each activation runs the checks. */
		checkExists(this: IHookFunctions): Promise<boolean> {
			return Promise.resolve(false);
		},

		/**
		 * Checks the settings, the credential and the public URL. A mistake keeps n8n from publishing; where nobody could correct it,
		 * it is logged, and requests are answered with 503 until it is gone.
		 */
		async create(this: IHookFunctions): Promise<boolean> {
			const name = this.getNode().name;
			if (!isProtected(this.getNodeWebhookUrl('default') ?? '')) {
				this.logger.warn(
					`${name}: the address for ${accepts} is not https, so others can read them in transit. ${SET_PUBLIC_ADDRESS}.`,
				);
			}
			try {
				const credential = await openCredential(this);
				checkSettings(this, readSettings(credential));
				const send = plainSender(this, TIMEOUT);
				for await (const { failure } of runProbes(credential, { send }, ['Private Key'])) if (failure) throw failure;
			} catch (error) {
				const problem = problemOf(error);
				// The editor shows only the message, beside the node of a test and for the whole workflow that is published.
				const told = this.getMode() === 'manual' ? problem : `${name}: ${problem}`;
				if (isToldInEditor(this, error)) throw nodeFailure({ error: new SettingError(told), node: this.getNode() });
				this.logger.error(`${name} is active, but cannot accept ${accepts} yet: ${problem}`);
			}
			return true;
		},

		/**
		 * Keeps what the trigger remembers: publishing a change also deactivates the workflow, while requests are under way
		 * that have read static data before and write it afterwards.
		 */
		delete(this: IHookFunctions): Promise<boolean> {
			return Promise.resolve(true);
		},
	};
}

/** Says whether a problem is shown in the editor, instead of the log. */
function isToldInEditor(context: IHookFunctions, problem: unknown): boolean {
	if (context.getMode() === 'manual') return true;
	const activation = context.getActivationMode();
	if (UNATTENDED.includes(activation)) return false;
	// When a published workflow is changed, n8n has deactivated it by now. A problem that passes by itself must not leave it so.
	const isLasting = [InputError, SettingError, RefusedError].some((kind) => problem instanceof kind);
	return isLasting || activation !== 'update';
}

/** Says what is wrong and what to do, in one text, where there is room for only one: in n8n's log, and where n8n refuses to publish. */
export function problemOf(error: unknown): string {
	const { message, description } = asGatewayError(error);
	return [message, description].filter(Boolean).join(' ');
}
