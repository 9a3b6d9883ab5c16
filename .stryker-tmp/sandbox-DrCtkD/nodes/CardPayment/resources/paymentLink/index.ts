// @ts-nocheck
import { resource } from '../resource';
import { create } from './create';

export const paymentLink = resource({
	option: { name: 'Payment Link', value: 'paymentLink' },
	operations: [create],
	defaultOperation: create,
});
