import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { numberRule, objectOf, text, webAddress } from '../../gateway/values/input';
import { currencyCode } from '../../gateway/values/money';
import { referencePrefix } from '../../gateway/values/reference';
import { OUTCOMES } from '../../gateway/outcome';
import { editorLabels } from '../shared/fields/fields';
import { timeoutRule } from '../shared/fields/options';
import { readParameters } from '../shared/webhooks/readParameters';
import { properties } from './description/triggerFields';

const LABELS = editorLabels(properties);

const codes = text
	.transform((list) => list.split(',').filter((code) => code.trim() !== ''))
	.refine((list) => list.every((code) => currencyCode.safeParse(code).success), {
		error: 'has an entry that is not a currency code. Write three-letter codes with commas, such as NGN, USD.',
		abort: true,
	})
	.pipe(z.array(currencyCode));

const zeroOrMore = numberRule(0, 'is not a number. Write 0 or more.');

const settingsSchema = z.object({
	outcomes: z.array(z.enum(OUTCOMES)).default([]),
	options: objectOf({
		/** Empty for all. */
		currencies: codes.default([]),
		/** In major units. */
		minimumAmount: zeroOrMore.default(0),
		redirectUrl: webAddress.optional(),
		referencePrefix: referencePrefix.default(''),
		requireSignedUrl: z.boolean().default(false),
		simplify: z.boolean().default(true),
		startOnce: z.boolean().default(true),
		timeout: timeoutRule.default(10),
	}).prefault({}),
});

/** The node's parameters, checked. They are named as in the editor's description. */
export type TriggerSettings = z.output<typeof settingsSchema>;

/**
 * Reads the trigger's parameters.
 * @throws InputError naming the field whose value cannot be used
 */
export function readTriggerSettings(context: Pick<IWebhookFunctions, 'getNodeParameter'>): TriggerSettings {
	return readParameters(context, settingsSchema, LABELS);
}
