import { askUntilFinal } from '../question';
import { transactionQuestion } from './question';

/** Transaction: Wait for Outcome. Asks verify (specification 4.5) again and again. */
export const waitForOutcome = askUntilFinal(transactionQuestion);
