import type { EngineOptions } from '../../../dev/engine';

/**
 * n8n's engines for expressions. The default one makes an isolate for each request and each execution, which costs more
 * than all the rest of a test. So tests take the older engine,
 * but for those of expressions and of the examples, and one file of tests for each trigger.
 */
export const WITHOUT_ISOLATES: EngineOptions = { expressionEngine: 'legacy' };
export const WITH_ISOLATES: EngineOptions = {};
