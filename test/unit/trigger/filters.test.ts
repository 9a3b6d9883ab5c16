import { PAID, answerOf, decide, notificationOf, stopClock } from './notifications';
import type { settingsOf } from './settings';

stopClock();

type Settings = NonNullable<Parameters<typeof settingsOf>[0]>;

test.each<[record: object, settings: Settings, starts: boolean]>([
	[{ status: 4 }, { outcomes: ['authorized', 'declined'] }, true],
	[{ status: 6 }, { outcomes: ['authorized', 'declined'] }, false],
	[{ status: 200 }, { outcomes: ['authorized', 'declined'] }, false],
	[{}, { options: { currencies: ['USD', 'NGN'] } }, true],
	[{}, { options: { currencies: ['USD'] } }, false],
	[{ currencyCode: undefined }, { options: { currencies: ['USD'] } }, false],
	[{ currencyCode: undefined }, {}, true],
	[{}, { options: { minimumAmount: 10.5 } }, true],
	[{ requestedAmount: 10.49 }, { options: { minimumAmount: 10.5 } }, false],
	[{ requestedAmount: undefined }, { options: { minimumAmount: 0.01 } }, false],
	[{ requestedAmount: undefined }, {}, true],
	[{}, { options: { referencePrefix: 'ORDER-' } }, true],
	[{ merchantRef: 'X-ORDER-1' }, { options: { referencePrefix: 'ORDER-' } }, false],
	// The service writes it otherwise.
	[{ merchantRef: 'Ade\u0301-1' }, { options: { referencePrefix: 'Ad\u00e9-' } }, true],
	[{ merchantRef: undefined }, { options: { referencePrefix: 'S' } }, false],
	[{ merchantRef: undefined }, {}, true],
	// Of what is unknown, only what is known to be otherwise is left out.
	[{ status: 99 }, { outcomes: ['unknown'], options: { currencies: ['USD'] } }, false],
	[{ status: 99, currencyCode: undefined }, { outcomes: ['unknown'], options: { currencies: ['USD'] } }, true],
	[{ status: 99 }, { outcomes: ['unknown'], options: { minimumAmount: 11 } }, false],
	[{ status: 99, requestedAmount: undefined }, { outcomes: ['unknown'], options: { minimumAmount: 11 } }, true],
	[{ status: 99 }, { outcomes: ['unknown'], options: { referencePrefix: 'X-' } }, false],
	[{ status: 99, merchantRef: undefined }, { outcomes: ['unknown'], options: { referencePrefix: 'X-' } }, true],
])(
	'a payment is accepted, and starts the workflow where it passes the filters: %j with %j',
	async (record, ...rest) => {
		const [settings, starts] = rest;
		const { decision } = await decide(
			notificationOf({ ...PAID, ...record }),
			settings,
			answerOf({ ...PAID, ...record }),
		);
		expect(decision).toMatchObject({ kind: 'accepted' });
		expect('start' in decision).toBe(starts);
	},
);
