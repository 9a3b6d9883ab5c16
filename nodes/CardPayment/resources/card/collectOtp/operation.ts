import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { checkInput, numberFrom } from '../../../../../gateway/schema/input';
import { isFinal } from '../../../../../gateway/outcome';
import { checkReference, type VerifiedPayment } from '../../../../../gateway/calls/verify';
import type { Operation } from '../../../../shared/execution/operation';
import { otpTriesField, otpTriesRule } from '../../../../shared/fields/otpTries';
import { verify } from '../../../../shared/payments/verify';
import { readOptions, transactionReference } from '../../fields';

const MINUTE = 60_000;
const MOST_MINUTES = 7 * 24 * 60;

const LABELS = { timeLimit: 'Time Limit (Minutes)', otpTries: otpTriesField.displayName };
const limitRule = `must be from 1 to ${MOST_MINUTES} minutes`;
const limitSchema = z.object({
	timeLimit: numberFrom(1, limitRule).refine((minutes) => minutes <= MOST_MINUTES, limitRule),
});
const triesSchema = z.object({ otpTries: otpTriesRule });

const description: INodeProperties[] = [
	{
		displayName:
			'Send the customer the address <b>{{ $execution.resumeUrl }}</b> before this node. With several items, each customer gets their own: <b>{{ $execution.resumeUrl }}&transaction={{ $json.transactionReference }}</b>.',
		name: 'resumeNotice',
		type: 'notice',
		default: '',
	},
	transactionReference,
	{
		displayName: 'Time Limit (Minutes)',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		required: true,
		default: 15,
		description:
			'How long to wait. Items without an OTP by then go on with the outcome "otp_required" and "timedOut" true.',
	},
	{
		displayName: 'Shop Name',
		name: 'merchantName',
		type: 'string',
		default: '',
		description: 'Shown on the page',
	},
	readOptions([otpTriesField]),
];

/**
 * Card: Collect OTP and Authorize. One wait is for all items, because n8n knows one for each execution; each item has
 * its own address, so that no customer sees another one's payment. What is put out here goes on when the time is up.
 */
export const collectOtp: Operation<string> = {
	description,

	prepare(parameters) {
		checkInput(limitSchema, { timeLimit: parameters.get('timeLimit') }, LABELS);
		checkOtpTries(parameters.get('options', {}));
		return checkReference(parameters.get('transactionReference'));
	},

	async perform(run, reference) {
		const answered = await verify(run, reference);
		if ('failure' in answered) throw answered.failure;
		return { output: isFinal(answered.value.outcome) ? settled(answered.value) : timedOut(answered.value) };
	},

	async wait(context, items) {
		const first = items.findIndex(({ json }) => json.timedOut === true);
		if (first < 0) return;
		// As long as the items are those that came in; that of an item which failed may be none.
		const minutes = Number(context.getNodeParameter('timeLimit', first));
		// What n8n passes on when the time is up, and what the page finds.
		const input = context.getInputData();
		input.splice(0, input.length, ...items);
		await context.putExecutionToWait(new Date(Date.now() + minutes * MINUTE));
	},
};

/**
 * How many wrong OTPs the page takes, by the operation's options.
 * @throws InputError
 */
export function checkOtpTries({ otpTries }: IDataObject): number {
	return checkInput(triesSchema, { otpTries }, LABELS).otpTries;
}

/** A payment of which the service says that it is over. */
export function settled(record: VerifiedPayment): IDataObject {
	return { ...record, timedOut: false, otpRejected: false };
}

/** A payment for which no further OTP is taken. */
export function refused(record: VerifiedPayment): IDataObject {
	return open(record, { timedOut: false, otpRejected: true }, 'The service refused as many OTPs as OTP Tries allows.');
}

function timedOut(record: VerifiedPayment): IDataObject {
	return open(record, { timedOut: true, otpRejected: false }, 'The time for the OTP was up.');
}

function open(record: VerifiedPayment, why: { timedOut: boolean; otpRejected: boolean }, message: string): IDataObject {
	return {
		...{ ...record, outcome: 'otp_required', authorized: false, ...why },
		message: `${message} Verify the transaction before you do anything else.`,
	};
}
