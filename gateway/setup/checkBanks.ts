import { endpointUrl } from '../client/address';
import { ENDPOINTS } from '../client/endpoints';
import { GatewayError } from '../values/errors';
import { secretsOf } from '../client/settings';
import type { Token } from '../client/token';
import { readBanks } from '../calls/banksCall';
import { attempt, failed, failedWith, passed, type Setup, type SetupCheck } from './check';
import { bearerHeaders } from './checkLogin';

type Page = ReturnType<typeof readBanks>;

/** Whether the banks list can be read, and how its further pages are asked for (4.2: neither is shown). */
export async function checkBanks(setup: Setup, login: Token): Promise<SetupCheck> {
	const first = await getPage(setup, login, {});
	if (first instanceof GatewayError) return failedWith('Banks List', first);
	const { banks, next, mayHaveMore } = first;
	const count = `${banks.length} ${banks.length === 1 ? 'bank' : 'banks'}`;
	if (mayHaveMore) {
		return passed(
			'Banks List',
			`The list has ${count}, and does not say whether there are more`,
			'Compare the list with what your provider tells you.',
		);
	}
	if (next === null) return passed('Banks List', `The list has ${count}, in one answer`);
	const pages = `The list comes in pages of ${count}`;
	const second = await getPage(setup, login, { [setup.pageParameter]: next });
	if (!(second instanceof GatewayError) && second.page === next) {
		return passed('Banks List', `${pages}, asked for with "${setup.pageParameter}"`);
	}
	return failed(
		'Banks List',
		`${pages}, and the service does not understand "${setup.pageParameter}" as the query parameter for the next one`,
		'Ask your provider for the name of the query parameter, and enter it as Page Parameter in the options of this node and of Bank: Get Many.',
	);
}

async function getPage(setup: Setup, login: Token, query: Record<string, number>): Promise<Page | GatewayError> {
	const { settings } = setup;
	const { banks: endpoint } = ENDPOINTS;
	return await attempt(async () => {
		const headers = bearerHeaders(setup, login);
		const answer = await setup.send({ endpoint, url: endpointUrl(endpoint, settings), headers, query });
		return readBanks(answer, secretsOf(settings, [login.accessToken, login.refreshToken]));
	});
}
