// @ts-nocheck
import { resource } from '../resource';
import { verify } from './verify';
import { waitForOutcome } from './waitForOutcome';

export const transaction = resource({
	option: { name: 'Transaction', value: 'transaction' },
	operations: [verify, waitForOutcome],
	defaultOperation: verify,
});
