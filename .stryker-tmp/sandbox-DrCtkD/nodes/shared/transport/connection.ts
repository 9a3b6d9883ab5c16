// @ts-nocheck
import type { Transport } from './transport';

/** What is needed to call the service. */
export interface Connection {
	transport: Transport;
	/** Aborted when the execution is stopped; pauses between calls end then. */
	signal?: AbortSignal;
}
