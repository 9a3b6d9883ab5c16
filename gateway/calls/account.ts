import * as v from 'valibot';

import { checkStatus, unreadable, type Answer } from '../protocol/response';
import { TOKEN } from '../protocol/endpoints';
import { objectOf } from '../schema/input';
import { optionalText } from '../schema/responseFields';
import type { Secrets } from '../protocol/secrets';

/** The merchant's account: `user` and `properties` of the token answer (specification 2.1), without its tokens. */
export interface Account {
	id: string | null;
	mobile: string | null;
	firstName: string | null;
	lastName: string | null;
	role: string | null;
	roles: string[];
	kycLevel: string | null;
	selfie: string | null;
	accountPublicId: string | null;
	/** By name; one observed name is EMAIL_VALIDATED_DATE. */
	properties: Record<string, string | null>;
}

const tokenAnswer = v.object({
	user: objectOf({
		id: optionalText,
		mobile: optionalText,
		firstName: optionalText,
		lastName: optionalText,
		role: optionalText,
		roles: v.fallback(v.array(v.string()), []),
		kycLevel: optionalText,
		selfie: optionalText,
		accountPublicId: optionalText,
	}),
	properties: v.fallback(v.array(v.unknown()), []),
});

const property = v.object({ name: v.string(), value: optionalText });

/**
 * Reads the account in a token answer (2.1).
 * @returns the account, and `user` and `properties` as they came
 * @throws as `checkStatus`, and ServiceError when there is no user in it
 */
export function readAccount(answer: Answer, secrets: Secrets): { account: Account; raw: Record<string, unknown> } {
	checkStatus(TOKEN, answer, secrets);
	const parsed = v.safeParse(tokenAnswer, answer.body);
	if (!parsed.success) throw unreadable(TOKEN);
	const { user, properties } = parsed.output;
	const sent = answer.body as Record<string, unknown>;
	return {
		account: {
			id: user.id,
			mobile: user.mobile,
			firstName: user.firstName,
			lastName: user.lastName,
			role: user.role,
			roles: user.roles,
			kycLevel: user.kycLevel,
			selfie: user.selfie,
			accountPublicId: user.accountPublicId,
			properties: Object.fromEntries(properties.flatMap(readProperty)),
		},
		raw: { user: sent.user, properties: sent.properties },
	};
}

function readProperty(entry: unknown): Array<[string, string | null]> {
	const { success, output } = v.safeParse(property, entry);
	return success ? [[output.name, output.value]] : [];
}
