import { choose } from './chance';
import { FaultProxy, type Passing, type Plan } from './proxy';
import type { Trouble } from './troubles';

type Phase = 'up' | 'down' | 'failing' | 'hanging' | 'shaky';

/** The phases in turn, and their numbers of steps. Then it begins again. */
const CYCLE: ReadonlyArray<[Phase, number]> = [
	['up', 60],
	['failing', 50],
	['shaky', 60],
	['hanging', 10],
	['up', 180],
	['down', 40],
];
const LENGTH = CYCLE.reduce((sum, [, length]) => sum + length, 0);

const SHAKY: Partial<Record<Trouble, number>> = {
	none: 2,
	delayed: 2,
	sentInPieces: 2,
	cutBeforeActing: 1,
	cutAfterActing: 1,
	truncated: 1,
	shortened: 1,
	refusedBeforeActing: 1,
};

/** A service that comes and goes. */
export class Flapping {
	proxy!: FaultProxy;
	private count = 0;
	private asked = 0;
	private isDown = false;
	private switching = Promise.resolve();

	static async start(service: string): Promise<Flapping> {
		const flapping = new Flapping();
		flapping.proxy = await FaultProxy.start(service, (passing) => flapping.plan(passing));
		return flapping;
	}

	/** Goes on by one step. */
	async next(): Promise<void> {
		this.count++;
		const isDown = this.phase() === 'down';
		if (isDown !== this.isDown) {
			this.isDown = isDown;
			this.switching = this.switching.then(async () => await (isDown ? this.proxy.down() : this.proxy.up()));
		}
		await this.switching;
	}

	/** Goes on until the service works. */
	async recover(): Promise<void> {
		do await this.next();
		while (this.phase() !== 'up');
	}

	async stop(): Promise<void> {
		await this.switching;
		if (!this.isDown) await this.proxy.down();
	}

	private phase(): Phase {
		let left = this.count % LENGTH;
		return CYCLE.find(([, length]) => (left -= length) < 0)![0];
	}

	private plan({ path }: Passing): ReturnType<Plan> {
		const name = `${path} ${++this.asked}`;
		switch (this.phase()) {
			case 'failing':
				return { trouble: 'badGatewayBeforeActing', name };
			case 'hanging':
				return { trouble: 'heldAfterActing', name };
			case 'shaky':
				return { trouble: choose(SHAKY as Record<Trouble, number>, name), name };
			default:
				return { trouble: 'none', name };
		}
	}
}
