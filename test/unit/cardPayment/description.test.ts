import { CardPayment } from '../../../nodes/CardPayment/CardPayment.node';
import { resources } from '../../../nodes/CardPayment/resources';

/* What the editor shows of the node. */

const { description } = new CardPayment();
const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource.values()].map((operation) => ({ resource: option.value, name: option.name, operation })),
);

/** What an expression without anything of n8n's comes to. */
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
