// @ts-nocheck
import { account } from './account';
import { bank } from './bank';
import { bankAccount } from './bankAccount';
import { card } from './card';
import { paymentLink } from './paymentLink';
import { transaction } from './transaction';
import { transfer } from './transfer';

/** The node's resources, in the order in which the editor lists them. */
export const resources = [account, bank, bankAccount, card, paymentLink, transaction, transfer];
