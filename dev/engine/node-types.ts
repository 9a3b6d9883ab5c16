import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, IDataObject, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { core, hostRequire, n8nWorkflow } from './n8n';
import { standIns } from './stand-ins';

/** The node and credential types n8n knows: those of one package, the nodes of others beside it, and the stand-ins. */
export class PackageTypes implements INodeTypes {
	private constructor(
		private readonly packageDir: string,
		private loader: PackageDirectoryLoader,
		private readonly others: readonly PackageDirectoryLoader[],
	) {}

	/** Loads the packages in these folders with n8n's own loaders; those beside the first one lazily, as n8n does. */
	static async load(packageDir: string, besides: readonly string[] = []): Promise<PackageTypes> {
		const others = besides.map((folder) => new core.LazyPackageDirectoryLoader(folder));
		for (const one of others) await one.loadAll();
		return new PackageTypes(packageDir, await freshLoader(packageDir), others);
	}

	/** Loads the package again with fresh module state, as a restarted n8n does. */
	async reload(): Promise<void> {
		this.loader = await freshLoader(this.packageDir);
	}

	getByName(fullName: string): INodeType | IVersionedNodeType {
		const [packageName = '', name = ''] = fullName.split('.');
		if (packageName === this.loader.packageName && name.endsWith('Tool')) return this.toolOf(name);
		const loader = [this.loader, ...this.others].find((one) => one.packageName === packageName);
		if (loader) return loader.getNode(name).type;
		const standIn = standIns.get(fullName);
		if (standIn) return standIn;
		throw new core.UnrecognizedNodeTypeError(packageName, name);
	}

	/** Makes the type that n8n makes of a node which is usable as a tool of an AI agent, such as "cardPaymentTool" of "cardPayment". */
	private toolOf(name: string): INodeType {
		const type = this.loader.getNode(name.replace(/Tool$/, '')).type as INodeType;
		const description = { ...type.description, name, inputs: [], outputs: [n8nWorkflow.NodeConnectionTypes.AiTool] };
		return Object.create(type, { description: { value: description } }) as INodeType;
	}

	getByNameAndVersion(fullName: string, version?: number): INodeType {
		return n8nWorkflow.NodeHelpers.getVersionedNodeType(this.getByName(fullName), version);
	}

	getKnownTypes(): IDataObject {
		return this.loader.known.nodes;
	}

	knowsCredential(name: string): boolean {
		return name in this.loader.known.credentials;
	}

	credential(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
	}

	/** Returns all types that a credential type extends. */
	parentsOf(credentialName: string): string[] {
		const parents = this.loader.known.credentials[credentialName]?.extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.parentsOf(parent)]);
	}

	/** Returns the full names of the nodes that use a credential type. */
	nodesWith(credentialName: string): string[] {
		const names = this.loader.known.credentials[credentialName]?.supportedNodes ?? [];
		return names.map((name) => `${this.loader.packageName}.${name}`);
	}
}

async function freshLoader(packageDir: string): Promise<PackageDirectoryLoader> {
	forget(packageDir);
	const loader = new core.PackageDirectoryLoader(packageDir);
	await loader.loadAll();
	for (const { type } of Object.values(loader.credentialTypes)) {
		type.properties = n8nWorkflow.injectDomainRestrictionFields(type);
	}
	return loader;
}

/** Drops the package's modules. */
function forget(packageDir: string): void {
	const root = realpathSync(packageDir) + sep;
	for (const file of Object.keys(hostRequire.cache)) {
		if (file.startsWith(root) && !file.startsWith(`${root}node_modules${sep}`)) delete hostRequire.cache[file];
	}
}
