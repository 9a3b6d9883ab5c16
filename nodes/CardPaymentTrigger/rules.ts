import type { IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/mini';

import { text, webAddress } from '../../gateway/input';
import { currencyCode } from '../../gateway/money';
import { OUTCOMES } from '../../gateway/outcome';
import { atLeast, readParameters } from '../shared/rules';

const LABELS: Readonly<Record<string, string>> = {
	outcomes: 'Start On',
	verify: 'Verify With the Service',
	requireSignedUrl: 'Require Signed URL',
	expected: 'Expected Values',
	expectedAmount: 'Expected Amount',
	expectedCurrency: 'Expected Currency',
	startOnMismatch: 'Start on a Mismatch',
	customerAnswer: 'Answer the Customer With',
	redirectUrl: 'Redirect URL',
	pageTexts: 'Page Texts',
	filters: 'Filters',
	currencies: 'Currencies',
	minimumAmount: 'Minimum Amount',
	referencePrefix: 'Reference Prefix',
	options: 'Options',
	repeatHours: 'Ignore Repeats For (Hours)',
	repeatsRemembered: 'Repeats Remembered',
	largestKilobytes: 'Largest Notification (KB)',
	timeout: 'Timeout (Seconds)',
};

const decimalText = z.pipe(
	text,
	z.string().check(z.regex(/^\d{1,20}(\.\d{1,20})?$/, 'must be a plain number such as 10.50')),
);
const codes = z.pipe(
	z.pipe(
		text,
		z.transform((list) => list.split(',').filter((code) => code.trim() !== '')),
	),
	z.array(currencyCode),
);

const rulesSchema = z
	.object({
		outcomes: z._default(z.array(z.enum(OUTCOMES)), []),
		verify: z._default(z.boolean(), true),
		requireSignedUrl: z._default(z.boolean(), false),
		expected: z._default(z.enum(['none', 'signedUrl', 'given']), 'none'),
		/** In major units. */
		expectedAmount: z.optional(decimalText),
		expectedCurrency: z.optional(currencyCode),
		startOnMismatch: z._default(z.boolean(), false),
		customerAnswer: z._default(z.enum(['page', 'redirect']), 'page'),
		redirectUrl: z.optional(webAddress),
		pageTexts: z._default(z.object({ paid: z.optional(text), open: z.optional(text), failed: z.optional(text) }), {}),
		filters: z.prefault(
			z.object({
				currencies: z._default(codes, []),
				/** In major units. */
				minimumAmount: z._default(atLeast(0), 0),
				referencePrefix: z._default(text, ''),
			}),
			{},
		),
		options: z.prefault(
			z.object({
				repeatHours: z._default(atLeast(0), 168),
				repeatsRemembered: z._default(atLeast(1), 1000),
				largestKilobytes: z._default(atLeast(1), 64),
				includeNotification: z._default(z.boolean(), false),
				timeout: z._default(atLeast(1), 10),
			}),
			{},
		),
	})
	.check(
		z.refine(({ customerAnswer, redirectUrl }) => customerAnswer === 'page' || redirectUrl !== undefined, {
			path: ['redirectUrl'],
			message: 'is required for a redirect',
		}),
		z.refine(({ expected, ...values }) => expected !== 'given' || values.expectedAmount || values.expectedCurrency, {
			path: ['expected'],
			message: 'must have an amount or a currency, or both',
		}),
	);

/** What the user has set, checked. Named as the node's fields. */
export type Rules = z.output<typeof rulesSchema>;

/**
 * Reads the trigger's parameters.
 * @throws InputError naming the field that cannot be used: nothing is accepted by a rule that is not clear
 */
export function readRules(context: Pick<IWebhookFunctions, 'getNodeParameter'>): Rules {
	return readParameters(context, Object.keys(rulesSchema.def.shape), rulesSchema, LABELS);
}
