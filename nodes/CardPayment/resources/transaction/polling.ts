import { checkReference } from '../../../../gateway/calls/verify';
import { verify } from '../../../shared/payments/verify';
import { transactionReference } from '../fields';
import type { Question } from '../polling';

export const transactionQuestion: Question = {
	field: transactionReference,
	check: checkReference,
	fetchRecord: verify,
};
