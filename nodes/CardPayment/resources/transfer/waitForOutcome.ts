import { askUntilFinal } from '../question';
import { transferQuestion } from './question';

/** Transfer: Wait for Outcome. Asks for the status again and again. */
export const waitForOutcome = askUntilFinal(transferQuestion);
