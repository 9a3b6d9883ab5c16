import { checkSetup, type SetupCheck } from '../../../gateway/setup/probes';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { PlainRequest } from '../../../gateway/client/request';
import type { Answer } from '../../../gateway/client/response';
import { UnreachableError } from '../../../gateway/values/errors';
import { NOW } from './examples';

/* Account: Check Setup in front of a service whose answers each test chooses. */

export type Reply = Partial<Answer> | Error;
export type Respond = (request: PlainRequest) => Reply;

export const STORED = {
	environment: 'live',
	baseUrl: 'https://service.example/api',
	apiKey: 'api-key-5c1f',
	clientId: 'the-client-id',
	privateKey: 'private-key-9e2d',
	publicApiKey: 'public-key-4b8c',
};
export const differing = (settings: object) => ({ ...STORED, providerDiffers: true, ...settings });
export const status = (httpStatus: number, body: unknown = { message: 'No' }): Reply => ({ httpStatus, body });
export const own = (httpStatus: number): Reply => status(httpStatus, { status: 'error', message: 'No' });
export const html = (httpStatus: number): Reply => status(httpStatus, '<h1>A page</h1>');
export const TOKEN = { accessToken: 'access-token-b7a4', refreshToken: 'the-refresh-token' };
export const unreachable = () => new UnreachableError('The service cannot be reached', 'Check the addresses.');

/** The transaction history of a service that has these payments, by the merchant's references. */
export const historyOf =
	(references: string[], { filters = true } = {}): Respond =>
	({ query }) => {
		// Its dates are in milliseconds, and all payments are of these days.
		if (Number(query?.endDate ?? Infinity) < NOW) return status(200, { status: 200, data: { content: [] } });
		const rows = references.map((reference, index) => ({ transactionReference: `T-${index}`, reference, status: 2 }));
		const listed = rows.filter(({ reference }) => !filters || !query?.reference || reference === query.reference);
		const content = listed.slice(0, Number(query?.size));
		return status(200, { status: 200, data: { content, totalPages: Math.ceil(listed.length / Number(query?.size)) } });
	};

/** A service in order, which takes charges with the API key. */
export const GOOD: Record<string, Respond> = {
	token: ({ headers }) => (headers?.['x-api-key'] ? status(200, TOKEN) : status(401)),
	banks: () => status(200, [{ code: '011' }]),
	balance: () => status(200, { data: { accountBalance: 1000 } }),
	verify: ({ headers }) => own(headers?.Authorization === 'private-key-9e2d' ? 404 : 401),
	history: historyOf(['ORDER-1']),
	authorize: ({ headers }) => status(headers?.['x-api-key'] ? 404 : 403),
	hostedCheckout: ({ headers }) => status(headers?.Authorization === 'public-key-4b8c' ? 400 : 401),
};

export interface Ran {
	checks: SetupCheck[];
	requests: PlainRequest[];
	of: (check: string) => Omit<SetupCheck, 'check'>;
	failed: string[];
}

export async function run(
	service: Record<string, Respond> = {},
	stored: object = STORED,
	more: { publicAddress?: string } = {},
): Promise<Ran> {
	const requests: PlainRequest[] = [];
	const send = async (request: PlainRequest): Promise<Answer> => {
		requests.push(request);
		const name = Object.entries(ENDPOINTS).find(([, endpoint]) => endpoint === request.endpoint)![0];
		const reply = (service[name] ?? GOOD[name]!)(request);
		if (reply instanceof Error) throw reply;
		return { httpStatus: 200, body: {}, ...reply };
	};
	const checks = await checkSetup(stored, {
		send,
		publicAddress: 'https://n8n.example',
		...more,
	});
	return {
		checks,
		requests,
		of: (name) => {
			const { check, ...rest } = checks.find((one) => one.check === name)!;
			return rest;
		},
		failed: checks.filter(({ ok }) => !ok).map(({ check }) => check),
	};
}

export const to = (name: keyof typeof ENDPOINTS) => (request: PlainRequest) => request.endpoint === ENDPOINTS[name];
export const good = (found: string, whatToDo = 'Nothing to do.') => ({ ok: true, found, whatToDo });
export const bad = (found: string, whatToDo: string) => ({ ok: false, found, whatToDo });
export const FIREWALLED = bad(
	'A firewall or proxy in front of the service refused the call (status 403).',
	'This says nothing of your keys. Ask your provider to let the IP address of this n8n server through.',
);
export const after = (needed: string) =>
	bad(`Not checked, because ${needed} failed.`, `First do what ${needed} says, and then run Check Setup again.`);
