import type { INodeProperties } from 'n8n-workflow';

import { CardPayment } from '../../../nodes/CardPayment/CardPayment.node';
import { CardPaymentCheckoutTrigger } from '../../../nodes/CardPaymentCheckoutTrigger/CardPaymentCheckoutTrigger.node';
import { readCheckoutSettings } from '../../../nodes/CardPaymentCheckoutTrigger/pageSettings';
import { CardPaymentTrigger } from '../../../nodes/CardPaymentTrigger/CardPaymentTrigger.node';
import { readTriggerSettings } from '../../../nodes/CardPaymentTrigger/triggerSettings';

const fieldsIn = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [property, ...fieldsIn((property.options ?? []) as INodeProperties[])]);

test.each([CardPayment, CardPaymentTrigger, CardPaymentCheckoutTrigger])(
	'%p bounds its time limit in the editor',
	(Node) => {
		const fields = fieldsIn(new Node().description.properties).filter(({ name }) => name === 'timeout');
		expect(fields.length).toBeGreaterThan(0);
		for (const { typeOptions } of fields) expect(typeOptions).toEqual({ minValue: 1, maxValue: 3600 });
	},
);

describe.each([
	['the trigger', readTriggerSettings, 10],
	['the payment page', readCheckoutSettings, 30],
] as const)('%s', (_, read, usual) => {
	const timeoutFrom = (options: object) => {
		const given: Record<string, unknown> = { amountFrom: 'link', expected: 'none', options };
		const getNodeParameter = (name: string) => given[name] ?? '';
		return read({ getNodeParameter }).options.timeout;
	};

	test('waits for an hour at most', () => {
		expect([timeoutFrom({}), timeoutFrom({ timeout: 1 }), timeoutFrom({ timeout: 3600 })]).toEqual([usual, 1, 3600]);
		expect(() => timeoutFrom({ timeout: 3601 })).toThrow("Timeout (Seconds)' is more than an hour.");
		expect(() => timeoutFrom({ timeout: 2_592_000 })).toThrow("Timeout (Seconds)' is more than an hour.");
		expect(() => timeoutFrom({ timeout: 0 })).toThrow("Timeout (Seconds)' is not a number above zero.");
	});
});
