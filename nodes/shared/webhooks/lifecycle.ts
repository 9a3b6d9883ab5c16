import type { IHookFunctions } from 'n8n-workflow';

import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { SettingError } from '../../../gateway/protocol/errors';
import { unprotectedLive, type Settings } from '../../../gateway/protocol/settings';
import { checkPrivateKey, unusedReference } from '../../../gateway/calls/verify';
import { asGatewayError, nodeFailure } from '../transport/nodeErrors';
import { forget } from './memory';
import { forgetCredential } from './recentCredential';
import { Transport } from '../transport/transport';

const TIMEOUT = 15_000;

/** What a trigger accepts. */
interface Purpose {
	/** Such as "notifications". */
	accepts: string;
	/**
	 * Checks the node's settings.
	 * @param credential what the credential says
	 * @returns whether it asks the service about transactions
	 * @throws GatewayError when they cannot be used
	 */
	checkSettings: (context: IHookFunctions, credential: Settings) => boolean;
}

/**
 * What n8n calls when a workflow is activated, deactivated, or listens for a test event. The service has no call that
 * registers a URL, but a mistake that would make every request fail can be found now.
 */
export function lifecycleOf(purpose: Purpose) {
	return {
		/** The service keeps no list of URLs, so each activation runs the checks. */
		checkExists(this: IHookFunctions): Promise<boolean> {
			return Promise.resolve(false);
		},

		/**
		 * Checks the settings, the credential and the public URL. A test event fails with the problem. An activation only
		 * logs it, because after an error n8n would show the workflow as active and answer every request with 404.
		 */
		async create(this: IHookFunctions): Promise<boolean> {
			const name = this.getNode().name;
			if (!isProtected(this.getNodeWebhookUrl('default'))) {
				this.logger.warn(
					`${name}: the address for ${purpose.accepts} is not https, so others can read them on their way. Set WEBHOOK_URL of this n8n to its public https address.`,
				);
			}
			try {
				await checkSetup(this, purpose);
			} catch (error) {
				const { message, description } = asGatewayError(error);
				// The editor shows only the message.
				const problem = [message, description].filter(Boolean).join('. ');
				if (this.getMode() === 'manual') throw nodeFailure({ error: new SettingError(problem), node: this.getNode() });
				this.logger.error(`${name} is active, but cannot accept ${purpose.accepts} yet: ${problem}`);
			}
			return true;
		},

		/** Frees memory. Static data stays, because publishing a change also deactivates and activates the workflow. */
		delete(this: IHookFunctions): Promise<boolean> {
			forget(this);
			forgetCredential(this);
			return Promise.resolve(true);
		},
	};
}

/** @throws GatewayError when a setting cannot be used, or the service does not accept the private key */
async function checkSetup(context: IHookFunctions, { checkSettings }: Purpose): Promise<void> {
	const transport = await Transport.open(context, TIMEOUT);
	const unprotected = unprotectedLive(transport.settings);
	if (unprotected) context.logger.warn(`${context.getNode().name}: ${unprotected.message}. ${unprotected.description}`);
	if (!checkSettings(context, transport.settings)) return;
	const answer = await transport.send(ENDPOINTS.verify, { parameters: { transactionReference: unusedReference() } });
	checkPrivateKey(answer, transport.secrets());
}

/** Whether requests to the URL cannot be read in transit: it uses https, or leads to this machine. */
function isProtected(address: string | undefined): boolean {
	if (address === undefined || !URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
