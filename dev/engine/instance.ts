import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container, GlobalConfig, hostProcess, Logger, n8nWorkflow, SSHClientsManager } from './n8n';
import { CapturingLogger } from './logger';
import { ProcessedItems } from './processed';

export type ExpressionEngine = 'vm' | 'legacy';

/** Returns n8n 2.40's default `vm` from Node 24 on, for which its isolated-vm has binaries; older Nodes ran n8n versions with `legacy`. */
function defaultExpressionEngine(): ExpressionEngine {
	return Number.parseInt(hostProcess.versions.node, 10) >= 24 ? 'vm' : 'legacy';
}

/** The key of the running instance. n8n keeps its services, logger and expression engine per process, so there is one at a time. */
const running = Symbol.for('n8n-nodes-card-payment.engine');
type Host = NodeJS.Process & { [running]?: Instance };

/** A started n8n process: a user folder, a logger, the services' container, the store of processed items and the expression engine. */
export class Instance {
	readonly logs: string[] = [];
	private readonly userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	private readonly userFolderBefore = hostProcess.env.N8N_USER_FOLDER;
	private readonly cleanups: Array<() => Promise<void>> = [];
	private stopped = false;

	private constructor(readonly expressionEngine: ExpressionEngine) {}

	/** Starts n8n's surroundings in this process; an instance that a test file left running is stopped first. */
	static async start(expressionEngine = defaultExpressionEngine()): Promise<Instance> {
		const host: Host = hostProcess;
		await host[running]?.stop();
		const instance = new Instance(expressionEngine);
		host[running] = instance;
		try {
			await instance.setUp();
		} catch (error) {
			await instance.stop();
			throw error;
		}
		return instance;
	}

	/** Throws when this instance does not run any more. */
	assertRunning(): void {
		if (this.stopped) throw new Error('This engine was stopped: there can be one at a time in a process');
	}

	/** Adds a cleanup that runs when this instance stops, or when another instance takes its place. */
	onStop(cleanup: () => Promise<void>): void {
		this.cleanups.push(cleanup);
	}

	/** Ends the expression engine and removes the user folder; nothing stays open. */
	async stop(): Promise<void> {
		if (this.stopped) return;
		this.stopped = true;
		delete (hostProcess as Host)[running];
		for (const cleanup of this.cleanups) await cleanup();
		await n8nWorkflow.Expression.disposeExpressionEngine();
		// Every execution asks for it, and it would wait for the end of the process.
		Container.get(SSHClientsManager).onShutdown();
		if (this.userFolderBefore === undefined) delete hostProcess.env.N8N_USER_FOLDER;
		else hostProcess.env.N8N_USER_FOLDER = this.userFolderBefore;
		rmSync(this.userFolder, { recursive: true, force: true });
	}

	private async setUp(): Promise<void> {
		hostProcess.env.N8N_USER_FOLDER = this.userFolder;
		Container.reset();
		const logger = new CapturingLogger(this.logs);
		Container.set(Logger, logger as unknown as InstanceType<typeof Logger>);
		n8nWorkflow.LoggerProxy.init(logger);
		await new ProcessedItems().install();

		const { idleTimeout, ...settings } = Container.get(GlobalConfig).expressionEngine;
		n8nWorkflow.Expression.setExpressionEngine(this.expressionEngine);
		await n8nWorkflow.Expression.initExpressionEngine({
			...settings,
			engine: this.expressionEngine,
			idleTimeoutMs: idleTimeout === undefined ? undefined : idleTimeout * 1000,
		});
	}
}
