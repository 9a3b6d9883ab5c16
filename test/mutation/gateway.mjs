import { optionsFor } from './options.mjs';

/** Money, outcomes, what is sent, and what is read: the protocol that decides whether somebody has paid. */
export const part = {
	name: 'gateway',
	groups: {
		outcomes: {
			mutate: ['gateway/{message,outcome}.ts'],
			tests: ['test/unit/gateway/{message,outcome,payment}.test.ts'],
		},
		settle: {
			mutate: ['gateway/{lookUp,settle}.ts'],
			tests: ['test/unit/gateway/settle.test.ts', 'test/unit/shared/payments/lookUp.test.ts'],
		},
		money: {
			mutate: ['gateway/schema/{money,transactionDate}.ts'],
			tests: ['test/unit/gateway/schema/{amountText,money,transactionDate}.test.ts'],
		},
		card: {
			mutate: ['gateway/schema/card.ts'],
			tests: ['test/unit/gateway/schema/card.test.ts'],
		},
		secrets: {
			mutate: ['gateway/protocol/mask.ts'],
			tests: ['test/unit/gateway/protocol/mask.test.ts'],
		},
		protocol: {
			mutate: ['gateway/protocol/{response,token,words}.ts'],
			tests: ['test/unit/gateway/protocol/{response,token,words}.test.ts'],
		},
		charge: {
			mutate: ['gateway/calls/charge/{answer,request}.ts'],
			tests: ['test/unit/gateway/calls/charge.test.ts'],
		},
		authorize: {
			mutate: ['gateway/calls/authorize.ts'],
			tests: ['test/unit/gateway/calls/authorize.test.ts'],
		},
		refund: {
			mutate: ['gateway/calls/refund.ts'],
			tests: ['test/unit/gateway/calls/refund.test.ts'],
		},
		verify: {
			mutate: ['gateway/calls/{history,notification,sentPayment,verify}.ts'],
			tests: ['test/unit/gateway/calls/{history,notification,sentPayment,verify}.test.ts'],
		},
		transfer: {
			mutate: ['gateway/calls/{bankAccount,transfer}.ts'],
			tests: ['test/unit/gateway/calls/{bankAccount,transfer}.test.ts'],
		},
	},
	threshold: 95,
};

export default optionsFor(part);
