import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { checkInput, numberRule } from '../../../gateway/values/input';
import { isFinal } from '../../../gateway/outcome';
import { readExpectedPayment } from '../../../gateway/calls/expectedPayment';
import { checkReference } from '../../../gateway/values/reference';
import { findPayments, makeOwnLookUpRequest } from '../../../gateway/calls/findPayments';
import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import type { ExpectedPayment } from '../../../gateway/payment';
import { lookUp, serviceAnswerOf } from '../../../gateway/sending/lookUp';
import type { ReadOperation } from '../../shared/execution/operation';
import { otpTriesField, TEXT } from '../../shared/fields/options';
import { editorLabels } from '../../shared/fields/fields';
import { optionsOfReads } from '../../shared/execution/run';
import { checkSigningKey } from '../../shared/signing/keys';
import { transactionReferenceField } from '../commonFields';
import { makeFinishedItem, readPageOptions, SHOWN, makeTimedOutItem } from '../otpPage/otpItem';
import { isPassedOn } from './passOn';

/** The text in the editor while the node waits, as an expression. */
export const OTP_TOOLTIP =
	'"Each customer enters the OTP at the link in otpUrl of the charge, which this workflow sent before this node. To open it yourself, copy it from the output of the charge."';

const MINUTE = 60_000;
const MOST_MINUTES = 7 * 24 * 60;

const limitRule = `is not a number of minutes. Write one from 1 to ${MOST_MINUTES}.`;
const limitSchema = z.object({
	timeLimit: numberRule(1, limitRule).refine((minutes) => minutes <= MOST_MINUTES, limitRule),
});

const fields: INodeProperties[] = [
	{
		displayName:
			'Between <b>Card: Charge</b> and this node, send each customer the link that is in <b>otpUrl</b> of the item.',
		name: 'resumeNotice',
		type: 'notice',
		default: '',
	},
	transactionReferenceField,
	{
		displayName: 'Time Limit (Minutes)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		required: true,
		default: 15,
		description:
			'How long to wait for the customers. If one of them has not finished by then, all that waited continue with the outcome "unknown", and "timedOut" is true, even those who have paid. Verify them.',
	},
	{
		displayName: 'Shop Name',
		name: 'merchantName',
		...TEXT,
		description: 'Shown on the page',
	},
	optionsOfReads([otpTriesField]),
];

/** A payment whose OTP is collected. */
interface CollectRequest {
	reference: string;
	/** The charge as it was sent, where that is known. */
	expected: ExpectedPayment | undefined;
}

/**
 * Card: Collect OTP and Authorize. All items share one wait, because an execution of n8n can only have one. Each item has
 * an address of its own, so that no customer sees another's payment. The output of `perform` goes on when the time is up.
 */
export const collectOtp: ReadOperation<CollectRequest> = {
	kind: 'read',
	option: {
		name: 'Collect OTP and Authorize',
		value: 'collectOtp',
		action: 'Collect OTP and authorize',
		description:
			'Wait until the customer has entered the OTP on a page that n8n serves, and authorize the payment with it',
	},
	fields,
	// One payment that came out for several items would be delivered as often.
	unique: { field: transactionReferenceField.displayName, of: ({ reference }) => reference },
	words: PAYMENT_WORDS,
	shows: SHOWN,

	passesOn: (parameters) => isPassedOn(parameters, () => true),

	prepare(parameters, settings) {
		// The page seals how many OTPs were tried.
		checkSigningKey(settings.privateKey);
		checkInput(limitSchema, { timeLimit: parameters.get('timeLimit') }, editorLabels(fields));
		readPageOptions(parameters.get('options', {}));
		const reference = checkReference(parameters.get('transactionReference'), 'Transaction Reference');
		// The item of the charge says what the record must be about.
		return { reference, expected: readExpectedPayment(parameters.item, reference, settings) };
	},

	async perform({ service }, { reference, expected }) {
		const answered = serviceAnswerOf(
			await lookUp(service, findPayments, makeOwnLookUpRequest(reference, expected, service.settings)),
		);
		if ('failure' in answered) throw answered.failure;
		return {
			output: isFinal(answered.value.outcome)
				? makeFinishedItem(answered.value)
				: makeTimedOutItem(answered.value, expected),
		};
	},

	async wait(context, items) {
		const first = items.findIndex(({ json }) => json.timedOut === true);
		if (first < 0) return;
		// Still the input's parameter, because the items have not been replaced yet. A failed item may have no valid one.
		const minutes = Number(context.getNodeParameter('timeLimit', first));
		// n8n passes its input on when the time is up, and the page reads it.
		const input = context.getInputData();
		input.splice(0, input.length, ...items);
		if (isRightBehindCharge(context)) {
			context.addExecutionHints({ message: NO_LINK, type: 'warning', location: 'outputPane' });
		}
		await context.putExecutionToWait(new Date(Date.now() + minutes * MINUTE));
	},
};

const NO_LINK =
	'No customer can have the link: this node comes right after the charge. Between the two, add a node that sends each customer the "otpUrl" of the item.';

/** Says whether the items come right from another operation of this node, and no other branch can have sent the links. */
function isRightBehindCharge(context: IExecuteFunctions): boolean {
	const { name, type } = context.getNode();
	const { name: before } = context.getWorkflowDataProxy(0).$prevNode as { name: string };
	const isCharge = context.getParentNodes(name).some((parent) => parent.name === before && parent.type === type);
	const own = [name, ...context.getChildNodes(name).map((child) => child.name)];
	return isCharge && context.getChildNodes(before).every((child) => own.includes(child.name));
}
