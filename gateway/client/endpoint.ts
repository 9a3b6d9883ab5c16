/** The key that opens an endpoint (specification section 5). */
export type Key = 'login' | 'bearer' | 'privateKey' | 'publicKey' | 'card' | 'refund';

// The specification has 400 and 403 (section 7). The others mean by HTTP's own definition that nothing was carried out.
export const REFUSALS: readonly number[] = [400, 401, 402, 403, 404, 405, 413, 415, 422, 429];

/** The meaning of an error status, and the advice on it. */
export interface StatusAdvice {
	message: string;
	next: string;
}

/** A call of the service: where it goes, what opens it, whether it moves money, and its error statuses. */
export type Endpoint = ReadEndpoint | MoneyEndpoint;

/** The endpoint of a call that changes nothing, and may be repeated. */
type ReadEndpoint = EndpointAddress & EndpointKey & ReadRules;

/** The endpoint of a call that moves money. It is never sent a second time, and its outcome is unknown when the answer is lost. */
export type MoneyEndpoint = EndpointAddress & EndpointKey & MoneyRules;

interface ReadRules {
	movesMoney: false;
	refusalStatuses?: undefined;
	refusalSetting?: undefined;
}

interface MoneyRules {
	movesMoney: true;
	/** Statuses that say that it was not carried out. Any other failure leaves its outcome open. */
	refusalStatuses: readonly number[];
	/** The setting that replaces these statuses. */
	refusalSetting?: 'chargeRefusals';
}

interface EndpointAddress {
	/** The action of the call, in the words of a message. */
	label: string;
	method: 'GET' | 'POST' | 'PUT';
	/** Path with `{parameters}`. */
	path: string;
	/** The setting that replaces the path, where the specification leaves it open. */
	pathSetting?: string;
	/**
	 * The place of the record in an answer: in the `data` of an envelope, as the card endpoints have it (section 1); there or bare, as
	 * providers publish it; or as the latter, with a `status` of its own.
	 */
	record: 'inEnvelope' | 'anywhere' | 'withOwnStatus';
	/** True if the record is a page of a list. */
	isList?: true;
	/** The form of its own errors: that of verify (section 7), or that of bank transfers, which providers publish. */
	errors: 'card' | 'transfer';
	/** True if an error in another form means that something else lives at the address. */
	provesAddress?: true;
	/** The meaning of an error status here, by HTTP status (specification section 7). Any other means the same everywhere: `adviceFor`. */
	statusAdvice?: Readonly<Record<number, StatusAdvice>>;
}

/** The key, and whether the path is below the Base URL or below the Transaction Base: the keys of the login stay at their own host. */
type EndpointKey =
	{ key: 'login'; below: 'baseUrl' } | { key: Exclude<Key, 'login'>; below: 'baseUrl' | 'transactionBase' };
