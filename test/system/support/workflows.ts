import type { INodeJson } from '../../../dev/engine';
import { CREDENTIAL } from '../../../dev/playground/seed';

/** Builds workflows whose nodes of this package have one credential. */
export class Workflows {
	constructor(private readonly credentialId: string) {}

	/** Card Payment. */
	payment(name: string, parameters: object, more: Partial<INodeJson> = {}): INodeJson {
		return this.own(name, 'cardPayment', { parameters, ...more });
	}

	/** Card Payment Trigger. @param place its addresses are below `/webhook/<place>/` */
	trigger(place: string, parameters: object): INodeJson {
		return this.own('Trigger', 'cardPaymentTrigger', { typeVersion: 2, webhookId: place, parameters });
	}

	/** Card Payment Checkout Trigger. @param place its addresses are below `/webhook/<place>/` */
	checkout(place: string, parameters: object): INodeJson {
		return this.own('Checkout', 'cardPaymentCheckoutTrigger', { typeVersion: 2, webhookId: place, parameters });
	}

	private own(name: string, type: string, more: Partial<INodeJson>): INodeJson {
		const credentials = { cardPaymentApi: { id: this.credentialId, name: CREDENTIAL } };
		return { name, type: `n8n-nodes-card-payment.${type}`, credentials, ...more };
	}
}

/** A node that hands on what it gets. */
export function noOp(name: string): INodeJson {
	return { name, type: 'n8n-nodes-base.noOp' };
}
