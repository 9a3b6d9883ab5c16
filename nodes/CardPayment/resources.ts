import { checkSetup } from './account/checkSetup';
import { get } from './account/get';
import { getMany } from './bank/getMany';
import { resolveName } from './bankAccount/resolveName';
import { authorize } from './card/authorize';
import { charge } from './card/charge';
import { collectOtp } from './card/collectOtp';
import { createHostedCheckout } from './payment/createHostedCheckout';
import { create as createLink } from './paymentLink/create';
import { resource } from './resource';
import { getMany as getManyTransactions } from './transaction/getMany';
import { refund } from './transaction/refund';
import { verify } from './transaction/verify';
import { waitForOutcome as waitForPayment } from './transaction/waitForOutcome';
import { create as createTransfer } from './transfer/create';
import { getStatus } from './transfer/getStatus';
import { waitForOutcome as waitForTransfer } from './transfer/waitForOutcome';

/** The node's resources with their operations, in the order in which the editor lists them; the operation that is chosen first is last. */
export const resources = [
	resource('Account', 'account', [checkSetup, get], get),
	resource('Bank', 'bank', [getMany], getMany),
	resource('Bank Account', 'bankAccount', [resolveName], resolveName),
	resource('Card', 'card', [authorize, charge, collectOtp], charge),
	resource('Payment', 'payment', [createHostedCheckout], createHostedCheckout),
	resource('Payment Link', 'paymentLink', [createLink], createLink),
	resource('Transaction', 'transaction', [getManyTransactions, refund, verify, waitForPayment], verify),
	resource('Transfer', 'transfer', [createTransfer, getStatus, waitForTransfer], createTransfer),
];
