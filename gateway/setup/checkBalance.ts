import { balance } from '../calls/balance';
import { endpointUrl, hasLogin } from '../client/request';
import { send } from '../sending/service';
import { isTemporary } from '../sending/failures';
import { asClause } from '../values/errors';
import { pass, serviceOf, type Finding, type Setup } from './check';

/** Checks whether the service tells the balance of the account, which not every provider does. The amount is not shown. */
export async function checkBalance(setup: Setup): Promise<Finding> {
	if (!hasLogin(setup.settings)) return pass('Not used: the balance needs a login');
	const asked = await send(serviceOf(setup), balance, undefined, []);
	if ('value' in asked) return pass('The service tells the balance of your account');
	if (isTemporary(asked.failure)) throw asked.failure;
	// Nothing else needs it.
	const found = `There is no balance at ${endpointUrl(balance.endpoint, setup.settings)}: ${asClause(asked.failure.message)}`;
	return pass(found, 'If your provider tells the balance, ask for its path, and set Balance Path.');
}
