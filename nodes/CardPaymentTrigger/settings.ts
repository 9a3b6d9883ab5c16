import type { IWebhookFunctions } from 'n8n-workflow';
import * as v from 'valibot';

import { objectOf, text, webAddress } from '../../gateway/schema/input';
import { currencyCode } from '../../gateway/schema/money';
import { OUTCOMES } from '../../gateway/outcome';
import { atLeast, readParameters } from '../shared/webhooks/readParameters';

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

const decimalText = v.pipe(text, v.regex(/^\d{1,20}(\.\d{1,20})?$/, 'must be a plain number such as 10.50'));
const codes = v.pipe(
	text,
	v.transform((list) => list.split(',').filter((code) => code.trim() !== '')),
	v.array(currencyCode),
);

const rulesSchema = v.pipe(
	v.object({
		outcomes: v.optional(v.array(v.picklist(OUTCOMES)), []),
		verify: v.optional(v.boolean(), true),
		requireSignedUrl: v.optional(v.boolean(), false),
		expected: v.optional(v.picklist(['none', 'signedUrl', 'given']), 'none'),
		/** In major units. */
		expectedAmount: v.optional(decimalText),
		expectedCurrency: v.optional(currencyCode),
		startOnMismatch: v.optional(v.boolean(), false),
		customerAnswer: v.optional(v.picklist(['page', 'redirect']), 'page'),
		redirectUrl: v.optional(webAddress),
		pageTexts: v.optional(objectOf({ paid: v.optional(text), open: v.optional(text), failed: v.optional(text) }), {}),
		filters: v.optional(
			objectOf({
				currencies: v.optional(codes, ''),
				/** In major units. */
				minimumAmount: v.optional(atLeast(0), 0),
				referencePrefix: v.optional(text, ''),
			}),
			{},
		),
		options: v.optional(
			objectOf({
				repeatHours: v.optional(atLeast(0), 168),
				repeatsRemembered: v.optional(atLeast(1), 1000),
				largestKilobytes: v.optional(atLeast(1), 64),
				includeNotification: v.optional(v.boolean(), false),
				timeout: v.optional(atLeast(1), 10),
			}),
			{},
		),
	}),
	v.forward(
		v.check(
			({ customerAnswer, redirectUrl }) => customerAnswer === 'page' || redirectUrl !== undefined,
			'is required for a redirect',
		),
		['redirectUrl'],
	),
	v.forward(
		v.check(
			({ expected, expectedAmount, expectedCurrency }) =>
				expected !== 'given' || expectedAmount !== undefined || expectedCurrency !== undefined,
			'must have an amount or a currency, or both',
		),
		['expected'],
	),
);

/** The node's parameters, checked. They are named as in the editor's description. */
export type TriggerSettings = v.InferOutput<typeof rulesSchema>;

/**
 * Reads the trigger's parameters.
 * @throws InputError naming the field whose value cannot be used
 */
export function readTriggerSettings(context: Pick<IWebhookFunctions, 'getNodeParameter'>): TriggerSettings {
	return readParameters(context, Object.keys(rulesSchema.entries), rulesSchema, LABELS);
}
