/**
 * A node written like n8n's own Stripe node (n8n-nodes-base 2.40, Stripe.node.js and helpers.js): one item after
 * another, each field by `getNodeParameter`, each request by `requestWithAuthentication`. That node itself cannot be
 * compared, as it calls api.stripe.com alone.
 */
const FIELDS = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvv', 'amount', 'currency', 'reference', 'callbackUrl'];

class Sequential {
	description = {
		displayName: 'Sequential',
		name: 'sequential',
		description: 'Calls the service as the Stripe node does',
		group: ['transform'],
		version: 1,
		defaults: { name: 'Sequential' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'cardPaymentApi', required: true }],
		properties: ['operation', 'url', 'webhookURL', 'transactionReference', ...FIELDS].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};

	async execute() {
		const items = this.getInputData();
		const operation = this.getNodeParameter('operation', 0);
		const returnData = [];
		for (let i = 0; i < items.length; i++) {
			let responseData;
			if (operation === 'charge') {
				const body = Object.fromEntries(FIELDS.map((name) => [name, this.getNodeParameter(name, i)]));
				body.webhookURL = this.getNodeParameter('webhookURL', i);
				responseData = await request.call(this, 'POST', '/transaction/charge', body);
			} else {
				const reference = this.getNodeParameter('transactionReference', i);
				responseData = await request.call(this, 'GET', `/transaction/verify/${reference}`, {});
			}
			const executionData = this.helpers.constructExecutionMetaData(this.helpers.returnJsonArray(responseData), {
				itemData: { item: i },
			});
			returnData.push(...executionData);
		}
		return [returnData];
	}
}

async function request(method, endpoint, body) {
	const options = { method, body, uri: `${this.getNodeParameter('url', 0)}${endpoint}`, json: true };
	if (Object.keys(body).length === 0) delete options.body;
	return await this.helpers.requestWithAuthentication.call(this, 'cardPaymentApi', options);
}

module.exports = { Sequential };
