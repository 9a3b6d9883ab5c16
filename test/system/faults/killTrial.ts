import type { INodeExecutionData, IRunExecutionData, ITaskData } from 'n8n-workflow';

import { flatted } from '../../../dev/engine/n8n';
import { until, type Execution, type StoredWorkflow } from '../../../dev/playground/rest';
import { OTP, type SandboxOptions } from '../../../dev/sandbox';
import { chargeAtSandbox } from '../../engine/support/trigger';
import { ACCOUNTS, CARDS } from '../../engine/support/world';
import {
	claimsOf,
	isContradicted,
	isDoubt,
	NOTHING_SAID,
	stateOf,
	type Claim,
	type State,
} from '../support/ledgerCheck';
import { OneProcess } from '../support/oneProcess';
import { bookingsFor, emailOf, orderIn } from '../support/orders';
import { FaultProxy, type Passing, type Plan } from '../support/proxy';
import type { Row } from '../support/report';
import { Shop } from '../support/shop';
import { NODE, workflowOf, type Kind } from './killWorkflow';
import { findingPayments } from './sandboxes';

const PATIENCE = 120_000;
const EXECUTIONS_OF_KIND = 2;
/** The first is done before the first kill, the second is under way then, the third when n8n is killed amid the retry. */
const PLACES = [1, 2, 3] as const;

interface Retry extends Execution {
	retryOf: string | null;
}

/** The orders of one execution, and the last that n8n says of them. */
interface Batch {
	kind: Kind;
	orders: string[];
	claims: Claim[];
}

/** Kills a real n8n while the service has acted on requests and not answered; then n8n retries the executions. */
export class KillTrial {
	readonly batches: Batch[] = [];
	kills = 0;
	retries = 0;
	milliseconds = 0;
	private readonly held = new Set<string>();

	private constructor(
		private readonly kinds: readonly Kind[],
		private readonly shop: Shop<OneProcess>,
		private readonly proxy: FaultProxy,
	) {}

	static async prepare(kinds: readonly Kind[], options: SandboxOptions = {}): Promise<KillTrial> {
		let proxy!: FaultProxy;
		const host = await OneProcess.prepare('faults', 5950);
		const shop = await Shop.open(host, { webhooksEnabled: false, ...options }, async (service) => {
			proxy = await FaultProxy.start(service, (passing) => trial.plan(passing));
			return { url: proxy.url, stop: async () => await proxy.down() };
		});
		const trial = new KillTrial(kinds, shop, proxy);
		return trial;
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const workflows = await this.begin();
		await this.killWhenHeld(2);

		await this.shop.host.start();
		const cutOff = this.retryCrashed(workflows);
		await this.killWhenHeld(3);
		await cutOff;

		await this.shop.host.start();
		for (const isFound of [true, false]) {
			const which = workflows.filter((_, index) => this.kinds[index]!.isFound === isFound);
			if (!isFound) this.shop.sandbox.configure(findingPayments(false));
			await this.retryCrashed(which);
		}
		for (const [index, workflow] of workflows.entries())
			await this.readClaims(
				workflow,
				this.batches.filter(({ kind }) => kind === this.kinds[index]),
			);
		this.milliseconds = Date.now() - begin;
	}

