/** Runs workflows of this package in n8n's real engine (n8n-core), for tests, the demo and the benchmarks. */
export { Engine, type EngineOptions } from './engine';
export { serialize } from './logger';
export type { EngineRun } from './run';
export type { RetriableExecution, RunOptions } from './run-options';
export type { ActiveWorkflow } from './webhooks/active';
export type { Activation } from './webhooks/live';
export type { INodeJson, WorkflowJson } from './workflow-json';
