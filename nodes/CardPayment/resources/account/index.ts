import { resource } from '../resource';
import { checkSetup } from './checkSetup';
import { get } from './get';

export const account = resource({
	option: { name: 'Account', value: 'account' },
	operations: [checkSetup, get],
	defaultOperation: get,
});
