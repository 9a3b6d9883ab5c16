import type { Money } from '../../../gateway/values/money';
import { checkAgentLimits } from '../../../nodes/CardPayment/paymentLink/agentLimits';
import type { Parameters } from '../../../nodes/shared/execution/parameters';

/** Checks a link of an agent, whose limits are pairs of a currency and its largest amount. */
function check(major: number, limits: Array<[currency: string, largestAmount: string]>): void {
	const rows = limits.map(([currency, largestAmount]) => ({ currency, largestAmount }));
	const getFixedValue = (name: string) => (name === 'agentLimits.limit' ? rows : '');
	const money = { major, minor: major * 100, currency: 'NGN' } as Money;
	checkAgentLimits({ getFixedValue } as unknown as Parameters, money, 'iso4217');
}

test.each<[string, ...Array<[string, string]>]>([
	['alone', ['NGN', '500']],
	['first', ['NGN', '500'], ['NGN', '2000']],
	['last', ['NGN', '2000'], ['NGN', '500']],
	['in the middle', ['NGN', '2000'], ['NGN', '500.00'], ['NGN', '1000'], ['USD', '5']],
])('of several limits of one currency the smallest counts: %s', (_, ...limits) => {
	expect(() => check(500, limits)).not.toThrow();
	expect(() => check(501, limits)).toThrow(/'Amount' is above the agent's limit of NGN 500(\.00)?\./);
});

test.each<Array<[string, string]>>([
	[
		['NGN', '500'],
		['NGN', 'a lot'],
	],
	[
		['NGN', 'a lot'],
		['NGN', '500'],
	],
])('a limit that cannot be read is none, even beside another: %j %j', (...limits) => {
	expect(() => check(1, limits)).toThrow("'Agent Limits > Largest Amount'");
});
