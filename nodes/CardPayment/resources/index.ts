import { SettingError } from '../../../gateway/protocol/errors';
import type { Operation } from '../../shared/execution/operation';
import { get } from './account/get';
import { getMany } from './bank/getMany';
import { resolveName } from './bankAccount/resolveName';
import { authorize } from './card/authorize';
import { charge } from './card/charge';
import { collectOtp } from './card/collectOtp/operation';
import { create as createLink } from './paymentLink/create';
import { resource } from './resource';
import { verify } from './transaction/verify';
import { waitForOutcome } from './transaction/waitForOutcome';
import { create } from './transfer/create';
import { getStatus } from './transfer/getStatus';
import { waitForOutcome as waitForTransfer } from './transfer/waitForOutcome';

const account = resource(
	{ name: 'Account', value: 'account' },
	[
		{
			name: 'Get',
			value: 'get',
			action: 'Get the account',
			description: 'Get who the keys of the credential belong to',
			operation: get,
		},
	],
	'get',
);

const bank = resource(
	{ name: 'Bank', value: 'bank' },
	[
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many banks',
			description: 'Get the banks to which transfers can be made, with their codes',
			operation: getMany,
		},
	],
	'getMany',
);

const bankAccount = resource(
	{ name: 'Bank Account', value: 'bankAccount' },
	[
		{
			name: 'Resolve Name',
			value: 'resolveName',
			action: 'Resolve the name of a bank account',
			description: 'Get who holds a bank account, before money is sent to it',
			operation: resolveName,
		},
	],
	'resolveName',
);

const card = resource(
	{ name: 'Card', value: 'card' },
	[
		{
			name: 'Authorize',
			value: 'authorize',
			action: 'Authorize a card payment with an OTP',
			description: 'Submit the OTP that the customer received for a charge',
			operation: authorize,
		},
		{
			name: 'Charge',
			value: 'charge',
			action: 'Charge a card',
			description: 'Start a payment; the card decides whether it needs an OTP, a 3-D Secure page, or is final at once',
			operation: charge,
		},
		{
			name: 'Collect OTP and Authorize',
			value: 'collectOtp',
			action: 'Collect the OTP on a page and authorize',
			description: 'Wait while the customer enters the OTP on a page of this n8n, authorize with it, and go on',
			operation: collectOtp,
		},
	],
	'charge',
);

const paymentLink = resource(
	{ name: 'Payment Link', value: 'paymentLink' },
	[
		{
			name: 'Create',
			value: 'create',
			action: 'Create a payment link',
			description: 'Make a signed link to a payment page of this n8n, with a QR code if you like',
			operation: createLink,
		},
	],
	'create',
);

const transaction = resource(
	{ name: 'Transaction', value: 'transaction' },
	[
		{
			name: 'Verify',
			value: 'verify',
			action: 'Verify a transaction',
			description: 'Get the current status of a payment from the service',
			operation: verify,
		},
		{
			name: 'Wait for Outcome',
			value: 'waitForOutcome',
			action: 'Wait for the outcome of a transaction',
			description: 'Ask again and again until the payment is authorized, declined or refunded, or the time is up',
			operation: waitForOutcome,
		},
	],
	'verify',
);

const transfer = resource(
	{ name: 'Transfer', value: 'transfer' },
	[
		{
			name: 'Create',
			value: 'create',
			action: 'Create a transfer',
			description: 'Send money to a bank account',
			operation: create,
		},
		{
			name: 'Get Status',
			value: 'getStatus',
			action: 'Get the status of a transfer',
			description: 'Get what has become of a transfer from the service',
			operation: getStatus,
		},
		{
			name: 'Wait for Outcome',
			value: 'waitForOutcome',
			action: 'Wait for the outcome of a transfer',
			description: 'Ask again and again until the transfer is done or refused, or the time is up',
			operation: waitForTransfer,
		},
	],
	'create',
);

/** The node's resources, in the order in which the editor lists them. */
export const resources = [account, bank, bankAccount, card, paymentLink, transaction, transfer];

/** Stands in for what the node does not have, such as n8n's own "Custom API Call": each item fails clearly. */
export const unknownOperation: Operation<never> = {
	description: [],
	prepare() {
		throw new SettingError(
			'This node has no such operation',
			'Choose a resource and an operation of this node. For any other call of the service, use n8n\'s HTTP Request node with this credential ("Predefined Credential Type").',
		);
	},
	perform: async () => ({ output: [] }),
};
