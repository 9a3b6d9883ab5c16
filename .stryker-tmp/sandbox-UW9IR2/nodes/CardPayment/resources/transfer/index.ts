// @ts-nocheck
import { resource } from '../resource';
import { create } from './create';
import { getStatus } from './getStatus';
import { waitForOutcome } from './waitForOutcome';

export const transfer = resource({
	option: { name: 'Transfer', value: 'transfer' },
	operations: [create, getStatus, waitForOutcome],
	defaultOperation: create,
});
