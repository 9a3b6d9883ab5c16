import type {
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** The options of a workflow's run. */
export interface RunOptions {
	/** The output of the start node, instead of its own. */
	input?: IDataObject[] | INodeExecutionData[];
	/** The node to start from; by default the one that n8n would choose. */
	startNode?: string;
	/** The id of the execution; counted up by default. */
	executionId?: string;
	/** `manual` by default, `retry` with {@link RunOptions.retryOf}. */
	mode?: WorkflowExecuteMode;
	/** A failed run to retry, as n8n's "Retry with currently saved workflow" does. */
	retryOf?: RetriableExecution;
	/** Receives a function that cancels the execution as n8n's stop button does. */
	onStart?: (cancel: () => void) => void;
	onNodeStart?: (name: string) => void;
	onNodeFinish?: (name: string, data: ITaskData) => void;
	/** Receives what n8n saves after each node when "Save execution progress" is on: what remains if n8n is killed. */
	onProgress?: (killed: RetriableExecution) => void;
}

/** The parts that a retry needs of an execution that did not end well. */
export interface RetriableExecution {
	executionId: string;
	/** The execution's data column in n8n's database. */
	stored: string;
	run: Pick<IRun, 'finished'>;
}

/** The decisions of n8n's server about an execution, beyond those of a user. */
export interface ServerRunOptions extends RunOptions {
	executionId: string;
	/** The data to execute when a webhook has started the execution. */
	executionData?: IRunExecutionData;
	/** Receives the workflow's static data when the execution has changed it and n8n saves it. */
	onStaticData?: (staticData: IDataObject) => void;
}
