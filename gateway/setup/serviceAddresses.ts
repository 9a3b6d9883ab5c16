import { randomUUID } from 'crypto';

// Segments that providers are documented to put before the paths of the specification.
const SEGMENTS = ['api', 'api/paas', 'api/business'];

/**
 * Finds the address at which the calls are, where it is not the credential's. The credential's address may have a part too many, or lack a
 * part. All addresses are at the same host.
 * @param isThere whether the calls are found below an address
 * @returns undefined when they are nowhere, or everywhere, because something answers for whatever it is asked
 */
export async function findNearby(
	configured: string,
	isThere: (address: string) => Promise<boolean>,
): Promise<string | undefined> {
	return (await isEverywhere(configured, isThere)) ? undefined : await firstNearby(configured, isThere);
}

/** Finds the first address at which the calls are, where they cannot be everywhere. */
export async function firstNearby(
	configured: string,
	isThere: (address: string) => Promise<boolean>,
): Promise<string | undefined> {
	for (const address of nearbyAddresses(configured)) if (await isThere(address)) return address;
	return undefined;
}

/** Says whether the calls seem to be below any address, because something answers for whatever it is asked. */
export async function isEverywhere(
	configured: string,
	isThere: (address: string) => Promise<boolean>,
): Promise<boolean> {
	return await isThere(`${configured}/${randomUUID()}`);
}

function nearbyAddresses(configured: string): string[] {
	const { origin, pathname } = new URL(configured);
	const parts = pathname.split('/').filter(Boolean);
	const parents = parts.map((_, count) => [origin, ...parts.slice(0, count)].join('/')).reverse();
	const below = [configured, origin].flatMap((address) => SEGMENTS.map((segment) => `${address}/${segment}`));
	return [...new Set([...parents, ...below])].filter((address) => address !== configured);
}

/** Says whether an address is one that the internet does not lead to. */
export function isPrivateAddress(address: string): boolean {
	const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
	const isName = /[a-z]/i.test(host) && !host.includes(':');
	if (isName) return !host.includes('.') || /(^|\.)(localhost|local|internal|lan|home\.arpa)$/.test(host);
	return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^::1?$|^f[cd]|^fe[89ab]/.test(host);
}
