import { authorize as call, buildAuthorize, type AuthorizeRequest } from '../../../gateway/calls/authorize';
import { readExpectedPayment } from '../../../gateway/calls/expectedPayment';
import { isNothing } from '../../../gateway/values/input';
import type { PayOperation } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/run';
import { editorFields } from '../../shared/fields/fields';
import { transactionReferenceField } from '../commonFields';
import { isPassedOn } from './passOn';

/** Card: Authorize (specification 2.4, 2.5, 4.4). */
export const authorize: PayOperation<AuthorizeRequest> = {
	kind: 'pay',
	option: {
		name: 'Authorize',
		value: 'authorize',
		action: 'Authorize card with OTP',
		description: 'Authorize a charge with the OTP that the customer received',
	},
	fields: [transactionReferenceField, ...editorFields(call.fields), optionsOfMoney()],
	// A retry looks up what the first try has sent, also where the item has another transaction reference by now. Its input is the same, so
	// the node was edited; to authorize the other transaction as well would be a second payment for one item.
	call,
	shows: ['otpRejected', 'otpUrl', 'details'],

	passesOn: (parameters) => isPassedOn(parameters, () => !isNothing(parameters.get<unknown>('otp'))),

	prepare(parameters, settings) {
		const transactionReference = parameters.get('transactionReference');
		const request = buildAuthorize({ transactionReference, otp: parameters.get('otp') });
		// The item of the charge says what the answer must be about.
		return { ...request, expected: readExpectedPayment(parameters.item, request.reference, settings) };
	},
};
