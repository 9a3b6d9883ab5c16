import type { FastifyInstance } from 'fastify';
import { requireBearer } from '../access';
import { Refusal } from '../errors';
import { inventBanks, type Bank } from '../banks';
import type { Settings } from '../options';
import { pageOf, type Page } from '../page';
import type { Service } from '../server';

const pageQuery = { type: 'object', properties: { size: { type: 'string', pattern: '^[1-9]\\d*$' } } };

/** Section 4.2. */
export function bankRoutes(app: FastifyInstance, { settings, tokens }: Service): void {
	app.get<{ Querystring: Record<string, string | undefined> }>(
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
					return pageAs(
						settings.bankAnswer,
						pageOf(banks, pageNumber(query[settings.bankPageParameter]), Number(query.size ?? settings.bankPageSize)),
					);
			}
		},
	);
}

function pageNumber(text = '0'): number {
	if (!/^\d+$/.test(text)) throw new Refusal(400, { message: 'The page must be a number' });
	return Number(text);
}

type PageForm = Exclude<Settings['bankAnswer'], 'array' | 'data'>;

/** A page in one of the forms that Spring has. */
function pageAs(form: PageForm, page: Page<Bank>) {
	const { content, size, number, first, last } = page;
	const empty = content.length === 0;
	switch (form) {
		case 'page':
			return { ...page, empty };
		case 'slice':
			return { content, size, number, first, last, empty, numberOfElements: content.length };
		case 'unnumbered':
			return { content };
	}
}
