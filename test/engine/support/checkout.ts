import type { IDataObject } from 'n8n-workflow';

import type { Activation, ActiveWorkflow, EngineRun, INodeJson } from '../../../dev/engine';
import { CARDS, type World } from './world';

const TRIGGER = 'Checkout';

/** Returns what a customer enters for a test card. */
export function entries(card: keyof typeof CARDS, changes: Record<string, string> = {}): Record<string, string> {
	return { ...CARDS[card], email: 'ada@shop.example', ...changes };
}

/** A page as a customer's browser has it. */
export class BrowserPage {
	private constructor(
		readonly response: Response,
		readonly html: string,
	) {}

	static async of(response: Response): Promise<BrowserPage> {
		return new BrowserPage(response, await response.text());
	}

	get url(): string {
		return this.response.url;
	}

	get status(): number {
		return this.response.status;
	}

	/** A receipt is one also where the link is opened again, and says so. */
	get heading(): string | undefined {
		return /<h1>(.*)<\/h1>/.exec(this.html)?.[1]?.replace('Already paid', 'Payment received');
	}

	/** Fields of the form that a person fills in. */
	get fields(): string[] {
		return [...this.html.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name!);
	}

	/** Fields that are marked as wrong. */
	get wrong(): string[] {
		return [...this.html.matchAll(/<input id="(\w+)"[^>]*aria-invalid="true"/g)].map(([, name]) => name!);
	}

	/** The reason why the form is shown again: above it, or below the field that is wrong. */
	get notice(): string | undefined {
		return unescaped(/(?:role="alert"[^>]*><p|class="note wrong"[^>]*)>(.*?)<\/p>/.exec(this.html)?.[1]);
	}

	get state(): string {
		return /name="state" value="([\w-]+)"/.exec(this.html)![1]!;
	}

	/** The address that the browser goes to by itself, and the seconds until then. */
	get refresh(): { seconds: number; address: string } | undefined {
		const [, seconds, address] = /http-equiv="refresh" content="(\d+);url=(.*)">/.exec(this.html) ?? [];
		return address === undefined ? undefined : { seconds: Number(seconds), address: unescaped(address)! };
	}

	/** The button that is a link. */
	get link(): string | undefined {
		return unescaped(/class="button" href="(.*?)"/.exec(this.html)?.[1]);
	}

	async go(address: string): Promise<BrowserPage> {
		return await BrowserPage.of(await fetch(new URL(address, this.url)));
	}

	/** The browser follows the refresh. */
	async wait(): Promise<BrowserPage> {
		return await this.go(this.refresh!.address);
	}

	async reload(): Promise<BrowserPage> {
		return await this.go(this.url);
	}

	/** The customer decides on the bank's page, and comes back. */
	async decide(decision: string): Promise<BrowserPage> {
		const body = new URLSearchParams({ decision });
		const answer = await fetch(this.refresh!.address, { method: 'POST', body, redirect: 'manual' });
		return await this.go(answer.headers.get('location')!);
	}

	/** Sends the form, to the page's own address. */
	async submit(entered: Record<string, string>): Promise<BrowserPage> {
		return await BrowserPage.of(await this.send(entered));
	}

	async send(entered: Record<string, string>): Promise<Response> {
		return await fetch(this.url, { method: 'POST', body: this.form(entered) });
	}

	private form(entered: Record<string, string>): URLSearchParams {
		return new URLSearchParams({ state: this.state, js: '', ...entered });
	}
}

function unescaped(text: string | undefined): string | undefined {
	return text?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** A checkout trigger alone in a workflow, with real HTTP in front of it. */
export class ActiveCheckout {
	private constructor(
		private readonly world: World,
		private readonly active: ActiveWorkflow,
	) {}

	static async activate(
		world: World,
		{ options, ...parameters }: IDataObject = {},
		{
			test,
			activation,
			node,
			staticData,
		}: { test?: boolean; activation?: Activation; node?: Partial<INodeJson>; staticData?: IDataObject } = {},
	): Promise<ActiveCheckout> {
		const checkout: INodeJson = {
			...world.trigger(TRIGGER),
			type: 'n8n-nodes-card-payment.cardPaymentCheckoutTrigger',
			webhookId: 'checkout-1',
			parameters: {
				amountFrom: 'node',
				amount: '10.50',
				currency: { __rl: true, mode: 'list', value: 'NGN' },
				description: 'Order 1001',
				options: { timeout: 20, simplify: false, ...(options as IDataObject) },
				...parameters,
			},
			...node,
		};
		const workflow = { name: 'Checkout test', nodes: [checkout], connections: {}, staticData };
		return new ActiveCheckout(world, await world.engine.activate(workflow, { test, activation }));
	}

	get url(): string {
		return this.active.url('checkout');
	}

	get callbackUrl(): string {
		return this.active.url('callback');
	}

	get staticData(): IDataObject {
		return this.active.staticData;
	}

	async open(address = this.url, headers: Record<string, string> = {}): Promise<BrowserPage> {
		return await BrowserPage.of(await fetch(address, { headers }));
	}

	/** All executions that were started, when they have ended. */
	async executions(): Promise<EngineRun[]> {
		await this.active.waitUntilIdle();
		return this.active.executions;
	}

	/** Lists what the workflow was started with, once for each execution. */
	async started(): Promise<IDataObject[]> {
		return (await this.executions()).map((run) => run.items(TRIGGER)[0]!.json);
	}

	async restart(): Promise<void> {
		await this.active.restart();
	}

	/** Ends the workflow and n8n's process, so that what follows knows only what n8n has stored. */
	async deactivate(): Promise<void> {
		await this.active.deactivate();
		await this.world.engine.newProcess();
	}
}
