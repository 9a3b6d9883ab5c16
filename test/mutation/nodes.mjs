import { optionsFor } from './options.mjs';

/** What decides in n8n about sending, looking up and starting. */
export default optionsFor({
	name: 'nodes',
	mutate: [
		'nodes/shared/payments/{authorize,charge,exchange,expectedPayment,lookUp,resolution,transfer}.ts',
		'nodes/shared/execution/{automaticReference,sendItems,sentRequests}.ts',
		'nodes/shared/transport/{httpErrors,token,transport}.ts',
		'nodes/shared/webhooks/memory.ts',
		'nodes/CardPaymentTrigger/{checkNotification,filters}.ts',
		'nodes/CardPaymentCheckout/store.ts',
		'nodes/CardPayment/resources/card/collectOtp/tries.ts',
	],
	tests: ['test/unit/{shared,cardPayment,checkout,trigger}/**/*.test.ts'],
	threshold: 85,
});
