import { join } from 'node:path';

import { PackageTypes } from '../../dev/engine/node-types';
import codex from '../../nodes/CardPayment/CardPayment.node.json';
import checkoutCodex from '../../nodes/CardPaymentCheckoutTrigger/CardPaymentCheckoutTrigger.node.json';
import triggerCodex from '../../nodes/CardPaymentTrigger/CardPaymentTrigger.node.json';

/* n8n's own loader reads the codex files: it ignores one that lacks a part, and search finds the node no more. */

test.each([
	['cardPayment', codex],
	['cardPaymentCheckoutTrigger', checkoutCodex],
	['cardPaymentTrigger', triggerCodex],
])('n8n takes the search words of %s', async (name, { alias, categories }) => {
	const types = await PackageTypes.load(join(__dirname, '../..'));
	const { description } = types.getByNameAndVersion(`n8n-nodes-card-payment.${name}`);
	expect(description.codex).toMatchObject({ alias, categories });
});
