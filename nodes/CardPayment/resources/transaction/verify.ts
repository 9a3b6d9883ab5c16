import { askOnce } from '../question';
import { transactionQuestion } from './question';

/** Transaction: Verify (specification 2.6, 4.5). */
export const verify = askOnce(transactionQuestion);
