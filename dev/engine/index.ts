/** Runs workflows of this package in n8n's real engine (n8n-core), for tests, the demo and the benchmarks. */
export { Engine, type EngineOptions } from './engine';
export type { ErrorWorkflowData } from './error-workflow';
export { serialize } from './logger';
export type { EngineRun, Retriable, RunOptions } from './run';
export type { CredentialStore } from './store';
export type { ActiveWorkflow } from './webhooks/active';
export type { INodeJson, WorkflowJson } from './workflow-json';
