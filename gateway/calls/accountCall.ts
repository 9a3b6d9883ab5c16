import { z } from 'zod/v4';

import { checkStatus, unreadable, type Answer } from '../client/response';
import { ENDPOINTS } from '../client/endpoints';
import { objectOf } from '../values/input';
import { optionalText } from '../values/responseFields';

const tokenAnswer = z.lazy(() =>
	z.object({
		user: objectOf({
			id: optionalText,
			mobile: optionalText,
			firstName: optionalText,
			lastName: optionalText,
			role: optionalText,
			roles: z.array(z.string()).catch([]),
			kycLevel: optionalText,
			selfie: optionalText,
			accountPublicId: optionalText,
		}),
		properties: z.array(z.unknown()).catch([]),
	}),
);

/**
 * The merchant's account: `user` and `properties` of the token answer (specification 2.1), without its tokens. Properties are values
 * by their names, such as EMAIL_VALIDATED_DATE.
 */
type Account = z.output<typeof tokenAnswer>['user'] & { properties: Record<string, string | null> };

const property = z.lazy(() => z.object({ name: z.string(), value: optionalText }));

/**
 * Reads the account in a token answer (2.1).
 * @returns the account, and `user` and `properties` as they were received
 * @throws as `checkStatus`, and ReadFailedError when there is no user in it
 */
export function readAccount(answer: Answer): { account: Account; raw: Record<string, unknown> } {
	checkStatus(ENDPOINTS.token, answer);
	const parsed = tokenAnswer.safeParse(answer.body);
	if (!parsed.success) throw unreadable(ENDPOINTS.token, answer.body);
	const { user, properties } = parsed.data;
	const received = answer.body as Record<string, unknown>;
	return {
		account: { ...user, properties: Object.fromEntries(properties.flatMap(readProperty)) },
		raw: { user: received.user, properties: received.properties },
	};
}

function readProperty(entry: unknown): Array<[string, string | null]> {
	const { success, data } = property.safeParse(entry);
	return success ? [[data.name, data.value]] : [];
}
