import type { FastifyInstance } from 'fastify';
import { requireBearer } from '../access';
import { inventBanks, type Bank } from '../banks';
import type { Service } from '../server';

interface PageQuery {
	page?: string;
	size?: string;
}

const pageQuery = {
	type: 'object',
	properties: { page: { type: 'string', pattern: '^\\d+$' }, size: { type: 'string', pattern: '^[1-9]\\d*$' } },
};

/** Section 4.2. */
export function bankRoutes(app: FastifyInstance, { settings, tokens }: Service): void {
	app.get<{ Querystring: PageQuery }>(
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
				case 'page':
					return pageOf(banks, Number(query.page ?? 0), Number(query.size ?? settings.bankPageSize));
			}
		},
	);
}

function pageOf(banks: Bank[], number: number, size: number) {
	const content = banks.slice(number * size, (number + 1) * size);
	const totalPages = Math.ceil(banks.length / size);
	return {
		content,
		totalElements: banks.length,
		totalPages,
		size,
		number,
		first: number === 0,
		last: number + 1 >= totalPages,
		empty: content.length === 0,
	};
}
