import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkReference, type VerifiedPayment } from '../../../../gateway/verify';
import type { Operation } from '../../../shared/operation';
import { verify as verifyTransaction } from '../../../shared/verification';
import { readOptions, simplify, transactionReference } from '../fields';
import { failUnlessAuthorized, refuseUnlessAuthorized } from './fields';

interface VerifyRequest {
	reference: string;
	mustBeAuthorized: boolean;
}

const description: INodeProperties[] = [transactionReference, simplify, readOptions([failUnlessAuthorized])];

/** Transaction: Verify (specification 2.6, 4.5). */
export const verify: Operation<VerifyRequest> = {
	description,

	prepare(parameters) {
		return {
			reference: checkReference(parameters.get('transactionReference')),
			mustBeAuthorized: parameters.get<boolean>('options.failUnlessAuthorized', false),
		};
	},

	async perform(run, { reference, mustBeAuthorized }) {
		const answered = await verifyTransaction(run, reference);
		if ('failure' in answered) throw answered.failure;
		if (mustBeAuthorized) refuseUnlessAuthorized(answered.value);
		return { output: { ...answered.value } satisfies VerifiedPayment as unknown as IDataObject, raw: answered.raw };
	},
};
