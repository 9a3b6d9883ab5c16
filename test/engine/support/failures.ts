import { runInThisContext } from 'node:vm';

/** The package runs outside of Jest's sandbox. */
const hostIntl = runInThisContext('Intl') as typeof Intl;

/** Makes so many pages that show an amount fail: what writes the amount throws. Returns what ends that. */
export function failPages(times: number): jest.SpyInstance {
	const { NumberFormat } = hostIntl;
	let left = times;
	const write = (locale: string, options: Intl.NumberFormatOptions) => {
		if (locale.endsWith('-u-nu-latn') && left-- > 0) throw new RangeError('Incorrect locale information provided');
		return new NumberFormat(locale, options);
	};
	return jest.spyOn(hostIntl, 'NumberFormat').mockImplementation(write as never);
}
