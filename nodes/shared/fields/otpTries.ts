import type { INodeProperties } from 'n8n-workflow';

import { atLeast } from '../webhooks/readParameters';

const DEFAULT = 3;

/** The option "OTP Tries" of pages that ask for an OTP. */
export const otpTriesField: INodeProperties = {
	displayName: 'OTP Tries',
	name: 'otpTries',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT,
	description: 'How many wrong OTPs the page accepts. The service has a limit of its own.',
};

/** The values that the option accepts. */
export const otpTriesRule = atLeast(1).default(DEFAULT);
