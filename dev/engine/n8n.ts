/**
 * n8n's own modules, loaded by Node's real `require`.
 *
 * Jest runs test files in a sandbox with a `require` of its own. In there n8n-workflow cannot load its expression
 * engine (a native `import()`), and two copies of n8n-workflow would exist as soon as n8n loads a package. So the
 * modules come from outside the sandbox, where n8n runs in production; a plain Node process is not affected.
 */
import { runInThisContext } from 'node:vm';

/** The real `process`: Jest hands a copy to its sandbox, with an environment that n8n would never see. */
export const hostProcess = runInThisContext('process') as NodeJS.Process;

const { createRequire } = hostProcess.getBuiltinModule('node:module');

/** Node's real `require`, with the real module cache. */
export const hostRequire = createRequire(__filename);

/** The copy of n8n-core's dependencies that n8n-core itself uses. */
const coreRequire = createRequire(hostRequire.resolve('n8n-core'));

export const core = hostRequire('n8n-core') as typeof import('n8n-core');
export const n8nWorkflow = coreRequire('n8n-workflow') as typeof import('n8n-workflow');
export const { Container } = coreRequire('@n8n/di') as typeof import('@n8n/di');
export const { GlobalConfig } = coreRequire('@n8n/config') as typeof import('@n8n/config');
export const { Logger } = coreRequire('@n8n/backend-common') as typeof import('@n8n/backend-common');
export const backendNetwork = coreRequire('@n8n/backend-network') as typeof import('@n8n/backend-network');
export const { SSHClientsManager } = hostRequire(
	'n8n-core/dist/execution-engine/ssh-clients-manager',
) as typeof import('n8n-core/dist/execution-engine/ssh-clients-manager');
export const flatted = coreRequire('flatted') as typeof import('flatted');

const expressRequire = createRequire(hostRequire.resolve('express'));

/** n8n's server is an express app, and its reader of request bodies the one in express's body parser. */
export const express = hostRequire('express') as typeof import('express');
export const getRawBody = createRequire(expressRequire.resolve('body-parser'))('raw-body') as typeof import('raw-body');

/**
 * Makes a deep copy, as n8n would read it back from its database. Its objects belong to n8n's realm, so that n8n's checks for
 * plain objects hold for what a test made in Jest's sandbox.
 */
export function cloneThroughJson<T>(value: T): T {
	return n8nWorkflow.jsonParse<T>(JSON.stringify(value));
}
