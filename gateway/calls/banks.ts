import { ENDPOINTS } from '../client/endpoints';
import { listPages, readPage, type List, type Page, type Row } from '../sending/pages';
import { send, type Call, type Service } from '../sending/service';
import { optionalText, readFields } from '../values/responseFields';

/** A bank as providers publish it; the specification shows no body (4.2). */
interface Bank {
	id: string | null;
	code: string | null;
	name: string | null;
	logoUrl: string | null;
}

const bankFields = { id: optionalText, code: optionalText, name: optionalText, logoUrl: optionalText };

/** A bank, and the service's own row of it, without secrets. */
export interface BankEntry {
	bank: Bank;
	row: Row;
}

/**
 * Lists the banks whose name or code contains a text (specification 4.2), in order.
 * @throws ReadFailedError when the service answers with a page that was not asked for: the list would be incomplete
 */
export async function listBanks(
	service: Service,
	{ nameFilter = '', limit = Infinity }: { nameFilter?: string; limit?: number | undefined } = {},
): Promise<List<BankEntry>> {
	const { pageParameter } = service.settings;
	const wanted = nameFilter.trim().toLowerCase();
	return await listPages<BankEntry>({
		fetch: async (index, number) => await fetchBanks(service, index === 0 ? {} : { [pageParameter]: number }),
		itemsOf(row) {
			const bank = readFields(row, bankFields);
			return `${bank.name} ${bank.code}`.toLowerCase().includes(wanted) ? [{ bank, row }] : [];
		},
		limit,
		otherPage: {
			list: 'the banks list',
			advice: () =>
				`It was asked with the query parameter "${pageParameter}". Turn on My Provider Needs Other Settings in the credential, and set Page Parameter to the name that your provider uses.`,
		},
	});
}

/** Gets a page of the banks list (4.2): in an envelope or bare. Its first page is asked for without a query. */
const page: Call<Record<string, number>, Page> = {
	endpoint: ENDPOINTS.banks,
	content: (query) => ({ query }),
	read: (data) => readPage(ENDPOINTS.banks, data),
};

/** Fetches a page of the banks list. @throws GatewayError when it cannot be read */
export async function fetchBanks(service: Service, query: Record<string, number>): Promise<Page> {
	const answered = await send(service, page, query, []);
	if ('failure' in answered) throw answered.failure;
	return answered.value;
}
