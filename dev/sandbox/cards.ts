import { AUTHORIZED, DECLINED } from './statuses';

/** The flow of a payment. On a hosted page, the service itself finds out how the customer pays. */
export type Flow = 'OTP' | '3DS' | '2DS' | 'HOSTED';

/** The answer of the card's bank: a status code with its reason. */
export interface Decision {
	status: number;
	errorCode: string;
	errorMessage: string;
}

interface Card {
	number: string;
	expiryMonth: string;
	expiryYear: string;
	cvv: string;
	pin?: string;
}

export interface TestCard extends Card {
	flow: Exclude<Flow, 'HOSTED'>;
	decision: Decision;
}

/** The OTP that the sandbox takes, unless an option says otherwise. */
export const OTP = '123456';

export const APPROVED: Decision = { status: AUTHORIZED, errorCode: '00', errorMessage: 'Approved by the card issuer' };

export function decline(errorCode: string, errorMessage: string): Decision {
	return { status: DECLINED, errorCode, errorMessage };
}

/** The test cards that providers publish. */
export const TEST_CARDS: readonly TestCard[] = [
	{
		number: '5060990580000217499',
		expiryMonth: '03',
		expiryYear: '50',
		cvv: '111',
		pin: '1111',
		flow: 'OTP',
		decision: APPROVED,
	},
	{
		number: '5060990580000000390',
		expiryMonth: '10',
		expiryYear: '40',
		cvv: '111',
		pin: '1111',
		flow: 'OTP',
		decision: decline('51', 'Insufficient funds'),
	},
	{ number: '4012000033330026', expiryMonth: '03', expiryYear: '50', cvv: '111', flow: '3DS', decision: APPROVED },
	{
		number: '4000000000002503',
		expiryMonth: '03',
		expiryYear: '50',
		cvv: '111',
		flow: '3DS',
		decision: decline('05', 'Declined by the card issuer'),
	},
	{ number: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '123', flow: '2DS', decision: APPROVED },
];

/**
 * Finds the flow that a card takes, and what its bank will say at the end of it. Details that do not fit a test card are declined on the
 * spot, which only the 2DS answer can express. Any other card asks for the OTP and is approved.
 */
export function assess(card: Card): Pick<TestCard, 'flow' | 'decision'> {
	const known = TEST_CARDS.find(({ number }) => number === card.number);
	if (!known) return { flow: 'OTP', decision: APPROVED };
	if (monthOf(card) !== monthOf(known)) return { flow: '2DS', decision: decline('54', 'Wrong expiry date') };
	if (card.cvv !== known.cvv) return { flow: '2DS', decision: decline('82', 'Wrong CVV') };
	if (card.pin !== undefined && known.pin !== undefined && card.pin !== known.pin) {
		return { flow: '2DS', decision: decline('55', 'Wrong PIN') };
	}
	return { flow: known.flow, decision: known.decision };
}

/** Says whether the card is past the last day of its expiry month. */
export function hasExpired(card: Pick<Card, 'expiryMonth' | 'expiryYear'>, now = new Date()): boolean {
	return monthOf(card) < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(cardNumber: string): boolean {
	const sum = [...cardNumber].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

/** The expiry as a count of months; years come with four digits, or with two or fewer. */
function monthOf({ expiryMonth, expiryYear }: Pick<Card, 'expiryMonth' | 'expiryYear'>): number {
	const year = Number(expiryYear);
	return (year < 100 ? 2000 + year : year) * 12 + Number(expiryMonth);
}
