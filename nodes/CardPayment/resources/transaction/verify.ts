import { askOnce } from '../polling';
import { transactionQuestion } from './polling';

/** Transaction: Verify (specification 2.6, 4.5). */
export const verify = askOnce(transactionQuestion);
