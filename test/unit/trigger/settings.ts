import type { TriggerSettings } from '../../../nodes/CardPaymentTrigger/triggerSettings';

interface Changes extends Partial<Omit<TriggerSettings, 'options'>> {
	options?: Partial<TriggerSettings['options']>;
}

/** The settings of a trigger that starts on authorized payments, with some of them changed. */
export function settingsOf({ options, ...changes }: Changes = {}): TriggerSettings {
	return {
		outcomes: ['authorized'],
		options: {
			currencies: [],
			minimumAmount: 0,
			referencePrefix: '',
			requireSignedUrl: false,
			simplify: false,
			startOnce: true,
			timeout: 10,
			...options,
		},
		...changes,
	};
}
