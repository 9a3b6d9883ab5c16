import { resource } from '../resource';
import { authorize } from './authorize';
import { charge } from './charge';
import { chargeFromJson } from './chargeFromJson';
import { collectOtp } from './collectOtp/operation';

export const card = resource({
	option: { name: 'Card', value: 'card' },
	operations: [authorize, charge, chargeFromJson, collectOtp],
	defaultOperation: charge,
});
