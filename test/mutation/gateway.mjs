import { optionsFor } from './options.mjs';

/** Money, outcomes, what is sent, and what is read: the protocol that decides whether somebody has paid. */
export default optionsFor({
	name: 'gateway',
	mutate: [
		'gateway/outcome.ts',
		'gateway/schema/{card,money}.ts',
		'gateway/protocol/{response,secrets,token}.ts',
		'gateway/calls/{authorize,charge,notification,transfer,verify}.ts',
	],
	tests: [
		'test/unit/gateway/outcome.test.ts',
		'test/unit/gateway/schema/{card,money}.test.ts',
		'test/unit/gateway/protocol/{response,secrets,token}.test.ts',
		'test/unit/gateway/calls/{authorize,charge,notification,transfer,verify}.test.ts',
	],
	threshold: 95,
});
