// @ts-nocheck
import { resource } from '../resource';
import { getMany } from './getMany';

export const bank = resource({
	option: { name: 'Bank', value: 'bank' },
	operations: [getMany],
	defaultOperation: getMany,
});
