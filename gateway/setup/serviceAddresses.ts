import { randomUUID } from 'crypto';

// What providers put before the paths of the specification.
const SEGMENTS = ['api', 'api/v1', 'v1', 'paas', 'cards', 'payments', 'gateway', 'pgw'];

/**
 * The address at which calls are found, where it is not the one in the credential: that one may have a part too many, or lack
 * one. All of them are at the same host.
 * @param isThere whether the calls are found below an address
 * @returns undefined when they are nowhere, or at any address, because something answers for whatever it is asked
 */
export async function findNearby(
	configured: string,
	isThere: (address: string) => Promise<boolean>,
): Promise<string | undefined> {
	if (await isThere(`${configured}/${randomUUID()}`)) return undefined;
	for (const address of nearby(configured)) if (await isThere(address)) return address;
	return undefined;
}

function nearby(configured: string): string[] {
	const { origin, pathname } = new URL(configured);
	const parts = pathname.split('/').filter(Boolean);
	const parents = parts.map((_, count) => [origin, ...parts.slice(0, count)].join('/')).reverse();
	const below = [configured, origin].flatMap((address) => SEGMENTS.map((segment) => `${address}/${segment}`));
	return [...new Set([...parents, ...below])].filter((address) => address !== configured);
}

/** Whether an address is one that the internet does not lead to. */
export function isPrivateAddress(address: string): boolean {
	const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
	const isName = /[a-z]/i.test(host) && !host.includes(':');
	if (isName) return !host.includes('.') || /(^|\.)(localhost|local|internal|lan|home\.arpa)$/.test(host);
	return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^::1?$|^f[cd]|^fe[89ab]/.test(host);
}
