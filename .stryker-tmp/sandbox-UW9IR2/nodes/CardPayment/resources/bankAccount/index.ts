// @ts-nocheck
import { resource } from '../resource';
import { resolveName } from './resolveName';

export const bankAccount = resource({
	option: { name: 'Bank Account', value: 'bankAccount' },
	operations: [resolveName],
	defaultOperation: resolveName,
});
