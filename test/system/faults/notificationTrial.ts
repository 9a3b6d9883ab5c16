import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';

import { Engine } from '../../../dev/engine';
import { ActiveTrigger } from '../../engine/support/trigger';
import { World } from '../../engine/support/world';
import { Flapping } from '../support/flapping';
import { stateOf } from '../support/ledgerCheck';
import type { Row } from '../support/report';
import { Mail, type Target, type Notification } from './notifications';

const AT_ONCE = 20;
/** Every other one asks for signed URLs. */
const WORKFLOWS = 8;
/** The most times that a notification is delivered until it is accepted; a forger is less patient. */
const MOST_TRIES = 50;
const TRIES_OF_FORGERS = 2;

/** The trigger waits so long for the service, in seconds. */
const TIMEOUT = 1;

/** Notifications come while the service comes and goes. */
export class NotificationTrial {
	/** The number of deliveries that got each answer. */
	readonly answers: Record<number, number> = {};
	/** Genuine notifications that were never accepted. */
	readonly undelivered: string[] = [];
	/** Starts when they were delivered again. */
	readonly lateStarts: IDataObject[] = [];
	milliseconds = 0;
	private readonly startsOfTriggers: IDataObject[][] = [];
	private readonly agent = new Agent({ connections: AT_ONCE });

	private constructor(
		readonly world: World,
		readonly flapping: Flapping,
		private readonly triggers: readonly ActiveTrigger[],
		readonly mail: Mail,
	) {}

	static async prepare(count: number): Promise<NotificationTrial> {
		// The faster one, for thousands of requests: the trigger has no expressions but in what its user enters.
		const engine = await Engine.start({ expressionEngine: 'legacy' });
		const world = await World.start({ webhooksEnabled: false }, {}, engine);
		const flapping = await Flapping.start(world.sandbox.url);
		world.editCredential({ baseUrl: flapping.proxy.url });
		const triggers: ActiveTrigger[] = [];
		const targets: Target[] = [];
		for (let index = 0; index < WORKFLOWS; index++) {
			const isSigned = index % 2 === 1;
			const rules = { options: { requireSignedUrl: isSigned, timeout: TIMEOUT } };
			const id = `workflow-${index + 1}`;
			const trigger = await ActiveTrigger.activate(world, rules, { id, node: { webhookId: id } });
			triggers.push(trigger);
			targets.push({ url: trigger.notificationUrl, isSigned });
		}
		return new NotificationTrial(world, flapping, triggers, new Mail(world.sandbox, targets, count));
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const limit = pLimit(AT_ONCE);
		let round = this.mail.all();
		for (let tries = 1; round.length > 0 && tries <= MOST_TRIES; tries++) {
			const answers = await Promise.all(round.map(async (each) => await limit(() => this.deliver(each))));
			const isOpen = ({ isGenuine }: Notification, index: number) =>
				answers[index] !== 200 && (isGenuine || tries < TRIES_OF_FORGERS);
			round = round.filter(isOpen);
		}
		this.undelivered.push(...round.filter(({ isGenuine }) => isGenuine).map(({ sent }) => sent));
		for (const trigger of this.triggers) this.startsOfTriggers.push(await trigger.started());
		this.milliseconds = Date.now() - begin;
	}

	/** Delivers every genuine notification once more. The clock has been moved before. */
	async repeatEverything(): Promise<void> {
		const limit = pLimit(AT_ONCE);
		const genuine = this.mail.all().filter(({ isGenuine }) => isGenuine);
		await Promise.all(genuine.map(async (each) => await limit(() => this.deliver(each))));
		for (const [index, trigger] of this.triggers.entries())
			this.lateStarts.push(...(await trigger.started()).slice(this.startsOfTriggers[index]!.length));
	}

	/** Returns the outcome of the notifications. */
	rows(): Row[] {
		const { mail, answers, starts, undelivered, milliseconds } = this;
		const each = this.startsOfEach();
		return [
			['forged starts', '0', this.forgedStarts()],
			['verified payments without a start', '0', each.filter((count) => count === 0).length],
			['repeated starts', '0', each.reduce((sum, count) => sum + Math.max(0, count - 1), 0)],
			['starts when they were delivered again after eight days', '0', this.lateStarts],
			['genuine ones that were never accepted', '0', undelivered],
			['payments', 'some', mail.paid],
			['starts', 'some', starts],
			...Object.entries({ 401: 0, 503: 0, ...answers }).map(([status, times]): Row => [
				`deliveries answered ${status}`,
				['401', '503'].includes(status) ? 'some' : 'any',
				times,
			]),
			...this.flapping.proxy.rows(),
			['seconds', 'any', Math.round(milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.agent.close();
		await this.flapping.stop();
		await this.world.stop();
	}

	/** The items that the workflows were started with. */
	get starts(): IDataObject[] {
		return this.startsOfTriggers.flat();
	}

	/** The starts of what is not paid, or differs from it. */
	forgedStarts(): IDataObject[] {
		return this.starts.filter((item) => {
			const paid = this.world.sandbox.ledger.byTransactionReference(item.transactionReference as string);
			return (
				stateOf(paid) !== 'authorized' ||
				item.outcome !== 'authorized' ||
				item.verified !== true ||
				item.reference !== paid!.merchantReference ||
				item.amountMinor !== paid!.amountMinor
			);
		});
	}

	/** Counts the starts that each payment has. */
	startsOfEach(): number[] {
		const counts = new Map<unknown, number>();
		for (const { transactionReference } of this.starts)
			counts.set(transactionReference, (counts.get(transactionReference) ?? 0) + 1);
		return this.mail.paid.map(({ transactionReference }) => counts.get(transactionReference) ?? 0);
	}

	private async deliver({ url, contentType, sent }: Notification): Promise<number> {
		await this.flapping.next();
		const headers = { 'content-type': contentType };
		const { statusCode, body } = await request(url, { method: 'POST', headers, body: sent, dispatcher: this.agent });
		await body.dump();
		this.answers[statusCode] = (this.answers[statusCode] ?? 0) + 1;
		return statusCode;
	}
}
