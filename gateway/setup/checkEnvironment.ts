import { CREDENTIAL_LABELS } from '../client/credentialLabels';
import { SettingError, joinNames } from '../values/errors';
import { pass, type Finding, type Setup } from './check';

const KEYS = ['privateKey', 'publicApiKey'] as const;
// As providers publish them.
const PREFIX = /^[sp]k_(test|live)_/;

const OTHER_KEYS = {
	live: {
		are: 'are not real, but Environment is Live',
		next: "If payments are to be real, enter your provider's live keys and addresses in the credential. If you are testing, set Environment to Test.",
	},
	test: {
		are: 'are real, but Environment is Test',
		next: "If you are testing, enter your provider's keys and addresses for tests in the credential. If payments are to be real, set Environment to Live.",
	},
};

/** Compares the Environment with what the prefixes of keys say. Of a key, nothing but its prefix is told. */
export function checkEnvironment({ settings }: Setup): Finding {
	const { environment } = settings;
	const others = KEYS.flatMap((key) => {
		const [prefix, of] = PREFIX.exec(settings[key]) ?? [];
		return of === undefined || of === environment ? [] : [`the ${CREDENTIAL_LABELS[key]} ("${prefix}…")`];
	});
	if (others.length === 0)
		return pass(`Environment is ${environment === 'live' ? 'Live' : 'Test'}, and no key says otherwise`);
	const { are, next } = OTHER_KEYS[environment];
	throw new SettingError(`Payments with ${joinNames(others)} ${are}.`, next);
}
