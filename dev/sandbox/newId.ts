import { randomBytes } from 'node:crypto';

/** Makes an id such as "SBX-3f9a2c81d04b", which fits on a line of a table. */
export function newId(prefix: 'SBX' | 'PAY' | 'RFD' | 'SBT' | 'SBV'): string {
	return `${prefix}-${randomBytes(6).toString('hex')}`;
}
