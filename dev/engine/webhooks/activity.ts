import type { EngineRun } from '../run';

/** Keeps track of the work going on in an active workflow. */
export class Activity {
	private readonly ended: Array<EngineRun | undefined> = [];
	private readonly pending = new Set<Promise<void>>();
	private readonly failures: unknown[] = [];

	/** The ended executions, in the order of their start. */
	get runs(): EngineRun[] {
		return this.ended.filter((run) => run !== undefined);
	}

	/** Adds an execution that has just started. */
	addRun(running: Promise<EngineRun>): void {
		const index = this.ended.push(undefined) - 1;
		this.add(running.then((run) => void (this.ended[index] = run)));
	}

	/** Adds other work to wait for. */
	add(work: Promise<void>): void {
		const noted = work
			.catch((error: unknown) => void this.failures.push(error))
			.finally(() => this.pending.delete(noted));
		this.pending.add(noted);
	}

	/** Waits until all work has ended; throws the first failure of the engine itself. */
	async waitUntilIdle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
		if (this.failures.length > 0) throw this.failures[0];
	}
}
