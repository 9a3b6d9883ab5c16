import { optionsFor } from './options.mjs';

/** Money, outcomes, what is sent, and what is read: the protocol that decides whether somebody has paid. */
export const part = {
	name: 'gateway',
	groups: {
		all: {
			mutate: [
				'gateway/{message,outcome}.ts',
				'gateway/schema/{card,money,transactionDate}.ts',
				'gateway/protocol/{cardNumbers,readings,response,secrets,token}.ts',
				'gateway/calls/charge/{answer,request}.ts',
				'gateway/calls/{authorize,bankAccount,notification,sentPayment,transfer,verify}.ts',
			],
			tests: [
				'test/unit/gateway/{message,outcome,payment}.test.ts',
				'test/unit/gateway/{calls,schema}/*.test.ts',
				'test/unit/gateway/protocol/{cardNumbers,readings,response,secrets,token}.test.ts',
			],
		},
	},
	threshold: 95,
};

export default optionsFor(part);
