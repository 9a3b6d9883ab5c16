import type { GenericValue, IDataObject } from 'n8n-workflow';

import { InputError } from '../../gateway/values/errors';
import type { Money } from '../../gateway/values/money';
import type { Parameters } from '../shared/execution/parameters';
import { signUrl, triggerUrls, WEBHOOK_PATHS } from '../shared/signing/signedUrl';

/** Whether the URLs of a payment are those of a trigger, which get signed. */
export function notifiesTrigger(parameters: Parameters): boolean {
	return parameters.get('notify', 'nobody') === 'trigger';
}

/**
 * The URLs of the "notify" fields, for the customer's browser and for notifications.
 * @param names of the fields that are there for other URLs
 * @throws InputError where the URL of a trigger is to be used, and is none
 */
export function readUrls(parameters: Parameters, names = ['callbackUrl', 'webhookURL']): IDataObject {
	// n8n has no value for a field that it does not show, so these are read only where they are shown.
	switch (parameters.get('notify', 'nobody')) {
		case 'urls':
			return Object.fromEntries(names.map((name): [string, GenericValue] => [name, parameters.get(name)]));
		case 'trigger':
			return readTriggerUrl(parameters.get('triggerUrl'));
		default:
			// The service requires both (specification 2.2). Nothing listens at the start page of n8n, and no workflow can.
			return { callbackUrl: parameters.addressOfN8n, webhookURL: parameters.addressOfN8n };
	}
}

function readTriggerUrl(url: unknown): IDataObject {
	const both = typeof url === 'string' ? triggerUrls(url.trim()) : undefined;
	if (both) return both;
	throw new InputError([
		{
			path: ['triggerUrl'],
			field: 'Trigger URL',
			rule: `is not the address of a Card Payment Trigger. Copy it from that node; it ends in /${WEBHOOK_PATHS.notification} or /${WEBHOOK_PATHS.callback}.`,
		},
	]);
}

interface Notifying<Body> {
	body: Body;
	reference: string;
	money: Money;
}

/** The body of a payment, with its terms and their signature in its URLs. @throws SettingError without a key that can sign */
export function withSignedUrls<Body extends Record<string, unknown>>(
	{ body, reference, money }: Notifying<Body>,
	privateKey: string,
): Body {
	const terms = { reference, amount: String(money.major), currency: money.currency };
	const signed = ['callbackUrl', 'webhookURL']
		.filter((name) => name in body)
		.map((name) => [name, signUrl(String(body[name]), terms, privateKey)]);
	return { ...body, ...(Object.fromEntries(signed) as object) };
}
