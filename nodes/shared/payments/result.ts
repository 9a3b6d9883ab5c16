import type { IDataObject } from 'n8n-workflow';

/** What a call or an operation came to, ready to become output items. */
export interface Result<Output extends IDataObject | IDataObject[] = IDataObject | IDataObject[]> {
	/** One item, or several. */
	output: Output;
	/** The service's answer as it came, without secrets, for users who turn Simplify off; of a list, one for each item. */
	raw?: IDataObject | IDataObject[];
	/** The service's reference in an answer that did not tell the outcome, where it gave one. */
	mentioned?: string;
	/** Whether the service refused the request, in an answer that tells of a payment. */
	isRefused?: true;
	/** Whether that answer says anything that may be about an earlier request with the same reference. */
	isDoubtful?: boolean;
	/** Shown beside the output of the node, for what an item cannot say. */
	hint?: string;
	/** Files of the item, by the names of their binary properties. */
	files?: Record<string, { content: Buffer; name: string; type: string }>;
}

/** The same fields as a type that n8n accepts as the JSON of an item: interfaces are not assignable to `IDataObject`. */
export type ItemOf<T> = { [Field in keyof T]: T[Field] };
