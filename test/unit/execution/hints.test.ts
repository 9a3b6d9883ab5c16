import type { IExecuteFunctions } from 'n8n-workflow';

import { referenceHint } from '../../../nodes/shared/execution/referenceHint';
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
	['$now', '={{$now.toMillis()}}'],
	['$now', '=ORD-{{ $now.toMillis() }}'],
	['$now', '={{ $now }}'],
	['$now', "={{ $now.format('yyyyLLdd') }}"],
	['$now', '=ORD-{{ $json.no }}-{{ $now.toFormat("HHmmss") }}'],
	['$now', '={{ $now\n.toISO() }}'],
	['$now', '={{ `ORD-${$now.toMillis()}` }}'],
	['$now', '={{ $json.order ?? $now.toISO() }}'],
	['$today', '=ORD-{{$today.toISODate()}}'],
	['DateTime.now()', '={{DateTime.now().toISO()}}'],
	['DateTime.now()', '={{ DateTime . now ( ).toMillis() }}'],
	['DateTime.local()', '={{ DateTime.local() }}'],
	['DateTime.utc()', '={{ DateTime.utc().toMillis() }}'],
	['DateTime.utc()', '={{ DateTime.utc({ locale: "en" }).toMillis() }}'],
	['new Date()', '={{ new Date().getTime() }}'],
	['new Date()', '={{ +new Date }}'],
	['new Date()', '={{ Number(new  Date( )) }}'],
	['Date()', '={{ Date() }}'],
	['Date.now()', '={{ "ORD-" + Date.now() }}'],
	['Date.now()', '={{ Date.now().toString(36).toUpperCase() }}'],
	['Math.random()', '={{ Math.random() }}'],
	['Math.random()', '=ORD-{{ Math.floor(Math.random() * 1e6) }}'],
	['randomItem()', '={{ [1, 2, 3].randomItem() }}'],
	['$execution.id', '={{ $execution.id }}'],
	['$execution.id', '=ORD-{{$execution["id"]}}'],
	['$execution.id', '={{ $execution?.id }}'],
	['$execution.id', '={{ $executionId }}'],
	['$runIndex', '=ORD-{{ $runIndex }}'],
	['randomUUID()', '={{ crypto.randomUUID() }}'],
	['randomUUID()', '={{ globalThis.crypto.randomUUID() }}'],
	['randomUUID()', '={{ randomUUID() }}'],
])('a reference that changes with each try is warned of: %s in %j', (part, expression) => {
	for (const [operation, field] of [
		[charge, 'Reference'],
		[create, 'Request ID'],
	] as const) {
		const hint = hintFor(operation, expression);
		expect(hint).toContain(`The ${field} contains ${part}, so `);
	}
});

test.each([
	'={{ $json.order }}',
	'={{ $json.now }}',
	'={{ $json.nowait }}',
	'={{ $json.$now }}',
	'={{ $nowhere }}',
	'={{ $json.today }}-{{ $json.runIndex }}',
	'={{ $json.DateTime.now }}',
	'=ORD-{{ $json.date.toDateTime().toMillis() }}',
	'={{ DateTime.fromISO($json.date).toFormat("yyyyLLdd") }}',
	'={{ DateTime.utc(2026, $json.month).toISODate() }}',
	'={{ new Date($json.created).getTime() }}',
	'={{ $json.createdDate() }}',
	'={{ $json.crypto }}',
	'={{ $json.randomUUID }}',
	'={{ $execution.customData.get("order") }}',
	'={{ $itemIndex }}',
	'=$now-{{ $json.order }}',
	'=Date.now()',
	'ORD-1',
	'Date.now()',
	'{{ $now }}',
	'',
	undefined,
])('another one is not: %j', (value) => {
	expect(hintFor(charge, value)).toBeUndefined();
});

test('a transaction reference is not, which nobody chooses', () => {
	expect(hintFor(authorize, '={{ Date.now() }}')).toBeUndefined();
});
