// @ts-nocheck
import { resource } from '../resource';
import { get } from './get';

export const account = resource({
	option: { name: 'Account', value: 'account' },
	operations: [get],
	defaultOperation: get,
});
