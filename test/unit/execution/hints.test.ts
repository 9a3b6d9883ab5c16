import type { IExecuteFunctions } from 'n8n-workflow';

import { referenceHint } from '../../../nodes/shared/execution/items';
import { charge } from '../../../nodes/CardPayment/card/charge';
import { authorize } from '../../../nodes/CardPayment/card/authorize';
import { create } from '../../../nodes/CardPayment/transfer/create';
import type { PayOperation } from '../../../nodes/shared/execution/operation';
import type { MoneyCall } from '../../../gateway/sending/call';

function hintFor(
	{ fields, call }: Pick<PayOperation, 'fields'> & { call: object },
	value: unknown,
): string | undefined {
	const context = {
		getNodeParameter: (name: string, _: number, _fallback: unknown, options?: { rawExpressions?: boolean }) =>
			options?.rawExpressions && ['reference', 'requestId'].includes(name) ? value : undefined,
	};
	return referenceHint(context as unknown as IExecuteFunctions, fields, call as MoneyCall);
}

test.each([
	['Date.now', '={{ "ORD-" + Date.now() }}'],
	['new Date', '={{ new Date().getTime() }}'],
	['toMillis', '=ORD-{{ $now.toMillis() }}'],
	['Math.random', '={{ Math.random() }}'],
	['$execution.id', '={{ $execution.id }}'],
	['$runIndex', '=ORD-{{ $runIndex }}'],
])('a reference that changes with each try is warned of: %s', (part, expression) => {
	for (const [operation, field] of [
		[charge, 'Reference'],
		[create, 'Request ID'],
	] as const) {
		const hint = hintFor(operation, expression);
		expect(hint).toContain(field);
		expect(hint).toContain(part);
	}
});

test.each(['={{ $json.order }}', 'ORD-1', 'Date.now', '', undefined])('another one is not: %j', (value) => {
	expect(hintFor(charge, value)).toBeUndefined();
});

test('a transaction reference is not, which nobody chooses', () => {
	expect(hintFor(authorize, '={{ Date.now() }}')).toBeUndefined();
});
