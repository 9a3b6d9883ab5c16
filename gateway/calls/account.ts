import { isObject } from '../values/input';
import { checkStatus, unreadableAnswer, type Answer } from '../client/response';
import { ENDPOINTS } from '../client/endpoints';
import { optionalText, readFields, type FieldsOf } from '../values/responseFields';

const userFields = {
	id: optionalText,
	mobile: optionalText,
	firstName: optionalText,
	lastName: optionalText,
	role: optionalText,
	roles: (value: unknown) => listOf(value).filter((role) => typeof role === 'string'),
	kycLevel: optionalText,
	selfie: optionalText,
	accountPublicId: optionalText,
};

/**
 * The merchant's account: `user` and `properties` of the token answer (specification 2.1), without its tokens. Properties are values
 * by their names, such as EMAIL_VALIDATED_DATE.
 */
type Account = FieldsOf<typeof userFields> & { properties: Record<string, string | null> };

/**
 * Reads the account in a token answer (2.1).
 * @returns the account, and `user` and `properties` as they were received
 * @throws as `checkStatus`, and ReadFailedError when there is no user in it
 */
export function readAccount(answer: Answer): { account: Account; raw: Record<string, unknown> } {
	checkStatus(ENDPOINTS.token, answer);
	const { body } = answer;
	if (!isObject(body) || !isObject(body.user)) throw unreadableAnswer(ENDPOINTS.token, body);
	const { user, properties } = body;
	return {
		account: {
			...readFields(user, userFields),
			properties: Object.fromEntries(listOf(properties).flatMap(readProperty)),
		},
		raw: { user, properties },
	};
}

function readProperty(entry: unknown): Array<[string, string | null]> {
	return isObject(entry) && typeof entry.name === 'string' ? [[entry.name, optionalText(entry.value)]] : [];
}

/** Returns the entries of a list; none where a value is something else. */
function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
