import type { IHookFunctions } from 'n8n-workflow';

import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { SettingError } from '../../../gateway/protocol/errors';
import { checkPrivateKey, unusedReference } from '../../../gateway/calls/verify';
import { asGatewayError, nodeFailure } from '../transport/nodeErrors';
import { forget } from './memory';
import { forgetCredential } from './recentCredential';
import { Transport } from '../transport/transport';

const TIMEOUT = 15_000;

/** What a trigger takes at its address. */
export interface Purpose {
	/** Such as "notifications". */
	accepts: string;
	/**
	 * Checks the node's settings.
	 * @returns whether it asks the service about transactions
	 * @throws GatewayError when they cannot be used
	 */
	checkRules(context: IHookFunctions): boolean;
}

/**
 * What n8n calls when a workflow is activated, deactivated, or listens for a test. The service has no call to register
 * an address; but what would make every request fail can be found out now.
 */
export function lifecycleOf(purpose: Purpose) {
	return {
		/** The service keeps no list of addresses that could be looked up, so each activation checks afresh. */
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return false;
		},

		/**
		 * Checks the settings, the credential and the public address. A test says what is wrong. An activation only writes
		 * it into n8n's log: after an error n8n would show the workflow as active, and answer every request with 404.
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
				// The editor shows the message alone.
				const problem = [message, description].filter(Boolean).join('. ');
				if (this.getMode() === 'manual') throw nodeFailure({ error: new SettingError(problem), node: this.getNode() });
				this.logger.error(`${name} is active, but cannot accept ${purpose.accepts} yet: ${problem}`);
			}
			return true;
		},

		/** What started the workflow stays known to n8n: publishing a change deactivates and activates it as well. */
		async delete(this: IHookFunctions): Promise<boolean> {
			forget(this);
			forgetCredential(this);
			return true;
		},
	};
}

/** @throws GatewayError when a setting cannot be used, or the service does not take the private key */
async function checkSetup(context: IHookFunctions, { checkRules }: Purpose): Promise<void> {
	const asksService = checkRules(context);
	const transport = await Transport.open(context, TIMEOUT);
	if (!asksService) return;
	const answer = await transport.send(ENDPOINTS.verify, { parameters: { transactionReference: unusedReference() } });
	checkPrivateKey(answer, transport.secrets());
}

/** Whether what is sent to the address cannot be read on its way: https, or this machine itself. */
function isProtected(address: string | undefined): boolean {
	if (address === undefined || !URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
