import { optionsFor } from './options.mjs';

/** Money, outcomes, what is sent, and what is read: the protocol that decides whether somebody has paid. */
export const part = {
	name: 'gateway',
	groups: {
		outcomes: {
			mutate: ['gateway/{itemMessage,outcome,payment,stage}.ts'],
			tests: ['test/unit/gateway/{message,outcome,payment,stage}.test.ts'],
		},
		sending: {
			mutate: ['gateway/sending/{lookUp,pages,pay,service,settle}.ts'],
			tests: ['test/unit/sending/*.test.ts', 'test/unit/execution/lookAhead.test.ts'],
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
			mutate: ['gateway/client/{response,token}.ts'],
			tests: ['test/unit/client/{response,serviceMessage,token}.test.ts', 'test/unit/transport/token.test.ts'],
		},
		keys: {
			mutate: ['gateway/client/request.ts'],
			tests: ['test/unit/client/authentication.test.ts', 'test/unit/transport/transport.test.ts'],
		},
		charge: {
			mutate: ['gateway/calls/{cardPayment,charge,hostedCheckout}.ts'],
			tests: ['test/unit/calls/{charge,hostedCheckout}.test.ts', 'test/unit/sending/charge.test.ts'],
		},
		authorize: {
			mutate: ['gateway/calls/authorize.ts'],
			tests: [
				'test/unit/{calls,sending}/authorize.test.ts',
				'test/unit/cardPayment/authorize.test.ts',
				'test/unit/gateway/message.test.ts',
			],
		},
		refund: {
			mutate: ['gateway/calls/{refund,refundAnswer}.ts'],
			tests: ['test/unit/{calls,sending}/refund.test.ts'],
		},
		verify: {
			mutate: ['gateway/calls/{expectedPayment,findPayments,history,notification,verify}.ts'],
			tests: [
				'test/unit/calls/{authorize,expectedPayment,findPayments,history,listPayments,notification,verify}.test.ts',
				'test/unit/sending/{authorize,lookUp}.test.ts',
				'test/unit/trigger/*.test.ts',
			],
		},
		bankPayment: {
			mutate: ['gateway/calls/{bankPayment,bankPaymentStatus}.ts'],
			tests: ['test/unit/{calls,sending}/bankPayment.test.ts'],
		},
		transfer: {
			mutate: ['gateway/calls/{nameEnquiry,transfer,transferStatus}.ts'],
			tests: [
				'test/unit/calls/{nameEnquiry,transfer}.test.ts',
				'test/unit/sending/{transfer,transferStatus}.test.ts',
				'test/unit/gateway/message.test.ts',
			],
		},
	},
};

export default optionsFor(part);
