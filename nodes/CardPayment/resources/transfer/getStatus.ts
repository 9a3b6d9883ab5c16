import { askOnce } from '../polling';
import { transferQuestion } from './polling';

/** Transfer: Get Status, in the form that providers publish. */
export const getStatus = askOnce(transferQuestion);
