import type { EngineOptions } from '../../../dev/engine';

/**
 * n8n's engines for expressions. The default one makes an isolate for each request and each execution, which costs more
 * than all the rest of a test. Triggers have no expressions but in what their users enter, so most of their tests take the
 * older engine; at least one file of tests for each trigger takes the default.
 */
export const WITHOUT_ISOLATES: EngineOptions = { expressionEngine: 'legacy' };
export const WITH_ISOLATES: EngineOptions = {};
