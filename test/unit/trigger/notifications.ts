import type { IWebhookFunctions } from 'n8n-workflow';

import { checkNotification } from '../../../nodes/CardPaymentTrigger/checkNotification';
import type { TriggerSettings } from '../../../nodes/CardPaymentTrigger/triggerSettings';
import { signUrl, type SignedTerms } from '../../../nodes/shared/signing/signedUrl';
import type { WebhookRequest } from '../../../nodes/shared/webhooks/http';
import { byCall, contextWith, STORED, type Reply } from '../context';
import { NOW } from '../gateway/examples';
import { settingsOf } from './settings';

export const PATH = '/webhook/3f0a/notification';
export const PAID = {
	transactionReference: 'T-1',
	merchantRef: 'ORDER-1',
	requestedAmount: 10.5,
	currencyCode: 'NGN',
	status: 2,
};
export const TERMS = { reference: 'ORDER-1', amount: '10.5', currency: 'NGN' };
export const NO_ERROR = { status: 'error', message: 'Transaction not found' };

/** The item of a verified payment, as far as its own test does not look at all of it. */
export const ITEM = {
	...{ outcome: 'authorized', authorized: true, amount: 10.5, currency: 'NGN' },
	...{ reference: 'ORDER-1', transactionReference: 'T-1', status: 2, verified: true },
	notificationId: 'dc4c2229b7841166',
	receivedAt: '2026-01-15T00:00:00.000Z',
};

/** In a test file, it is always the same moment. */
export function stopClock(): void {
	beforeEach(() => {
		jest.useFakeTimers({ now: NOW });
	});
	afterEach(() => {
		jest.useRealTimers();
	});
}

/** A notification with a body, at the URL of a trigger or at one that was signed. */
export function notificationOf(body: unknown, { url = `https://n8n.example${PATH}`, size = 100 } = {}): WebhookRequest {
	const { pathname, searchParams } = new URL(url);
	return { path: pathname, query: searchParams, size, raw: Buffer.alloc(0), parsed: body };
}

export const signedFor = (terms: SignedTerms) => ({
	url: signUrl(`https://n8n.example${PATH}`, terms, 'private-key-9e2d'),
});
export const answerOf = (data: object): Reply => ({ statusCode: 200, body: { status: 200, data } });

export const UNKNOWN: Reply = { statusCode: 404, body: NO_ERROR };
/** The answers to verify one after another, and those of the history, which has nothing unless it is told. */
export const answers = (verifications: Reply[], listed: Reply = answerOf({ content: [], last: true })) =>
	byCall({ 'GET /api/transaction/verify': verifications, 'GET /api/transaction/history': listed });

/** Returns what is decided of a notification, what the service was asked, and how often the credential was opened. */
export async function decide(
	request: WebhookRequest,
	changes: Parameters<typeof settingsOf>[0] = {},
	...replies: Reply[] | [ReturnType<typeof answers>]
) {
	return await decideWith(STORED, request, changes, ...replies);
}

/** Decides with another credential. @param stored what the credential has stored */
export async function decideWith(
	stored: typeof STORED,
	request: WebhookRequest,
	changes: Parameters<typeof settingsOf>[0],
	...replies: Reply[] | [ReturnType<typeof answers>]
) {
	const [first] = replies;
	const { context, sent } = contextWith(typeof first === 'function' ? first : answers(replies as Reply[]));
	const getCredentials = jest.fn(() => Promise.resolve(stored));
	const trigger = { ...context, getMode: () => 'manual', getCredentials } as unknown as IWebhookFunctions;
	const settings: TriggerSettings = settingsOf(changes);
	const decision = await checkNotification(trigger, settings, request);
	return { decision, asked: sent.map(({ options }) => options), opened: getCredentials.mock.calls.length };
}

/** The references that verify or the history was asked for. */
export const referencesIn = (asked: Array<{ url: string; qs?: object }>) =>
	asked.map(({ url, qs }) => (qs as { reference?: string } | undefined)?.reference ?? url.split('/').at(-1));
