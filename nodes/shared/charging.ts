import type { IDataObject } from 'n8n-workflow';

import { readCharge, type ChargedPayment, type ChargeRequest } from '../../gateway/charge';
import { CHARGE } from '../../gateway/endpoints';
import { RefusedError } from '../../gateway/errors';
import type { Money } from '../../gateway/money';
import { commonPart, payment, type Payment } from '../../gateway/payment';
import { exchange } from './exchange';
import type { Result, Run } from './operation';
import { findOut, settle, type Settlement } from './settlement';
import { lookUp, type Sought } from './verification';

/**
 * Sends a charge, once (specification 2.2, 2.3, 4.3), and says what came of it.
 * @throws GatewayError when nothing came of it
 */
export async function sendCharge(run: Run, request: ChargeRequest): Promise<Result> {
	const answered = await exchange(run, CHARGE, { body: request.body }, request.secrets, (data) =>
		readCharge(data, request, run.transport.settings.statusTable),
	);
	return await settle(run, answered, settlementOf(run, request));
}

/** Says what came of a charge that was sent before, without sending it again. */
export async function recallCharge(run: Run, request: ChargeRequest): Promise<Result> {
	const reason = 'An earlier try in this execution sent this charge and got no answer';
	return await findOut(run, reason, settlementOf(run, request));
}

const ALREADY_CHARGED =
	'This reference had been used before, so nothing was charged now. This is what became of that first charge.';

function settlementOf(run: Run, { reference, money, secrets }: ChargeRequest): Settlement {
	const { major: amount, minor: amountMinor, currency } = money;
	const sought: Sought = { reference, isIt: isChargeOf(reference, money), secrets };
	return {
		sought,
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
		question: 'the card was charged',
		advice: 'Do not charge the card again under a new reference: verify this one later, or ask your provider about it.',
		describe: (paid, answerLost) => describe(paid, { answerLost }),
		async refused(failure) {
			// A reference that was used before is refused as well; then the state of the first charge is what counts.
			const mayBeDuplicate = failure instanceof RefusedError && [400, 409].includes(failure.httpStatus);
			const first = mayBeDuplicate && (await lookUp(run, sought, [0]));
			if (!first || !('record' in first)) return undefined;
			return { output: describe({ ...first.record, message: ALREADY_CHARGED }, { duplicate: true }) };
		},
	};
}

function describe(
	paid: Payment & Partial<ChargedPayment>,
	flags: { answerLost?: boolean; duplicate?: boolean },
): IDataObject {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	const { answerLost = false, duplicate = false } = flags;
	return { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount, answerLost, duplicate };
}

// The same reference with another amount is another payment: the user's mistake, not our charge.
function isChargeOf(reference: string, { major, currency }: Money): Sought['isIt'] {
	return (record) =>
		record.reference === reference &&
		(record.currency === null || record.currency === currency) &&
		(record.amount === null || major === null || record.amount === major);
}
