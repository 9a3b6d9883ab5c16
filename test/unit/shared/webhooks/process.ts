let count = 0;

/** What follows runs in another process of n8n, which has no memory of its own and reads what n8n has stored. */
export function newProcess(): void {
	count += 1;
}

/** The id of a workflow, which is another one in each process: what a process remembers is kept by the workflow's id. */
export function idInThisProcess(workflow: string): string {
	return `${workflow}-${count}`;
}
