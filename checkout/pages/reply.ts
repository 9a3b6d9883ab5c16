import type { Page } from './view';

/** The response to a request, and the item that starts the workflow, if it does. */
export type Reply = { item?: object } & (
	| { page: Page; status: number }
	/** Relative to the request, or absolute. */
	| { goTo: string }
	/** JSON, for the service. */
	| { message: string; status: number }
);

/** The answer to a request that is larger than anything that a page sends. */
export const TOO_LARGE: Reply = { status: 413, message: 'This request is too large' };
