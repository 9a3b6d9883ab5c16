import type { INodeProperties } from 'n8n-workflow';

import { NotAuthorizedError } from '../../../../gateway/errors';
import type { Payment } from '../../../../gateway/payment';

export const failUnlessAuthorized: INodeProperties = {
	displayName: 'Fail Unless Authorized',
	name: 'failUnlessAuthorized',
	type: 'boolean',
	default: false,
	description:
		'Whether an item whose payment is not authorized fails, so that the workflow stops there or takes the error branch',
};

/** @throws NotAuthorizedError when the payment is anything but authorized */
export function refuseUnlessAuthorized({
	authorized,
	outcome,
	status,
	statusName,
	transactionReference: reference,
}: Payment): void {
	if (authorized) return;
	const code = status === null ? '' : `, status ${status}${statusName ? ` ${statusName}` : ''}`;
	throw new NotAuthorizedError(
		`The payment ${reference} is not authorized: its outcome is ${outcome}${code}`,
		'The option "Fail Unless Authorized" made this an error. Do not deliver before the payment is authorized.',
	);
}
