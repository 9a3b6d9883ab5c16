import type { Decision } from './transfers';

export interface TestAccount {
	number: string;
	holder: string;
	/** The transfer's answer. */
	decision: Decision;
	/** The status that a pending transfer takes later. */
	later?: Decision;
}

const COMPLETE: Decision = { status: 'COMPLETE', responseCode: '00', responseMessage: 'Approved' };
const PENDING: Decision = { status: 'PENDING', responseCode: '09', responseMessage: 'Request processing in progress' };

export function failTransfer(responseCode: string, responseMessage: string): Decision {
	return { status: 'FAILED', responseCode, responseMessage };
}

/** Test accounts, which exist at every bank. */
export const TEST_ACCOUNTS: readonly TestAccount[] = [
	{ number: '0123456789', holder: 'OKAFOR, ADAEZE CHINYERE', decision: COMPLETE },
	{ number: '0123456790', holder: 'BELLO MUSA', decision: PENDING, later: COMPLETE },
	{ number: '0123456791', holder: 'NWOSU EMEKA', decision: PENDING, later: failTransfer('91', 'Bank did not answer') },
	{ number: '0123456792', holder: 'ADEYEMI FOLAKE', decision: failTransfer('57', 'Account does not take transfers') },
	{
		number: '0123456793',
		holder: 'EZE NGOZI',
		// A status that nobody has documented.
		decision: { status: 'AWAITING_REVIEW', responseCode: '96', responseMessage: 'Held for review' },
	},
];

const FIRST = ['AMINA', 'CHIDI', 'DAMILOLA', 'FATIMA', 'IFEOMA', 'KUNLE', 'NNAMDI', 'SADE', 'TUNDE', 'ZAINAB'];
const LAST = ['ABUBAKAR', 'BALOGUN', 'DANJUMA', 'EKWUEME', 'IBRAHIM', 'LAWAL', 'OBI', 'OLADIPO', "O'CONNOR", 'USMAN'];

/** The account with this number, at any bank. Numbers that begin with 9 do not exist; all others have an invented holder. */
export function accountOf(number: string): TestAccount | undefined {
	if (number.startsWith('9')) return undefined;
	const [tens, ones] = [Number(number.at(-2)), Number(number.at(-1))];
	const invented = { number, holder: `${LAST[tens]} ${FIRST[ones]}`, decision: COMPLETE };
	return TEST_ACCOUNTS.find((account) => account.number === number) ?? invented;
}
