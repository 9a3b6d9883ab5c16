export interface Bank {
	id: string;
	code: string;
	name: string;
	logoUrl: string;
}

const FIRST = [
	'Amber',
	'Baobab',
	'Cedar',
	'Delta',
	'Emerald',
	'Fountain',
	'Granite',
	'Harbour',
	'Iroko',
	'Jasmine',
	'Kola',
	'Lagoon',
	'Mangrove',
	'Northgate',
	'Obsidian',
	'Palmgrove',
	'Quarry',
	'Riverside',
	'Savannah',
	'Tamarind',
	'Unity Hill',
	'Valley',
	'Westbrook',
	'Yellowstone',
	'Zenobia',
];
const KIND = [
	'Bank',
	'Microfinance Bank',
	'Merchant Bank',
	'Trust Bank',
	'Savings Bank',
	'Mortgage Bank',
	'Payments',
	'Cooperative',
	'Finance',
	'Digital Bank',
];

/** Invents `count` banks, always the same ones. */
export function inventBanks(count: number): Bank[] {
	return Array.from({ length: count }, (_, index) => {
		const code = codeOf(index);
		return {
			id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
			code,
			name: nameOf(index),
			logoUrl: `https://files.sandbox.example/banks/${code}.png`,
		};
	});
}

/** A step that shares no factor with the range never repeats a code. Padding gives some codes a leading zero. */
function codeOf(index: number): string {
	const isShort = index % 3 === 0 && index < 1000;
	return isShort
		? String((index * 7 + 11) % 1000).padStart(3, '0')
		: String((index * 97 + 50_003) % 1_000_000).padStart(6, '0');
}

function nameOf(index: number): string {
	const round = Math.floor(index / (FIRST.length * KIND.length));
	const name = `${FIRST[index % FIRST.length]} ${KIND[Math.floor(index / FIRST.length) % KIND.length]}`;
	return round === 0 ? name : `${name} ${round + 1}`;
}
