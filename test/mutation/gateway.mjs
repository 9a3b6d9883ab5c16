import { optionsFor } from './options.mjs';

/** Money, outcomes, what is sent, and what is read: the protocol that decides whether somebody has paid. */
export const part = {
	name: 'gateway',
	groups: {
		outcomes: {
			mutate: ['gateway/{itemMessage,outcome}.ts'],
			tests: ['test/unit/gateway/{message,outcome,payment}.test.ts'],
		},
		settle: {
			mutate: ['gateway/{lookUp,settle}.ts'],
			tests: ['test/unit/gateway/settle.test.ts', 'test/unit/payments/lookUp.test.ts'],
		},
		money: {
			mutate: ['gateway/values/{dates,money,reference}.ts'],
			tests: ['test/unit/values/{dates,money,reference}.test.ts'],
		},
		card: {
			mutate: ['gateway/values/card.ts'],
			tests: ['test/unit/values/card.test.ts'],
		},
		secrets: {
			mutate: ['gateway/client/mask.ts'],
			tests: ['test/unit/client/mask.test.ts'],
		},
		protocol: {
			mutate: ['gateway/client/{response,serviceMessage,token}.ts'],
			tests: ['test/unit/client/{response,serviceMessage,token}.test.ts', 'test/unit/transport/token.test.ts'],
		},
		charge: {
			mutate: ['gateway/calls/{chargeAnswer,chargeCall}.ts'],
			tests: ['test/unit/calls/charge.test.ts'],
		},
		authorize: {
			mutate: ['gateway/calls/authorizeCall.ts'],
			tests: ['test/unit/calls/authorize.test.ts'],
		},
		refund: {
			mutate: ['gateway/calls/refundCall.ts'],
			tests: ['test/unit/calls/refund.test.ts'],
		},
		verify: {
			mutate: ['gateway/calls/{historyCall,notification,expectedPayment,verifyCall}.ts'],
			tests: ['test/unit/calls/{authorize,history,notification,expectedPayment,verify}.test.ts'],
		},
		transfer: {
			mutate: ['gateway/calls/{bankAccountCall,transferCall}.ts'],
			tests: ['test/unit/calls/{bankAccount,transfer}.test.ts'],
		},
	},
};

export default optionsFor(part);
