import type { FastifyInstance } from 'fastify';
import { requireBearer } from '../access';
import { Refusal } from '../errors';
import { inventBanks, type Bank } from '../banks';
import type { Settings } from '../options';
import { pageOf, sliceOf } from '../page';
import type { Service } from '../server';

const pageQuery = { type: 'object', properties: { size: { type: 'string', pattern: '^[1-9]\\d*$' } } };

/** Section 4.2. */
export function bankRoutes(app: FastifyInstance, { settings, tokens }: Service): void {
	app.get<{ Querystring: Query }>(
		`${settings.basePrefix}/paas/bank/transfer/v1/banks`,
		{ config: { endpoint: 'banks' }, schema: { querystring: pageQuery }, preValidation: requireBearer(tokens) },
		({ query }) => {
			const banks = inventBanks(settings.banks);
			// The specification does not show the answer: the page is what a provider documents, the others are plausible.
			switch (settings.bankAnswer) {
				case 'array':
					return banks;
				case 'data':
					return { status: 200, message: 'Successful', data: banks, errors: [] };
				default:
					return pageAs(settings, banks, query);
			}
		},
	);
}

type Query = Record<string, string | undefined>;

/** A page as Spring has it, or one of its slices. */
function pageAs(
	{ bankAnswer, bankPageParameter, bankPageSize, writes }: Settings,
	banks: readonly Bank[],
	query: Query,
) {
	const form = bankAnswer === 'unnumbered' ? bankAnswer : writes.pages;
	const page = pageOf(banks, pageNumber(query[bankPageParameter]), Number(query.size ?? bankPageSize), form);
	// Such a page says nothing but its content.
	if (page.number === undefined) return page;
	const { length = 0 } = page.content ?? [];
	const empty = length === 0;
	return bankAnswer === 'slice' ? { ...sliceOf(page), empty, numberOfElements: length } : { ...page, empty };
}

function pageNumber(text = '0'): number {
	if (!/^\d+$/.test(text)) throw new Refusal(400, { message: 'The page must be a number' });
	return Number(text);
}
