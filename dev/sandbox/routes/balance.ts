import type { FastifyInstance } from 'fastify';
import { requireBearer, requirePath } from '../access';
import { toMajor } from '../money';
import type { Service } from '../server';

// It names no currency: the account's is NGN.
const DECIMALS = 2;

/** The specification does not have this call; a provider's client has it. */
export function balanceRoutes(app: FastifyInstance, { settings, tokens, transfers }: Service): void {
	app.get(
		`${settings.basePrefix}/business/account/v2/balance`,
		{
			config: { endpoint: 'balance' },
			preValidation: [requirePath(() => settings.hasBalance), requireBearer(tokens)],
		},
		() => {
			const { balance } = transfers;
			const { overdraftLimit } = settings;
			const data = {
				accountBalance: toMajor(balance, DECIMALS),
				overdraftLimit: toMajor(overdraftLimit, DECIMALS),
				totalAccountBalance: toMajor(balance + overdraftLimit, DECIMALS),
			};
			return { status: 200, message: 'Successful', data, errors: [] };
		},
	);
}
