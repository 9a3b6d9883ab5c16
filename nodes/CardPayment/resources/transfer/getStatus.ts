import { askOnce } from '../question';
import { transferQuestion } from './question';

/** Transfer: Get Status, in the form that providers publish. */
export const getStatus = askOnce(transferQuestion);
