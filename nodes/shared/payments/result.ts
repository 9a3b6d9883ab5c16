import type { IDataObject } from 'n8n-workflow';

/** What a call or an operation came to, ready to become output items. */
export interface Result<Output extends IDataObject | IDataObject[] = IDataObject | IDataObject[]> {
	/** One item, or several. */
	output: Output;
	/** The service's answer as it came, without secrets, for users who turn Simplify off; of a list, one for each item. */
	raw?: IDataObject | IDataObject[];
	/** Where the request did nothing: it was held back, or it was a refund that was declined. */
	isRetryable?: true;
	/** Shown beside the output of the node, for what an item cannot say. */
	hint?: string;
	/** Files of the item, by the names of their binary properties. */
	files?: Record<string, { content: Buffer; name: string; type: string }>;
}

/** How a request was sent before. */
export interface HowSent {
	/** Whether another run of the node has sent it, so that nothing was sent for this item. */
	duplicate: boolean;
	/** The service's reference of it, where that is known. */
	transactionReference?: string;
}
