let current = 0;
let newest = 0;

/** Makes what follows run in another process of n8n, which has no memory of its own and reads what n8n has stored. */
export function newProcess(): void {
	current = ++newest;
}

/** Runs something in another process of n8n, beside this one. */
export function inAnotherProcess(act: () => void): void {
	const own = current;
	newProcess();
	act();
	current = own;
}

/** The id of a workflow, which is another one in each process: what a process remembers is kept by the workflow's id. */
export function idInThisProcess(workflow: string): string {
	return `${workflow}-${current}`;
}
