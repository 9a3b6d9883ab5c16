import { existsSync, readFileSync } from 'node:fs';

/** The memory of a process of n8n at a moment. */
interface Sample {
	/** In milliseconds since 1970. */
	at: number;
	/** The process's ID: each restart has a new one. */
	process: number;
	/** After a collection, in bytes: the heap, and what is outside of it. */
	memory: number;
	/** All that the system has given to the process, in bytes. */
	rss: number;
	sockets: number;
}

/** From one start of n8n to its end. */
export interface Life {
	/** After the warm-up, and at the end. */
	warm: Sample;
	last: Sample;
	/** The growth of the memory until the end, as a share of what there was after the warm-up. */
	growth: number;
}

/** The number of samples that a median is taken of. */
const NEIGHBOURS = 5;

/**
 * Reads what n8n has noted of itself.
 * @param warmUp how long n8n may grow after a start, in milliseconds
 */
export function livesIn(file: string, warmUp: number): Life[] {
	if (!existsSync(file)) return [];
	const samples = readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Sample);
	const processes = [...new Set(samples.map((sample) => sample.process))];
	return processes.flatMap((process) => {
		const own = samples.filter((sample) => sample.process === process);
		const rest = own.filter(({ at }) => at >= own[0]!.at + warmUp);
		if (rest.length < 2 * NEIGHBOURS) return [];
		const [warm, last] = [rest.slice(0, NEIGHBOURS), rest.slice(-NEIGHBOURS)].map(typical) as [Sample, Sample];
		return [{ warm, last, growth: last.memory / warm.memory - 1 }];
	});
}

/** The one with the median of the memory: at each moment some requests are under way. */
function typical(samples: Sample[]): Sample {
	return samples.toSorted((one, other) => one.memory - other.memory)[Math.floor(samples.length / 2)]!;
}
