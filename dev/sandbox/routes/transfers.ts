import type { FastifyInstance } from 'fastify';
import { requireBearer, requirePath } from '../access';
import { accountOf, failTransfer, type TestAccount } from '../accounts';
import { inventBanks } from '../banks';
import { Refusal } from '../errors';
import { minorOf, toMajor } from '../money';
import type { Service } from '../server';
import type { Transfer, Decision } from '../transfers';

interface NameRoute {
	Params: { bankCode: string; accountNumber: string };
}
interface TransferRoute {
	Body: { amount: number; bankCode: string; recipientAccountNumber: string; narration: string; requestId: string };
}
interface StatusRoute {
	Params: { reference: string };
}

const text = { type: 'string', minLength: 1 };
const ACCOUNT_NUMBER = '^\\d{10}$';

/** Section 1 names these calls and section 5 opens them; the rest is what providers document. */
const transferSchema = {
	type: 'object',
	required: ['amount', 'bankCode', 'recipientAccountNumber', 'narration', 'requestId'],
	properties: {
		amount: { type: 'number', exclusiveMinimum: 0 },
		bankCode: text,
		recipientAccountNumber: { type: 'string', pattern: ACCOUNT_NUMBER },
		narration: text,
		requestId: text,
	},
};

// Transfers name no currency: all of them are in the account's, which is NGN.
const DECIMALS = 2;

/** Name enquiry, outward transfer and the transfer's status. */
export function transferRoutes(app: FastifyInstance, { settings, tokens, transfers }: Service): void {
	const preValidation = requireBearer(tokens);
	const prefix = `${settings.basePrefix}/paas/bank/transfer/v1`;

	app.get<NameRoute>(
		`${prefix}/banks/code/:bankCode/accounts/account-number/:accountNumber/name`,
		{ config: { endpoint: 'name' }, preValidation },
		({ params: { bankCode, accountNumber } }) => {
			const bank = bankOf(bankCode);
			const account = new RegExp(ACCOUNT_NUMBER).test(accountNumber) && accountOf(accountNumber);
			if (!bank || !account) throw new Refusal(404, { message: `There is no account ${accountNumber} at this bank` });
			return { bank: bank.name, accountNumber, name: account.holder };
		},
	);

	app.post<TransferRoute>(
		`${prefix}/transfer-funds`,
		{ config: { endpoint: 'transfer' }, schema: { body: transferSchema }, preValidation },
		({ body }) => {
			const { amount, bankCode, recipientAccountNumber: accountNumber, narration, requestId } = body;
			const amountMinor = minorOf(amount, DECIMALS);
			if (amountMinor === undefined) throw new Refusal(400, { errors: ['amount: has too many decimals'] });
			if (!bankOf(bankCode)) throw new Refusal(400, { errors: ['bankCode: is no bank'] });

			const account = accountOf(accountNumber);
			const transfer = transfers.open({
				requestId,
				amountMinor,
				bankCode,
				accountNumber,
				narration,
				holder: account?.holder ?? '',
				...judge(account, amountMinor),
			});
			if (!transfer) throw new Refusal(400, { errors: ['requestId: has been used before'] });
			return recordOf(transfer);
		},
	);

	/** Two pages of the same documentation have two paths for it. */
	app.get<StatusRoute>(
		`${prefix}/transfer-funds/status/reference/:reference`,
		{ config: { endpoint: 'transferStatus' }, preValidation },
		({ params: { reference } }) =>
			recordOf(
				transfers.byReference(reference) ??
					(settings.statusKnowsRequestId ? transfers.byRequestId(reference) : undefined) ??
					unknown(reference),
			),
	);
	app.get<StatusRoute>(
		`${prefix}/transfer-status/reference/:reference`,
		{
			config: { endpoint: 'transferStatus' },
			preValidation: [requirePath(() => settings.hasTransferStatusByRequestId), preValidation],
		},
		({ params: { reference } }) => recordOf(transfers.byRequestId(reference) ?? unknown(reference)),
	);

	const bankOf = (wanted: string) => inventBanks(settings.banks).find(({ code }) => code === wanted);

	function judge(account: TestAccount | undefined, amountMinor: number): Decision & { later: Decision | undefined } {
		if (!account) return { ...failTransfer('07', 'Invalid account'), later: undefined };
		if (amountMinor > transfers.balance) return { ...failTransfer('51', 'Insufficient balance'), later: undefined };
		if (amountMinor > transfers.leftToday) return { ...failTransfer('61', 'Daily limit exceeded'), later: undefined };
		return { ...account.decision, later: account.later };
	}

	function recordOf(transfer: Transfer) {
		const { reference, status, accountNumber, holder, requestId, responseCode, responseMessage, amountMinor } =
			transfer;
		return {
			reference,
			status,
			destination: accountNumber,
			destinationName: holder,
			requestId,
			responseCode,
			responseMessage,
			amount: settings.transferAmounts === 'major' ? toMajor(amountMinor, DECIMALS) : amountMinor,
		};
	}
}

function unknown(reference: string): never {
	throw new Refusal(404, { message: `There is no transfer with the reference ${reference}` });
}
