import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

import type { INodeExecutionData, IRunExecutionData, ITaskData } from 'n8n-workflow';

import { flatted } from '../../../dev/engine/n8n';
import { N8n } from '../../../dev/playground/n8n';
import { freePort } from '../../../dev/playground/ports';
import { Rest, until, type Execution, type StoredWorkflow } from '../../../dev/playground/rest';
import { saveSandboxCredential } from '../../../dev/playground/seed';
import { installPackage, pack } from '../../../dev/playground/tarball';
import { OTP, startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox';
import { publishAt } from '../../e2e/support/published';
import { chargeAtSandbox } from '../../engine/support/trigger';
import { ACCOUNTS, CARDS } from '../../engine/support/world';
import { temporaryFolder } from '../../queue/support/server';
import { claimsOf, stateOf, type Claim, type State } from './ledgerCheck';
import { NODE, workflowOf, type Kind } from './killWorkflow';
import { bookingsFor, emailOf, orderIn } from './orders';
import { FaultProxy, type Passing, type Plan } from './proxy';
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
	private readonly folder = temporaryFolder('faults');
	private n8n!: N8n;
	private rest!: Rest;

	private constructor(
		private readonly kinds: readonly Kind[],
		readonly sandbox: Sandbox,
		private readonly proxy: FaultProxy,
		private readonly port: number,
	) {}

	static async prepare(kinds: readonly Kind[], options: SandboxOptions = {}): Promise<KillTrial> {
		const sandbox = await startSandbox({ webhooksEnabled: false, ...options });
		const proxy = await FaultProxy.start(sandbox.url, (passing) => trial.plan(passing));
		const trial = new KillTrial(kinds, sandbox, proxy, await freePort(5950));
		return trial;
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const tarball = pack();
		installPackage(this.folder, tarball);
		rmSync(dirname(tarball), { recursive: true });
		await this.start();
		this.rest = await Rest.logIn(this.n8n.url);
		const workflows = await this.begin();
		await this.killWhenHeld(2);

		await this.start();
		const cutOff = this.retryCrashed(workflows);
		await this.killWhenHeld(3);
		await cutOff;

		await this.start();
		for (const isFound of [true, false]) {
			const which = workflows.filter((_, index) => this.kinds[index]!.isFound === isFound);
			if (!isFound) this.sandbox.configure(findingPayments(false));
			await this.retryCrashed(which);
		}
		for (const [index, workflow] of workflows.entries())
			await this.readClaims(
				workflow,
				this.batches.filter(({ kind }) => kind === this.kinds[index]),
			);
		this.milliseconds = Date.now() - begin;
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.proxy.down();
		await this.sandbox.stop();
		rmSync(this.folder, { recursive: true });
	}

	get orders(): string[] {
		return this.batches.flatMap(({ orders }) => orders);
	}

	/** The orders of which n8n says something of a kind. */
	where(is: (claim: Claim, state: State) => boolean): string[] {
		return this.batches.flatMap(({ orders, claims }) =>
			claims.flatMap((claim) => {
				const name = orders[claim.itemIndex]!;
				const state = stateOf(bookingsFor(this.sandbox, name)[0]);
				return is(claim, state) ? [`${name}: ${claim.said}, and is ${state}`] : [];
			}),
		);
	}

	private async start(): Promise<void> {
		this.n8n = await N8n.start({ folder: this.folder, port: this.port });
	}

	private async begin(): Promise<StoredWorkflow[]> {
		const credentialId = await saveSandboxCredential(this.rest, { ...this.sandbox, url: this.proxy.url });
		const workflows: StoredWorkflow[] = [];
		for (const kind of this.kinds) {
			const path = `kind-${this.kinds.indexOf(kind) + 1}`;
			const workflow = await this.rest.createWorkflow(workflowOf(kind, path, credentialId));
			workflows.push(workflow);
			const url = await publishAt(path, this.rest, workflow);
			for (let execution = 1; execution <= EXECUTIONS_OF_KIND; execution++) {
				const orders = PLACES.map((place) => `${path}-${execution}-${place}`);
				this.batches.push({ kind, orders, claims: [] });
				const body = JSON.stringify({ orders: await Promise.all(orders.map((order) => this.inputOf(kind, order))) });
				await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
			}
		}
		return workflows;
	}

	private async inputOf({ call }: Kind, name: string): Promise<object> {
		if (call === 'refund') {
			const charge = { ...CARDS.frictionless, reference: name, email: emailOf(name) };
			return { transactionReference: (await chargeAtSandbox(this, charge)).transactionReference };
		}
		if (call === 'authorize') {
			const { transactionReference } = await chargeAtSandbox(this, {
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

	/** What is under way in every execution has been done, and its answer does not come. */
	private async killWhenHeld(place: (typeof PLACES)[number]): Promise<void> {
		const isHeld = (name: string) => this.held.has(name);
		const waiting = this.orders.filter((name) => placeOf(name) === place);
		await until(() => waiting.every(isHeld), 'requests without an answer', PATIENCE);
		await this.n8n.kill();
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
			await this.rest.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false }).catch(() => undefined);
		await Promise.all(crashed.map(retry));
	}

	/** What the last retry of each execution says of its orders. */
	private async readClaims({ id: workflowId }: StoredWorkflow, batches: Batch[]): Promise<void> {
		const known = await this.executionsOf(workflowId);
		const roots = known.filter(({ retryOf }) => retryOf === null);
		for (const [index, root] of roots.entries()) {
			let last = root;
			for (let next: Retry | undefined = root; next; next = known.find(({ retryOf }) => retryOf === last.id))
				last = next;
			const { data } = await this.rest.finished(last.id);
			const { error, runData } = (flatted.parse(data) as IRunExecutionData).resultData;
			const { kind, orders } = batches[index]!;
			const items = () => itemsOf(runData[NODE] ?? [], kind, orders);
			batches[index]!.claims = claimsOf({ error, items }, NODE, PLACES.length);
		}
	}

	/** The oldest first. */
	private async executionsOf(workflowId: string): Promise<Retry[]> {
		const executions = (await this.rest.executionsOf(workflowId)) as Retry[];
		return executions.sort((a, b) => Number(a.id) - Number(b.id));
	}

	private readonly plan: Plan = ({ path, body }: Passing) => {
		const paid = this.sandbox.ledger.byTransactionReference(String(body.transactionReference));
		const name = orderIn(body) ?? orderIn(paid);
		if (name === undefined || placeOf(name) === 1 || this.held.has(name)) return { trouble: 'none', name: path };
		this.held.add(name);
		return { trouble: 'heldAfterActing', name };
	};
}

function placeOf(name: string): number {
	return Number(name.at(-1));
}

/** What the node has put out: in a loop the last that it said of each order, in the order of the list. */
function itemsOf(runs: readonly ITaskData[], { isLoop }: Kind, orders: readonly string[]): INodeExecutionData[] {
	const items = runs.flatMap(({ data }) => data?.main?.[0] ?? []);
	if (!isLoop) return items;
	const last = new Map(items.map((item) => [referenceOf(item), item]));
	return orders.flatMap((order, at) => (last.has(order) ? [{ ...last.get(order)!, pairedItem: { item: at } }] : []));
}

function referenceOf({ json }: INodeExecutionData): unknown {
	return json.reference ?? (json.error as { reference?: string } | undefined)?.reference;
}
