import { optionsFor } from './options.mjs';

/** What decides in n8n about sending, looking up and starting. */
export default optionsFor(
	'nodes',
	[
		'nodes/shared/payments/{charge,authorize,exchange,expectedPayment,lookUp,resolution,transfer}.ts',
		'nodes/shared/execution/{automaticReference,sentRequests}.ts',
		'nodes/shared/transport/httpErrors.ts',
		'nodes/shared/webhooks/memory.ts',
		'nodes/CardPaymentTrigger/{checkNotification,filters}.ts',
		'nodes/CardPayment/resources/card/collectOtp/tries.ts',
	],
	85,
);
