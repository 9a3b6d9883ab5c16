import pLimit from 'p-limit';
import { Agent, request } from 'undici';

import { Engine } from '../../../dev/engine';
import { OTP_PATH } from '../../../nodes/shared/execution/n8nUrls';
import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { ActiveCheckout, BrowserPage } from '../../engine/support/checkout';
import { ActiveTrigger, chargeAtSandbox, claimOf } from '../../engine/support/trigger';
import { chargeFields, World } from '../../engine/support/world';
import type { Row } from '../support/report';
import { junkAt, type Junk } from './junk';

const AT_ONCE = 20;
/** So often somebody comes with something genuine. */
const EVERY = 25;

/** An address that is open to everybody, and its fate under a flood. */
interface Door {
	name: string;
	/** Sent by somebody who knows the address and has no key. */
	junk: (index: number) => Junk;
	/** Comes with something genuine. Returns what is given in place of what was asked for; undefined when that is given. */
	genuine: () => Promise<string | undefined>;
	/** Counts the executions that junk has started or resumed. */
	started: () => Promise<number>;
	/** The number of times that junk was answered with each status. */
	answers: Record<number, number>;
	/** In milliseconds. */
	slowest: number;
	/** The number of visitors who came with something genuine, and what those got who were turned away. */
	visits: number;
	turnedAway: string[];
}

/** Junk and forgeries come in floods to each public address, and now and then somebody genuine among them. */
export class FloodTrial {
	milliseconds = 0;
	private readonly agent = new Agent({ connections: AT_ONCE });

	private constructor(
		private readonly world: World,
		readonly doors: readonly Door[],
		private readonly count: number,
	) {}

	/** @param count of junk requests at each door */
	static async prepare(count: number): Promise<FloodTrial> {
		// The faster one, so that what is ours weighs more.
		const engine = await Engine.start({ expressionEngine: 'legacy' });
		const world = await World.start({ webhooksEnabled: false }, {}, engine);
		const doors = [
			await triggerDoor(world, false),
			await triggerDoor(world, true),
			await checkoutDoor(world),
			await otpDoor(world),
		];
		return new FloodTrial(world, doors, count);
	}

	async run(): Promise<void> {
		const begin = Date.now();
		for (const door of this.doors) await this.flood(door);
		this.milliseconds = Date.now() - begin;
	}

	/** The slowest answer to anybody at any door, in milliseconds. */
	get slowest(): number {
		return Math.max(...this.doors.map(({ slowest }) => slowest));
	}

	/** Returns the outcome of the floods. */
	async rows(): Promise<Row[]> {
		const { doors, slowest, milliseconds } = this;
		const rows: Row[] = [['public door: slowest answer under flood', 'any', `${Math.round(slowest)} ms`]];
		for (const { name, started, turnedAway, visits, slowest: slowestHere, answers } of doors) {
			rows.push(
				[`${name}: starts by junk`, '0', await started()],
				[`${name}: genuine visitors turned away`, '0', turnedAway],
				[`${name}: genuine visitors`, 'some', visits],
				[`${name}: slowest answer under flood`, 'any', `${Math.round(slowestHere)} ms`],
				...Object.entries({ 500: 0, ...answers }).map(([status, times]): Row => [
					`${name}: junk answered ${status}`,
					status === '500' ? '0' : 'any',
					times,
				]),
			);
		}
		return [...rows, ['seconds', 'any', Math.round(milliseconds / 1000)]];
	}

	async stop(): Promise<void> {
		await this.agent.close();
		await this.world.stop();
	}

	private async flood(door: Door): Promise<void> {
		const limit = pLimit(AT_ONCE);
		const visits = Array.from({ length: this.count }, (_, index) =>
			limit(async () => {
				const start = performance.now();
				if (index % EVERY === 0) await this.visit(door);
				else await this.send(door, door.junk(index));
				door.slowest = Math.max(door.slowest, performance.now() - start);
			}),
		);
		await Promise.all(visits);
	}

	private async visit(door: Door): Promise<void> {
		door.visits++;
		const instead = await door.genuine();
		if (instead !== undefined) door.turnedAway.push(instead);
	}

	private async send({ answers }: Door, { url, method, contentType, sent }: Junk): Promise<void> {
		const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {};
		const { statusCode, body } = await request(url, { method, headers, body: sent, dispatcher: this.agent });
		await body.dump();
		answers[statusCode] = (answers[statusCode] ?? 0) + 1;
	}
}

const nothingYet = (): Pick<Door, 'slowest' | 'visits' | 'turnedAway'> => ({ slowest: 0, visits: 0, turnedAway: [] });

async function triggerDoor(world: World, isSigned: boolean): Promise<Door> {
	const id = isSigned ? 'flooded-signed' : 'flooded';
	const options = { requireSignedUrl: isSigned };
	const trigger = await ActiveTrigger.activate(world, { options }, { id, node: { webhookId: id } });
	let genuine = 0;
	return {
		...nothingYet(),
		name: isSigned ? 'trigger with signed URLs' : 'trigger',
		answers: {},
		junk: junkAt([trigger.notificationUrl, trigger.callbackUrl]),
		async genuine() {
			genuine++;
			const paid = await chargeAtSandbox(world);
			const terms = { reference: paid.reference, amount: '', currency: '' };
			const { privateKey } = world.sandbox.options;
			const url = isSigned ? signUrl(trigger.notificationUrl, terms, privateKey) : trigger.notificationUrl;
			const { status } = await trigger.notify(claimOf(paid), {}, url);
			return status === 200 ? undefined : String(status);
		},
		started: async () => (await trigger.executions()).length - genuine,
	};
}

async function checkoutDoor(world: World): Promise<Door> {
	const checkout = await ActiveCheckout.activate(world, {}, { node: { webhookId: 'flooded-checkout' } });
	const { state } = await checkout.open();
	return {
		...nothingYet(),
		name: 'payment page',
		answers: {},
		junk: junkAt(
			[checkout.url, checkout.callbackUrl, checkout.callbackUrl.replace(/callback$/, 'notification')],
			state,
		),
		async genuine() {
			const { fields, status, heading } = await checkout.open();
			if (fields.includes('cardNumber')) return undefined;
			return [status, heading, world.engine.logs.findLast((line) => line.includes('cannot'))].join(' ');
		},
		started: async () => (await checkout.executions()).length,
	};
}

async function otpDoor(world: World): Promise<Door> {
	await world.engine.listen();
	const transactionReference = "={{ $('Charge').item.json.transactionReference }}";
	const waiting = await world.run([
		world.node('Charge', 'card', 'charge', chargeFields()),
		world.node('Collect', 'card', 'collectOtp', { transactionReference, timeLimit: 60 }),
	]);
	const { executionId, run } = waiting;
	const transaction = String(waiting.items('Charge')[0]!.json.transactionReference);
	const address = `${world.engine.webhookUrl}webhook-waiting/${executionId}/${OTP_PATH}`;
	const own = `${address}?signature=${run.data.resumeToken}&transaction=${transaction}`;
	return {
		...nothingYet(),
		name: 'OTP page',
		answers: {},
		// Of those who have the address, and of those who guess it.
		junk: junkAt([own, own.replace(/transaction=.*/, 'transaction=x'), own.replace(/signature=\w/, 'signature=x')]),
		async genuine() {
			const { status, heading } = await BrowserPage.of(await fetch(own));
			return heading === 'Confirm your payment' ? undefined : `${status} ${heading}`;
		},
		started: async () => ((await world.engine.latest(executionId)).status === 'waiting' ? 0 : 1),
	};
}
