import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
	IExecuteData,
	ICredentialsExpressionResolveValues,
} from 'n8n-workflow';
import { evaluateCredential } from './credential-expressions';
import { core, n8nWorkflow } from './n8n';
import type { PackageTypes } from './node-types';
import type { CredentialStore } from './store';

type CredentialData = ICredentialDataDecryptedObject;

/**
 * Does what `CredentialsHelper` of n8n's server package (2.40) does, on the engine's store: the same conditions, order and
 * side effects. Left out are overwrites, external secrets and OAuth.
 */
export class EngineCredentialsHelper extends n8nWorkflow.ICredentialsHelper {
	constructor(
		private readonly types: PackageTypes,
		private readonly store: CredentialStore,
	) {
		super();
	}

	async authenticate(
		credentials: CredentialData,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.types.credential(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (authenticate === undefined) return options;
		if (!workflow || !node) {
			throw new n8nWorkflow.UnexpectedError('Workflow and node are required for declarative credential authentication');
		}

		options.headers ??= {};
		const sections = options as unknown as Record<string, Record<string, string>>;
		const resolve = (value: string) => resolveValue(value, credentials, workflow, node);
		for (const [section, fields] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(fields as Record<string, string>)) {
				(sections[section] ??= {})[resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: CredentialData,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<CredentialData | undefined> {
		const type = this.types.credential(typeName);
		const expirable = type.properties.find((property) => property.type === 'hidden' && property.typeOptions?.expirable);
		if (!expirable || !type.preAuthentication) return undefined;

		// n8n tests a credential's `test` request in a node like this, always with a new token.
		const isTest = node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (credentials[expirable.name] !== '' && !credentialsExpired && !isTest) return undefined;

		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		const details = node.credentials?.[typeName];
		if (output?.[expirable.name] === undefined || !details) return undefined;

		const stored = this.store.read(this.store.resolve(details, typeName));
		const kept = Object.entries(output).filter(
			// A field that the user entered as an expression stays an expression.
			([key]) => key === expirable.name || !n8nWorkflow.isExpression(stored[key]),
		);
		await this.updateCredentials(details, typeName, { ...stored, ...Object.fromEntries(kept) });
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: CredentialData,
		typeName: string,
	): Promise<CredentialData | undefined> {
		const type = this.types.credential(typeName);
		if (!type.preAuthentication) return undefined;
		const output = await type.preAuthentication.call(withinAllowedDomains(helpers, credentials), credentials);
		return output as CredentialData;
	}

	async getCredentials(nodeCredentials: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const id = this.store.resolve(nodeCredentials, type);
		const credentials = new core.Credentials({ id, name: nodeCredentials.name }, type);
		await credentials.setData(this.store.read(id));
		return credentials;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<CredentialData> {
		const stored = this.store.read(this.store.resolve(nodeCredentials, type));
		if (raw) return stored;
		return await evaluateCredential(this.withDefaults(stored, type), { additionalData, mode, executeData, values });
	}

	/** Returns the data of a credential as its test gets it: without an item. */
	async forTest(additionalData: IWorkflowExecuteAdditionalData, type: string, data: CredentialData) {
		return await evaluateCredential(this.withDefaults(data, type), { additionalData, mode: 'internal' });
	}

	/** Fills in the type's defaults; fields that the type does not display with this data are left out, as in n8n. */
	private withDefaults(stored: CredentialData, type: string): CredentialData {
		const properties = this.getCredentialsProperties(type);
		const filled = n8nWorkflow.NodeHelpers.getNodeParameters(
			properties,
			stored as Parameters<typeof n8nWorkflow.NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		) as CredentialData;
		for (const key of ['allowedHttpRequestDomains', 'allowedDomains']) {
			if (filled[key] === undefined && stored[key] !== undefined) filled[key] = stored[key];
		}
		return filled;
	}

	updateCredentials(details: INodeCredentialsDetails, type: string, data: CredentialData): Promise<void> {
		this.store.write(this.store.resolve(details, type), data);
		return Promise.resolve();
	}

	updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.reject(new n8nWorkflow.UnexpectedError('The test engine has no OAuth credentials'));
	}

	getParentTypes(typeName: string): string[] {
		return this.types.parentsOf(typeName);
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		// An unknown type counts as usable: reading it throws the real error.
		if (!this.types.knowsCredential(credentialType)) return true;
		const { restrictToSupportedNodes } = this.types.credential(credentialType);
		return !restrictToSupportedNodes || this.types.nodesWith(credentialType).includes(nodeType);
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		const type = this.types.credential(typeName);
		if (type.extends === undefined) return type.properties;
		const combined: INodeProperties[] = [];
		for (const parent of type.extends) {
			n8nWorkflow.NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		}
		n8nWorkflow.NodeHelpers.mergeNodeProperties(combined, type.properties);
		return combined;
	}
}

function resolveValue(value: string, $credentials: CredentialData, workflow: Workflow, node: INode): string {
	if (!n8nWorkflow.isExpression(value)) return value;
	const keys = { $credentials } as Parameters<Workflow['expression']['getSimpleParameterValue']>[3];
	const resolved = workflow.expression.getSimpleParameterValue(node, value, 'internal', keys, undefined, '');
	return resolved ? resolved.toString() : '';
}

/** Makes the one helper of `preAuthentication`, bound to the domains that the credential allows. */
function withinAllowedDomains(helpers: IHttpRequestHelper, credentials: CredentialData): IHttpRequestHelper {
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		const allowedDomains = n8nWorkflow.getCredentialOwnRequestAllowedDomains(credentials);
		if (allowedDomains === undefined) return await helpers.helpers.httpRequest(options);
		if (options.allowedDomains !== undefined) {
			throw new n8nWorkflow.UserError('The credential and its authentication step both restrict the domains');
		}
		return await helpers.helpers.httpRequest({ ...options, allowedDomains });
	};
	return { helpers: { httpRequest } };
}
