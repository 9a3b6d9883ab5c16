import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';
import { cloneThroughJson, n8nWorkflow } from './n8n';

type CredentialData = ICredentialDataDecryptedObject;

interface StoredCredential {
	id: string;
	name: string;
	type: string;
	/** JSON, so that no two executions share an object. */
	json: string;
}

/** The credentials of the engine's user, in memory instead of n8n's credentials table. */
export class CredentialStore {
	private readonly rows = new Map<string, StoredCredential>();
	private writeCount = 0;

	/** The number of times that an existing credential was written, by n8n or by {@link write}. */
	get writes(): number {
		return this.writeCount;
	}

	/** Saves a new credential; what it returns goes into a node's `credentials`. */
	add(type: string, name: string, data: CredentialData): { id: string; name: string } {
		const id = `credential-${this.rows.size + 1}`;
		this.rows.set(id, { id, name, type, json: JSON.stringify(data) });
		return { id, name };
	}

	/** Returns a copy of what is stored now. */
	read(id: string): CredentialData {
		return n8nWorkflow.jsonParse<CredentialData>(this.row(id).json);
	}

	/** Replaces what is stored, as saving in n8n's editor does. */
	write(id: string, data: CredentialData): void {
		this.row(id).json = JSON.stringify(cloneThroughJson(data));
		this.writeCount += 1;
	}

	/** Returns the id behind a node's reference; by name if the id is unknown, as an example workflow has no real id. */
	resolve({ id, name }: INodeCredentialsDetails, type: string): string {
		const candidates = [...this.rows.values()].filter((row) => row.type === type);
		const found = candidates.find((row) => row.id === id) ?? candidates.find((row) => row.name === name);
		if (found) return found.id;
		throw new n8nWorkflow.UserError(`Credential with ID "${id}" does not exist for type "${type}".`);
	}

	private row(id: string): StoredCredential {
		const row = this.rows.get(id);
		if (row) return row;
		throw new n8nWorkflow.UserError(`Credential with ID "${id}" was not found.`);
	}
}