	/** Returns the outcome of the killed n8n. In a loop, what was sent before n8n was killed is found, and told. */
	rows(): Row[] {
		const { orders, batches, kills, retries, milliseconds } = this;
		const { sandbox } = this.shop;
		const { ledger, transfers } = sandbox;
		const isLoop = batches.every(({ kind }) => kind.isLoop);
		const refunds = batches.filter(({ kind }) => kind.call === 'refund').flatMap((batch) => batch.orders);
		const refused = isLoop ? 'any' : 'some';
		return [
			['orders', 'some', orders],
			['orders that were not paid once', '0', orders.filter((order) => bookingsFor(sandbox, order).length !== 1)],
			[
				'payments that were not refunded once',
				'0',
				refunds.filter((order) => ledger.byReference(order)?.refunds.length !== 1),
			],
			['executions without three outcomes', '0', batches.filter(({ claims }) => claims.length !== 3)],
			['items without an outcome', '0', this.where(({ said }) => said === NOTHING_SAID)],
			[
				'outcomes that contradict the ledger',
				'0',
				this.where((claim, state) => isContradicted(claim, state, 'absent')),
			],
			['outcomes that are not authorized', isLoop ? '0' : 'any', this.where(({ said }) => said !== 'authorized')],
			['outcomes that stay unknown', 'any', this.where(isDoubt)],
			['executions, kills of n8n, retries', 'any', `${batches.length}, ${kills}, ${retries}`],
			['second charges that the service refused', refused, ledger.duplicatesRefused],
			// The node has noted what no look-up finds of a transfer.
			['second transfers that the service refused', 'any', transfers.duplicatesRefused],
			...this.proxy.rows(),
			['seconds', 'any', Math.round(milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.shop.close();
	}

	get orders(): string[] {
		return this.batches.flatMap(({ orders }) => orders);
	}

	/** The orders of which n8n says something of a kind. */
	where(is: (claim: Claim, state: State) => boolean): string[] {
		return this.batches.flatMap(({ orders, claims }) =>
			claims.flatMap((claim) => {
				const name = orders[claim.itemIndex]!;
				const state = stateOf(bookingsFor(this.shop.sandbox, name)[0]);
				return is(claim, state) ? [`${name}: ${claim.said}, and is ${state}`] : [];
			}),
		);
	}

	private async begin(): Promise<StoredWorkflow[]> {
		const workflows: StoredWorkflow[] = [];
		for (const kind of this.kinds) {
			const path = `kind-${this.kinds.indexOf(kind) + 1}`;
			workflows.push(await this.shop.publish(workflowOf(kind, path, this.shop.workflows)));
			for (let execution = 1; execution <= EXECUTIONS_OF_KIND; execution++) {
				const orders = PLACES.map((place) => `${path}-${execution}-${place}`);
				this.batches.push({ kind, orders, claims: [] });
				await this.shop.ask(
					path,
					{ orders: await Promise.all(orders.map((order) => this.inputOf(kind, order))) },
					PATIENCE,
				);
			}
		}
		return workflows;
	}

	private async inputOf({ call }: Kind, name: string): Promise<object> {
		if (call === 'refund') {
			const charge = { ...CARDS.frictionless, reference: name, email: emailOf(name) };
			return { transactionReference: (await chargeAtSandbox(this.shop, charge)).transactionReference };
		}
		if (call === 'authorize') {
			const { transactionReference } = await chargeAtSandbox(this.shop, {
				...CARDS.otp,
				reference: name,
				email: emailOf(name),
			});
			return { transactionReference, otp: OTP };
		}
		if (call === 'transfer') {
			return { recipientAccountNumber: ACCOUNTS.completes, amount: 10.5, narration: name, requestId: name };
		}
		return { ...CARDS.frictionless, amount: 1050, email: emailOf(name), reference: name };
	}

	/** Waits until each execution has a request that was carried out and gets no answer, and kills n8n. */
	private async killWhenHeld(place: (typeof PLACES)[number]): Promise<void> {
		const isHeld = (name: string) => this.held.has(name);
		const waiting = this.orders.filter((name) => placeOf(name) === place);
		await until(() => waiting.every(isHeld), 'requests without an answer', PATIENCE);
		await this.shop.host.kill();
		this.kills++;
	}

	/** Retries every execution that has crashed, as its user does in the editor; a retry that crashed is retried itself. */
	private async retryCrashed(workflows: StoredWorkflow[]): Promise<void> {
		const known = (await Promise.all(workflows.map(async ({ id }) => await this.executionsOf(id)))).flat();
		const isRetried = (id: string) => known.some(({ retryOf }) => retryOf === id);
		const crashed = known.filter(({ id, status }) => status === 'crashed' && !isRetried(id));
		this.retries += crashed.length;
		// A request for a retry ends with the retry, or with n8n when that is killed meanwhile.
		const retry = async ({ id }: Retry) =>
			await this.shop.rest.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false }).catch(() => undefined);
		await Promise.all(crashed.map(retry));
	}

	/** Reads the claims of each execution's last retry about its orders. */
	private async readClaims({ id: workflowId }: StoredWorkflow, batches: Batch[]): Promise<void> {
		const known = await this.executionsOf(workflowId);
		const roots = known.filter(({ retryOf }) => retryOf === null);
		for (const [index, root] of roots.entries()) {
			let last = root;
			for (let next: Retry | undefined = root; next; next = known.find(({ retryOf }) => retryOf === last.id))
				last = next;
			const { data } = await this.shop.rest.waitForExecution(last);
			const { error, runData } = (flatted.parse(data) as IRunExecutionData).resultData;
			const { kind, orders } = batches[index]!;
			const items = () => itemsOf(runData[NODE] ?? [], kind, orders);
			batches[index]!.claims = claimsOf({ error, items }, NODE, PLACES.length);
		}
	}

	/** The oldest first. */
	private async executionsOf(workflowId: string): Promise<Retry[]> {
		const executions = (await this.shop.rest.executionsOf(workflowId)) as Retry[];
		return executions.sort((a, b) => Number(a.id) - Number(b.id));
	}

	private readonly plan: Plan = ({ path, body }: Passing) => {
		const paid = this.shop.sandbox.ledger.byTransactionReference(String(body.transactionReference));
		const name = orderIn(body) ?? orderIn(paid);
		if (name === undefined || placeOf(name) === 1 || this.held.has(name)) return { trouble: 'none', name: path };
		this.held.add(name);
		return { trouble: 'heldAfterActing', name };
	};
}

function placeOf(name: string): number {
	return Number(name.at(-1));
}

/** Returns the node's output: in a loop the last that it said of each order, in the order of the list. */
function itemsOf(runs: readonly ITaskData[], { isLoop }: Kind, orders: readonly string[]): INodeExecutionData[] {
	const items = runs.flatMap(({ data }) => data?.main?.[0] ?? []);
	if (!isLoop) return items;
	const last = new Map(items.map((item) => [referenceOf(item), item]));
	return orders.flatMap((order, at) => (last.has(order) ? [{ ...last.get(order)!, pairedItem: { item: at } }] : []));
}

function referenceOf({ json }: INodeExecutionData): unknown {
	return json.reference ?? (json.error as { reference?: string } | undefined)?.reference;
}
