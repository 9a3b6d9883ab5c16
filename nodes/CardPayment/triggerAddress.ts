import { SET_PUBLIC_ADDRESS } from '../../gateway/setup/publicAddress';
import { isPrivateAddress } from '../../gateway/setup/serviceAddresses';

/** A field for the address of a trigger. */
interface AddressField {
	/** The editor's name for it. */
	displayName: string;
	/** The data that travels to the address, such as "card numbers". */
	carries: string;
}

/** Explains why requests do not, or should not, reach a trigger at the address that was given; undefined where they do. */
export function hintForAddress(url: string, { displayName, carries }: AddressField): string | undefined {
	const { href, host, protocol, pathname } = new URL(url);
	if (pathname.includes('/webhook-test/'))
		return `'${displayName}' is a test URL, which answers only while you test the trigger in the editor. For real payments, use its production URL.`;
	if (isPrivateAddress(href))
		return `'${displayName}' leads to ${host}, which cannot be reached from the internet. ${SET_PUBLIC_ADDRESS}, and copy the URL again.`;
	if (protocol === 'https:') return undefined;
	return `'${displayName}' begins with http://, so others can read ${carries} on their way. ${SET_PUBLIC_ADDRESS}, and copy the URL again.`;
}
