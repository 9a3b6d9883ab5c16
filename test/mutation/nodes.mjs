import { optionsFor } from './options.mjs';

/** The code that decides in n8n about sending, looking up and starting. */
export const part = {
	name: 'nodes',
	groups: {
		execution: {
			mutate: ['nodes/shared/execution/{lookAhead,checkItems,items,payItems,payReport,readItems,sentRequests}.ts'],
			tests: ['test/unit/execution/{lookAhead,checkItems,output,payItems,payReport,readItems,sentRequests}.test.ts'],
		},
		transport: {
			mutate: ['nodes/shared/transport/{httpErrors,logIn,transport}.ts'],
			tests: ['test/unit/transport/*.test.ts'],
		},
		signing: {
			mutate: ['nodes/shared/signing/*.ts'],
			tests: ['test/unit/signing/*.test.ts'],
		},
		webhooks: {
			mutate: ['nodes/shared/webhooks/{memory,starts,unconfirmed}.ts'],
			tests: ['test/unit/webhooks/{memory,starts,unconfirmed}.test.ts'],
		},
		trigger: {
			mutate: ['nodes/CardPaymentTrigger/checkNotification.ts'],
			tests: ['test/unit/trigger/*.test.ts'],
		},
		checkout: {
			mutate: [
				'checkout/attempt.ts',
				'nodes/CardPaymentCheckoutTrigger/{linkStore,pageOf}.ts',
				'nodes/shared/orders/queue.ts',
			],
			tests: ['test/unit/checkout/{link,linkStore,pageOf}.test.ts', 'test/unit/orders/queue.test.ts'],
		},
		otpPage: {
			mutate: ['nodes/CardPayment/otpPage/{resumption,tries}.ts'],
			tests: ['test/unit/otpPage/{resumption,tries}.test.ts'],
		},
	},
};

export default optionsFor(part);
