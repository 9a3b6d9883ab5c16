import type { TriggerSettings } from '../../../nodes/CardPaymentTrigger/triggerSettings';

interface Changes extends Partial<Omit<TriggerSettings, 'filters' | 'options'>> {
	filters?: Partial<TriggerSettings['filters']>;
	options?: Partial<TriggerSettings['options']>;
}

/** The settings of a trigger that starts on authorized payments and verifies them, with some of them changed. */
export function settingsOf({ filters, options, ...changes }: Changes = {}): TriggerSettings {
	return {
		outcomes: ['authorized'],
		requireSignedUrl: false,
		filters: { currencies: [], minimumAmount: 0, referencePrefix: '', ...filters },
		options: { repeatHours: 168, timeout: 10, simplify: false, ...options },
		...changes,
	};
}
