import { resource } from '../resource';
import { authorize } from './authorize';
import { charge } from './charge';
import { collectOtp } from './collectOtp/operation';

export const card = resource({
	option: { name: 'Card', value: 'card' },
	operations: [authorize, charge, collectOtp],
	defaultOperation: charge,
});
