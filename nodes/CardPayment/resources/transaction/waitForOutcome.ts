import { askUntilFinal } from '../polling';
import { transactionQuestion } from './polling';

/** Transaction: Wait for Outcome. Asks verify (specification 4.5) again and again. */
export const waitForOutcome = askUntilFinal(transactionQuestion);
