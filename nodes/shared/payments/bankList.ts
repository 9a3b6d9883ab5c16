import { readBanks, type Bank } from '../../../gateway/calls/banksCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { ReadFailedError } from '../../../gateway/values/errors';
import type { Transport } from '../transport/transport';

/**
 * The banks whose name or code contains a text (specification 4.2), from as many pages as it takes.
 * @returns the banks in order, each with the service's own record; and whether there may be more of them, which the service does not say
 * @throws ReadFailedError when the service answers with a page that was not asked for: the list would be incomplete
 */
export async function listBanks(
	transport: Transport,
	{ nameFilter = '', limit = Infinity }: { nameFilter?: string; limit?: number } = {},
): Promise<{ banks: Array<{ bank: Bank; raw: unknown }>; isIncomplete: boolean }> {
	const { pageParameter } = transport.settings;
	const wanted = nameFilter.trim().toLowerCase();
	const found: Array<{ bank: Bank; raw: unknown }> = [];
	let page: number | null = 0;
	let isIncomplete: boolean;
	do {
		const answer = await transport.send(ENDPOINTS.banks, page === 0 ? {} : { query: { [pageParameter]: page } });
		const { page: answeredPage, next, banks, raw, ...read } = readBanks(answer);
		if (page > 0 && answeredPage !== page) {
			throw new ReadFailedError(
				'The service does not answer further pages of the banks list.',
				`It was asked with the query parameter "${pageParameter}". Turn on My Provider Needs Other Settings in the credential, and set Page Parameter to the name that your provider uses.`,
			);
		}
		const listed = banks.map((bank, index) => ({ bank, raw: raw[index] }));
		found.push(...listed.filter(({ bank }) => `${bank.name} ${bank.code}`.toLowerCase().includes(wanted)));
		page = next;
		isIncomplete = read.isIncomplete;
	} while (page !== null && found.length < limit);
	return { banks: found.slice(0, limit), isIncomplete: (isIncomplete || page !== null) && found.length < limit };
}
