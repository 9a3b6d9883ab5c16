import type { IDataObject } from 'n8n-workflow';

import { startsIn } from '../../manyStarts';
import { chargeAtSandbox, claimOf } from '../support/trigger';
import { activate, setUpTriggers, trigger, world } from '../support/triggerTests';

const MANY = 100;

// This asks who comes first, not what an expression is worth. n8n's isolates, one for each request and one
// for each execution, take more than half a minute for so many on a busy computer.
setUpTriggers();

describe('a hundred at once', () => {
	const numbers = Array.from({ length: MANY }, (_, index) => index);
	const statusOf = async (response: Promise<Response>) => (await response).status;
	// One process answers them all, and on a slow computer not within the usual ten seconds.
	const options = { timeout: 25 };
	const ok = numbers.map(() => 200);

	test('of one payment start the workflow once', async () => {
		await activate({ options });
		const claim = claimOf(await chargeAtSandbox(world));
		expect(await Promise.all(numbers.map(() => statusOf(trigger.notify(claim))))).toEqual(ok);
		expect(await trigger.started()).toMatchObject([{ transactionReference: claim.transactionReference }]);
	});

	test('of different payments start it for each, and not a second time', async () => {
		await activate({ options });
		const claims: IDataObject[] = [];
		while (claims.length < numbers.length) claims.push(claimOf(await chargeAtSandbox(world)));
		const sendAll = async () => await Promise.all(claims.map((claim) => statusOf(trigger.notify(claim))));

		expect(await sendAll()).toEqual(ok);
		const started = (await trigger.started()).map(({ transactionReference }) => transactionReference);
		expect(started.sort()).toEqual(claims.map(({ transactionReference }) => transactionReference).sort());

		// n8n keeps what was written last, which may lack some; this process knows them all, and writes them again.
		expect(await sendAll()).toEqual(ok);
		expect(await trigger.executions()).toHaveLength(MANY);
		expect(startsIn(trigger.staticData.global as Record<string, string>, 'trigger-1')).toBe(MANY);
	});
});
