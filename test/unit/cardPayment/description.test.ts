import { CardPayment } from '../../../nodes/CardPayment/CardPayment.node';
import { resources } from '../../../nodes/CardPayment/resources';

/* The node as the editor shows it. */

const { description } = new CardPayment();
const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource.values()].map((operation) => ({ resource: option.value, name: option.name, operation })),
);

/** Evaluates an expression without anything of n8n's. */
function evaluate(expression: string, variables: Record<string, unknown>): unknown {
	const code = /^=\{\{(.*)\}\}$/s.exec(expression)![1]!;
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- the editor evaluates it in the same way
	const run = new Function(...Object.keys(variables), `return ${code}`) as (...values: unknown[]) => unknown;
	return run(...Object.values(variables));
}

describe('The subtitle', () => {
	test.each(operations)('says what the node does: $operation.option.action', ({ resource, name, operation }) => {
		const $parameter = { resource, operation: operation.option.value };
		expect(evaluate(description.subtitle!, { $parameter })).toBe(`${name}: ${operation.option.name}`);
		expect(operation.option.action).toMatch(/^[A-Z][a-z]+ (?!a |an |the )/);
	});
});

describe("n8n's AI builder", () => {
	const { properties, builderHint } = description;
	const hintsOf = (displayName: string) =>
		properties
			.filter((property) => property.displayName === displayName)
			.map((property) => property.builderHint?.propertyHint);
	const written = (operation: string) =>
		properties.filter(
			({ displayName, displayOptions }) =>
				['Reference', 'Request ID'].includes(displayName) && displayOptions?.show?.operation?.includes(operation),
		);

	test.each<[string, number, RegExp]>([
		['Card Number', 1, /^Never put card numbers into parameters: use Payment: Create Hosted Checkout, or the Card/],
		['Reference', 3, /^The number of the order from the data, never \$now, a random value/],
		['Currency', 4, /^The three-letter code .* Never guess it\./],
	])('is told what belongs into %s', (displayName, count, hint) => {
		const hints = hintsOf(displayName);
		expect(hints).toHaveLength(count);
		for (const one of hints) expect(one).toMatch(hint);
	});

	test('is told, as people are, that a published workflow needs a number of its own', () => {
		const making = [...written('charge'), ...written('createHostedCheckout'), ...written('create')];
		expect(making.map(({ displayName }) => displayName).sort()).toEqual([
			...['Reference', 'Reference', 'Request ID', 'Request ID', 'Reference'].sort(),
		]);
		for (const field of making) {
			expect(field.description).toMatch(/ A published workflow needs one\.$/);
			expect(field.builderHint?.propertyHint).toMatch(/never \$now, .*\. A published workflow needs one\.$/);
		}
	});

	test('finds the node, and gets no expression for one', () => {
		expect(builderHint?.searchHint).toMatch(/Never put card numbers into parameters\./);
		const types = builderHint?.relatedNodes?.map(({ nodeType }) => nodeType);
		expect(types).toEqual([
			'n8n-nodes-card-payment.cardPaymentTrigger',
			'n8n-nodes-card-payment.cardPaymentCheckoutTrigger',
		]);
		const all = [builderHint, ...properties.map((property) => property.builderHint)];
		expect(JSON.stringify(all)).not.toContain('={{');
	});
});
