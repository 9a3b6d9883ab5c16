import type { IDataObject } from 'n8n-workflow';

import { readCharge, type ChargedPayment, type ChargeRequest } from '../../../gateway/calls/charge';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import type { Money } from '../../../gateway/schema/money';
import { commonPart, payment, type Payment } from '../../../gateway/payment';
import { exchange } from './exchange';
import type { Sought } from './lookUp';
import type { Result, Run } from '../execution/operation';
import { findFirst, recallOf, settle, type Settlement } from './resolution';
import { verify } from './verify';

/**
 * Sends a charge, once (specification 2.2, 2.3, 4.3), and says what came of it.
 * @throws GatewayError when nothing came of it
 */
export async function sendCharge(run: Run, request: ChargeRequest): Promise<Result> {
	const answered = await exchange(run, ENDPOINTS.charge, { body: request.body }, request.secrets, (data) =>
		readCharge(data, request, run.transport.settings.statusTable),
	);
	return await settle(run, answered, settlementOf(run, request));
}

/** Says what came of a charge that was sent before, without sending it again. */
export const recallCharge = recallOf('this charge', settlementOf);

const ALREADY_CHARGED =
	'This reference had been used before, so nothing was charged now. This is what became of that first charge.';

function settlementOf(run: Run, { reference, money, secrets }: ChargeRequest): Settlement {
	const { major: amount, minor: amountMinor, currency } = money;
	const sought: Sought = { reference, ask: verify, isIt: isChargeOf(reference, money), secrets };
	return {
		sought,
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
		question: 'the card was charged',
		advice: 'Do not charge the card again under a new reference: verify this one later, or ask your provider about it.',
		describe: (paid, answerLost) => describe(paid, { answerLost }),
		async refused(failure) {
			// A reference that was used before is refused as well; then the state of the first charge is what counts.
			const first = await findFirst(run, failure, sought);
			return first && { output: describe({ ...first, message: ALREADY_CHARGED }, { duplicate: true }) };
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
