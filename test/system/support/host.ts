/** A real n8n with the package as it would be published, in one process or several. It can be stopped and started again. */
export interface Host {
	/** The address at which n8n takes forms and webhooks. */
	readonly webhooks: string;
	/** The address at which its main process answers the editor. */
	readonly editor: string;
	start(): Promise<void>;
	/** Stops it as an operator would. Returns whether a process of it had to be killed. */
	stop(): Promise<boolean>;
	/** Ends it without a chance to tidy up. */
	kill?(): Promise<void>;
	/** Stops it for good; nothing of it is left. */
	end(): Promise<void>;
}
