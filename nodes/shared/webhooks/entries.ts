/** Something that a trigger remembers, and when it was stored, in milliseconds since 1970. */
export type Entry<T> = T & { at: number };

/** A list as it is stored: its entries by id. */
export type StoredEntries = Record<string, Entry<object>>;

/** A list that a trigger remembers: its newest entries, by id. Each has its text, so that not all are written again with each change. */
export class Entries {
	/** From the oldest to the newest. */
	private entries = new Map<string, { entry: Entry<object>; text: string }>();

	/** @param most how many entries are kept */
	constructor(private readonly most: number) {}

	get(id: string): Entry<object> | undefined {
		return this.entries.get(id)?.entry;
	}

	/** The times at which the entries were stored. */
	get times(): number[] {
		return Array.from(this.entries.values(), ({ entry }) => entry.at);
	}

	/** Stores a value, in place of an earlier one. */
	set(id: string, value: object): void {
		this.put(id, { ...value, at: Date.now() });
		this.forgetOldest();
	}

	/** Adds what another process has stored. Of two entries the newer one counts. */
	merge(stored: StoredEntries): void {
		for (const [id, entry] of Object.entries(stored)) if (!((this.get(id)?.at ?? -1) >= entry.at)) this.put(id, entry);
		this.entries = new Map([...this.entries].sort(([, one], [, other]) => one.entry.at - other.entry.at));
		this.forgetOldest();
	}

	/** JSON of `StoredEntries`. */
	get text(): string {
		return `{${Array.from(this.entries.values(), ({ text }) => text).join()}}`;
	}

	private put(id: string, entry: Entry<object>): void {
		this.entries.delete(id);
		this.entries.set(id, { entry, text: `${JSON.stringify(id)}:${JSON.stringify(entry)}` });
	}

	private forgetOldest(): void {
		for (const id of this.entries.keys()) {
			if (this.entries.size <= this.most) return;
			this.entries.delete(id);
		}
	}
}
