import type { IDataObject } from 'n8n-workflow';

import { CHARGE_KEYS } from '../../../../gateway/calls/charge/fields';
import { InputError } from '../../../../gateway/protocol/errors';
import { readJsonObject } from '../../../../gateway/schema/input';
import { refuseNothing } from '../../../shared/execution/parameters';

/** What the JSON is at first. What stands in angle brackets is refused. */
export const CHARGE_TEMPLATE = {
	cardNumber: '<card number>',
	expiry: '<MM/YY>',
	cvv: '<CVV>',
	amount: '<1050 means 10.50>',
	currency: '<NGN>',
	reference: '<your unique reference, or leave this line out>',
};

// The service's own names differ in their capitals, and so do those in its answers (specification 2.2, 2.5).
const OTHER_SPELLINGS = { webhookUrl: 'webhookURL', callbackURL: 'callbackUrl' };

/**
 * Reads a charge that is given as one JSON object (specification 2.2).
 * @param value the object, or its text
 * @throws InputError where it is no object, where it is still the template, or where a field that must not be empty is
 */
export function readChargeJson(value: unknown): IDataObject {
	const fields = withUsualNames(readJsonObject(value, CHARGE_KEYS['']!));
	const untouched = Object.keys(CHARGE_TEMPLATE).filter((name) => isPlaceholder(fields[name]));
	if (untouched.length > 0) {
		const rule = 'is still the example in angle brackets. Replace it with the value of this payment.';
		throw new InputError(untouched.map((name) => ({ path: [name], field: name, rule })));
	}
	for (const name of ['reference', 'tid']) {
		const problem = { path: [name], field: name, instead: 'leave it out of the JSON' };
		if (Object.hasOwn(fields, name)) refuseNothing(fields[name], problem);
	}
	return fields as IDataObject;
}

function isPlaceholder(value: unknown): boolean {
	return typeof value === 'string' && /^\s*<.*>\s*$/s.test(value);
}

function withUsualNames(fields: Record<string, unknown>): Record<string, unknown> {
	const usual = { ...fields };
	for (const [other, name] of Object.entries(OTHER_SPELLINGS)) {
		if (!Object.hasOwn(fields, other) || Object.hasOwn(fields, name)) continue;
		usual[name] = fields[other];
		delete usual[other];
	}
	return usual;
}
