import { createHash } from 'node:crypto';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { core, n8nWorkflow } from './n8n';

/**
 * The items that nodes have noted as processed: n8n's store, as a table in memory. It reads a node's list and writes it back later, without a
 * lock, as `DeduplicationHelper` of n8n's server does (2.41). Left out are the modes other than `entries`.
 */
export class ProcessedItems implements IDataDeduplicator {
	/** The lists by workflow and node, in JSON, so that nobody shares them. */
	private readonly rows = new Map<string, string>();

	/** Takes the place of the store that an engine before this one had: n8n keeps one in a process. */
	async install(): Promise<void> {
		Reflect.deleteProperty(core.DataDeduplicationService, 'instance');
		await core.DataDeduplicationService.init(this);
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (mode !== 'entries') throw new n8nWorkflow.UnexpectedError(`The test engine has no processed items of ${mode}`);
		const key = keyOf(scope, context);
		const noted = await this.read(key);
		const isNoted = (item: DeduplicationItemTypes) => noted.includes(hashOf(item));
		const output = { new: items.filter((item) => !isNoted(item)), processed: items.filter(isNoted) };
		noted.push(...output.new.map(hashOf));
		if (maxEntries) noted.splice(0, noted.length - maxEntries);
		await this.write(key, noted);
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const key = keyOf(scope, context);
		const removed = items.map(hashOf);
		const noted = await this.read(key);
		await this.write(
			key,
			noted.filter((hash) => !removed.includes(hash)),
		);
	}

	clearAllProcessedItems(scope: DeduplicationScope, context: ICheckProcessedContextData): Promise<void> {
		this.rows.delete(keyOf(scope, context));
		return Promise.resolve();
	}

	async getProcessedDataCount(scope: DeduplicationScope, context: ICheckProcessedContextData): Promise<number> {
		return (await this.read(keyOf(scope, context))).length;
	}

	private async read(key: string): Promise<string[]> {
		await Promise.resolve();
		return n8nWorkflow.jsonParse<string[]>(this.rows.get(key) ?? '[]');
	}

	private async write(key: string, noted: readonly string[]): Promise<void> {
		await Promise.resolve();
		this.rows.set(key, JSON.stringify(noted));
	}
}

function keyOf(scope: DeduplicationScope, { node, workflow }: ICheckProcessedContextData): string {
	// n8n has no row for a workflow that was not saved.
	if (!workflow.id) throw new n8nWorkflow.UnexpectedError('The workflow has no id');
	return `${workflow.id} ${scope === 'node' ? `n:${node!.id}` : ''}`;
}

function hashOf(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}
