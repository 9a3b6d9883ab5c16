import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SettingError } from '../../gateway/values/errors';
import type { Operation, ReadOperation } from '../shared/execution/operation';
import { isTool } from '../shared/execution/parameters';
import { checkSetup } from './account/checkSetup';
import { get } from './account/get';
import { getBalance } from './account/getBalance';
import { getMany } from './bank/getMany';
import { resolveName } from './bankAccount/resolveName';
import { create as createBankPayment } from './bankPayment/create';
import { get as getBankPayment, waitForOutcome as waitForBankPayment } from './bankPayment/get';
import { authorize } from './card/authorize';
import { charge } from './card/charge';
import { collectOtp } from './card/collectOtp';
import { createHostedCheckout } from './payment/createHostedCheckout';
import { create as createLink } from './paymentLink/create';
import { getMany as getManyTransactions } from './transaction/getMany';
import { refund } from './transaction/refund';
import { verify, waitForOutcome as waitForPayment } from './transaction/verify';
import { create as createTransfer } from './transfer/create';
import { getStatus, waitForOutcome as waitForTransfer } from './transfer/getStatus';

/** A resource of the node: what the editor shows of it, and its operations by their values. */
interface Resource {
	option: INodePropertyOptions;
	operations: ReadonlyMap<unknown, Operation>;
	properties: INodeProperties[];
}

/** The node's resources with their operations, in the order in which the editor lists them. The last argument is the default operation. */
export const resources = [
	resource('Account', 'account', [checkSetup, get, getBalance], get),
	resource('Bank', 'bank', [getMany], getMany),
	resource('Bank Account', 'bankAccount', [resolveName], resolveName),
	resource('Bank Payment', 'bankPayment', [createBankPayment, getBankPayment, waitForBankPayment], createBankPayment),
	resource('Card', 'card', [authorize, charge, collectOtp], charge),
	resource('Payment', 'payment', [createHostedCheckout], createHostedCheckout),
	resource('Payment Link', 'paymentLink', [createLink], createLink),
	resource('Transaction', 'transaction', [getManyTransactions, refund, verify, waitForPayment], verify),
	resource('Transfer', 'transfer', [createTransfer, getStatus, waitForTransfer], createTransfer),
];

/**
 * Makes a resource.
 * @param operations in alphabetical order, as the editor lists them
 * @param byDefault the operation that is chosen first
 */
function resource(name: string, value: string, operations: readonly Operation[], byDefault: Operation): Resource {
	const ofResource = { resource: [value] };
	const { value: defaultOperation } = byDefault.option;
	const ofOperation = (option: INodePropertyOptions) => ({ ...ofResource, operation: [option.value] });
	return {
		option: { name, value, ...hideFromAgents(operations) },
		operations: new Map(operations.map((operation) => [operation.option.value, operation])),
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: operations.map((operation) => ({ ...operation.option, ...hideFromAgents([operation]) })),
				default: defaultOperation,
				displayOptions: { show: ofResource },
			},
			...operations.flatMap(({ option, fields }) =>
				fields.map((field) => ({
					...field,
					displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, ...ofOperation(option) } },
				})),
			),
		],
	};
}

/** Hides what an agent cannot use where the node is a tool: an operation, or a resource without any. */
function hideFromAgents(operations: readonly Operation[]): Pick<INodePropertyOptions, 'displayOptions'> {
	return operations.some(isForAgents) ? {} : { displayOptions: { hide: { '@tool': [true] } } };
}

/** Finds the operation that is chosen. As the tool of an AI agent, the node reads, and creates links that customers then pay. */
export function findOperation(context: IExecuteFunctions): Operation {
	const [resource, operation] = ['resource', 'operation'].map((name) => context.getNodeParameter(name, 0, ''));
	const chosen = resources.find(({ option }) => option.value === resource)?.operations.get(operation);
	if (isTool(context)) return chosen && isForAgents(chosen) ? chosen : refusedToAgents;
	return chosen ?? unknownOperation;
}

function isForAgents(operation: Operation): boolean {
	return 'isForAgents' in operation;
}

// n8n's own "Custom API Call", for instance.
const unknownOperation = makeUnusableOperation(
	'This node has no such operation.',
	'Choose a resource and an operation of this node. For any other call of the service, use n8n\'s HTTP Request node with this credential ("Predefined Credential Type").',
);

const refusedToAgents = makeUnusableOperation(
	'Nothing was sent, because an AI agent cannot use this operation.',
	'Give the agent Payment Link: Create, Transaction: Verify, Transfer: Get Status, Bank Payment: Get, Bank Account: Resolve Name or Bank: Get Many. Use any other operation in a node of the workflow.',
);

/** Makes the stand-in for an operation that cannot be used: each item fails, and nothing is sent. */
function makeUnusableOperation(message: string, description: string): ReadOperation<never> {
	return {
		kind: 'read',
		option: { name: 'Unknown', value: '' },
		fields: [],
		prepare() {
			throw new SettingError(message, description);
		},
		perform: () => Promise.resolve({ output: [] }),
	};
}
