import { usesTransactionBase, type Endpoint } from './endpoints';
import type { Settings } from './settings';

/** The absolute URL of an endpoint; parameters are percent-encoded. */
export function endpointUrl(
	endpoint: Endpoint,
	settings: Settings,
	parameters: Readonly<Record<string, string>> = {},
): string {
	return urlWith(endpoint, settings, (name) => encodeURIComponent(parameters[name] ?? ''));
}

/** The address that a URL asks for: its origin and path, written in the one way that the URL standard has for them. */
export function addressOf(url: string): string | undefined {
	if (!URL.canParse(url)) return undefined;
	const { origin, pathname } = new URL(url);
	return origin + pathname;
}

/**
 * Whether an address belongs to an endpoint, whatever its parameters are. A parameter at the end takes the rest of the
 * path, because others may write a reference with a slash in it.
 */
export function isAddressOf(endpoint: Endpoint, address: string, settings: Settings): boolean {
	return patternOf(urlWith(endpoint, settings, () => PARAMETER)).test(address);
}

// Making a pattern takes longer than everything else that the credential does for a request.
const patterns = new Map<string, RegExp>();

/** What the addresses of an endpoint look like. @param url with marks in place of its parameters */
function patternOf(url: string): RegExp {
	const known = patterns.get(url);
	if (known) return known;
	const marked = addressOf(url) ?? '';
	const parts = marked.split(PARAMETER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const source = parts.join('[^/]*').replace(/\[\^\/\]\*$/, '.*');
	const pattern = new RegExp(`^${source}$`, 's');
	patterns.set(url, pattern);
	return pattern;
}

// No path has it by chance, and a URL keeps it as it is.
const PARAMETER = '~~parameter~~';

function urlWith(endpoint: Endpoint, settings: Settings, valueOf: (name: string) => string): string {
	const base = usesTransactionBase(endpoint) ? settings.transactionUrl : settings.baseUrl;
	const path = endpoint.pathSetting ? settings[endpoint.pathSetting] : endpoint.path;
	return base + path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}
