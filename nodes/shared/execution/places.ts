import { pause } from '../transport/pause';

/** So many places for items whose requests may be under way. The others wait for one, in order. */
export class Places {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	/** Does something in a place. */
	async use<T>(act: () => Promise<T>): Promise<T> {
		await this.take();
		try {
			return await act();
		} finally {
			this.leave();
		}
	}

	/** Pauses in the middle of it. Meanwhile another one has the place. */
	async pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
		this.leave();
		await pause(milliseconds, signal);
		await this.take();
	}

	private async take(): Promise<void> {
		if (this.free > 0) this.free -= 1;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private leave(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free += 1;
	}
}
