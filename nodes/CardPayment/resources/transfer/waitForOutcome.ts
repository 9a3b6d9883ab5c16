import { askUntilFinal } from '../polling';
import { transferQuestion } from './polling';

/** Transfer: Wait for Outcome. Asks for the status again and again. */
export const waitForOutcome = askUntilFinal(transferQuestion);
