/** Ids in the order in which they were added, and when the newest of them was added, in milliseconds since 1970. */
interface Block {
	newest: number;
	/** The ids in a row, each of eight bytes in base64url. */
	ids: string;
}

/** The starts of a trigger, as they are stored. */
export interface StoredStarts {
	forgotten: number;
	blocks: Array<[newest: number, ids: string]>;
}

const ID_LENGTH = 11;
const IDS_IN_BLOCK = 1000;
/** All of them take less than half a megabyte. */
const MOST_IDS = 40_000;

/**
 * The starts of a workflow: the newest ids, whatever their age. They are kept in blocks, because a time for each would take as much room
 * as the ids, and one for all would say nothing of those that are forgotten.
 */
export class Starts {
	private blocks: Block[] = [];
	private readonly ids = new Set<string>();
	/** The latest time at which something that is forgotten was started. */
	private forgottenAt = 0;
	/** The blocks of another process that were read last. Most of them are the same when they are read again. */
	private blocksRead = new Set<string>();

	/** @param id of 16 hexadecimal digits */
	has(id: string): boolean {
		return this.ids.has(pack(id));
	}

	add(ids: readonly string[]): void {
		this.insert(Date.now(), ids.map(pack));
		this.arrange();
	}

	/** Says whether something may have been started and forgotten. @param began when it began at the earliest */
	mayHaveForgotten(began: number): boolean {
		return began <= this.forgottenAt;
	}

	/** Adds what another process has stored. */
	merge({ forgotten, blocks }: StoredStarts): void {
		this.forgottenAt = Math.max(this.forgottenAt, forgotten);
		const seen = new Set([...this.blocksRead, ...this.blocks.map(({ ids }) => ids)]);
		for (const [newest, ids] of blocks) if (!seen.has(ids)) this.insert(newest, splitIds(ids));
		this.blocksRead = new Set(blocks.map(([, ids]) => ids));
		this.arrange();
	}

	/** JSON of `StoredStarts`. No character of an id needs escaping, so nothing is searched. */
	get text(): string {
		const blocks = this.blocks.map(({ newest, ids }) => `[${newest},"${ids}"]`);
		return `{"forgotten":${this.forgottenAt},"blocks":[${blocks.join()}]}`;
	}

	/** Inserts ids that are not here yet, as a block. */
	private insert(newest: number, ids: readonly string[]): void {
		const news = ids.filter((id) => !this.ids.has(id));
		for (const id of news) this.ids.add(id);
		if (news.length > 0) this.blocks.push({ newest, ids: news.join('') });
	}

	/** Joins neighbours that fit into one block, and forgets the oldest blocks of too many. */
	private arrange(): void {
		const joined: Block[] = [];
		for (const block of this.blocks.sort((one, other) => one.newest - other.newest)) {
			const last = joined.at(-1);
			const fits = last && last.ids.length + block.ids.length <= IDS_IN_BLOCK * ID_LENGTH;
			if (fits) joined[joined.length - 1] = { newest: block.newest, ids: last.ids + block.ids };
			else joined.push(block);
		}
		while (this.ids.size > MOST_IDS) {
			const { newest, ids } = joined.shift()!;
			this.forgottenAt = Math.max(this.forgottenAt, newest);
			for (const id of splitIds(ids)) this.ids.delete(id);
		}
		this.blocks = joined;
	}
}

function pack(id: string): string {
	return Buffer.from(id, 'hex').toString('base64url');
}

function splitIds(ids: string): string[] {
	return Array.from({ length: ids.length / ID_LENGTH }, (_, index) =>
		ids.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH),
	);
}
