import { until } from '../../../dev/playground/rest';

/** The time for which a service delivers a notification again that was not accepted. */
const PATIENCE = 120_000;
/** The time that a service waits for one answer. */
const TIME_LIMIT = 15_000;

/**
 * Sends a request to n8n as services do: again until it is accepted.
 * @param what the request is about, for the error when it never is
 * @returns how often it was sent again
 */
export async function deliver(what: string, url: string, request: RequestInit = {}): Promise<number> {
	let tries = 0;
	const isAccepted = async () => {
		tries++;
		try {
			const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(TIME_LIMIT) });
			await answer.arrayBuffer();
			return answer.status === 200;
		} catch {
			return false;
		}
	};
	await until(isAccepted, `an answer about ${what}`, PATIENCE);
	return tries - 1;
}

/** The request of a notification. */
export function notificationOf({ transactionReference }: { transactionReference: string }): RequestInit {
	return {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ transactionReference }),
	};
}
