import type { Sandbox } from '../../../dev/sandbox';

/** Returns the most tokens that were fetched within the life of one. */
export function mostInOneLife({ requests }: Sandbox, lifeSeconds: number): number {
	// The credential renews a token when a tenth of its life is left, which the token tells in whole seconds.
	const life = (lifeSeconds * 0.9 - 1) * 1000;
	const calls = requests.filter(({ endpoint }) => endpoint === 'token').map(({ at }) => at);
	return Math.max(0, ...calls.map((begin) => calls.filter((at) => at >= begin && at < begin + life).length));
}
