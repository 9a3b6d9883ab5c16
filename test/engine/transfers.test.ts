import type { IDataObject } from 'n8n-workflow';

import { ACCOUNTS, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';
import { failure, only, sentTo } from './spec/helpers';

setUpWorld({ transferPendingMs: 60_000 });
beforeEach(logIn);

const POST = '/transfer-funds';
const create = async (changes: IDataObject = {}) => await only(world, 'transfer', 'create', transferFields(changes));
const refusal = async (changes: IDataObject) => await failure(world, 'transfer', 'create', transferFields(changes));
const currency = (code: string) => ({ __rl: true, mode: 'code', value: code });

describe('Bank Account: Resolve Name', () => {
	const resolve = async (accountNumber: string, more: IDataObject = {}) =>
		await only(world, 'bankAccount', 'resolveName', { bankCode: transferFields().bankCode, accountNumber, ...more });

	test('tells the holder', async () => {
		expect(await resolve('0123 456 789')).toEqual({
			found: true,
			bankCode: '011',
			accountNumber: ACCOUNTS.completes,
			accountName: 'OKAFOR, ADAEZE CHINYERE',
			bankName: 'Amber Bank',
			nameMatches: null,
			message: null,
		});
	});

	test.each([
		[ACCOUNTS.completes, 'Adaeze Chinyere Ökafor', true, null],
		[ACCOUNTS.completes, 'Adaeze Okafor', false, expect.stringMatching(/^The account is held by .*CHINYERE/)],
		[ACCOUNTS.completes, 'Иван Петров', false, expect.stringMatching(/^The account is held by /)],
		[ACCOUNTS.none, 'Adaeze Okafor', false, `There is no account ${ACCOUNTS.none} at this bank`],
	])('of account %s, expected to be of %s, it says %p', async (account, expectedName, nameMatches, message) => {
		expect(await resolve(account, { expectedName })).toMatchObject({ nameMatches, message });
	});
});

describe('Transfer: Create', () => {
	test('sends what providers publish, with the access token', async () => {
		const item = await create({ requestId: 'P-1' });
		const { body, headers } = sentTo(world, POST);
		expect(body).toEqual({
			amount: 10.5,
			bankCode: '011',
			recipientAccountNumber: ACCOUNTS.completes,
			narration: 'Invoice 1001',
			requestId: 'P-1',
		});
		expect(headers.authorization).toMatch(/^Bearer /);
		expect(item).toMatchObject({
			outcome: 'authorized',
			authorized: true,
			statusName: 'COMPLETE',
			reference: 'P-1',
			transactionReference: world.sandbox.transfers.list[0]!.reference,
			amount: 10.5,
			amountMinor: 1050,
			currency: 'NGN',
			bankCode: '011',
			accountNumber: ACCOUNTS.completes,
			accountName: 'OKAFOR, ADAEZE CHINYERE',
		});
	});

	test.each([
		['major', '10.50', 'NGN', 10.5],
		['minor', '1050', 'NGN', 10.5],
		['minor', '={{ 1 }}', 'NGN', 0.01],
		['major', '1050', 'NGN', 1050],
	])('%s units: %s %s are sent as %d', async (amountUnit, amount, code, sent) => {
		await create({ amountUnit, amount, currency: currency(code) });
		expect(sentTo(world, POST).body).toMatchObject({ amount: sent });
	});

	test.each([
		['decimals in minor units', { amountUnit: 'minor' }, "'Amount' is not a whole number above zero"],
		['more decimals than the currency has', { amount: '10.505' }, "'Amount' has too many decimals"],
		['nothing', { amount: '0' }, "'Amount' is zero"],
		['thousands separators', { amount: '1,000.50' }, "'Amount' has commas"],
		['more than records can tell apart', { amount: '10000000000.00' }, "'Amount' is above 9,999,999,999.99"],
		['no narration', { narration: '={{ " " }}' }, "'Narration' is missing"],
		['no name to check for', { checkName: true, expectedName: '={{ "" }}' }, "'Expected Account Name' is missing"],
	])('%s: refused, and nothing is sent', async (_, changes, message) => {
		const error = await refusal(changes);
		expect(error.message).toContain(message);
		expect(error.message).toMatch(/^The money was not transferred: /);
		expect(error.description).toMatch(/^[A-Z].*\.$/);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('a status that nobody has documented is never paid', async () => {
		const item = await create({ accountNumber: ACCOUNTS.odd });
		expect(item).toMatchObject({ outcome: 'unknown', authorized: false, statusName: 'AWAITING_REVIEW' });
		world.editCredential({ transferStatuses: '{"AWAITING_REVIEW": "pending"}' });
		expect((await create({ accountNumber: ACCOUNTS.odd })).outcome).toBe('pending');
		world.editCredential({ transferStatuses: '{}' });
	});

	test('an answer with another amount confirms nothing: a unit that is mixed up does not stay hidden', async () => {
		world.sandbox.configure({ transferAmounts: 'minor' });
		const item = await create();
		expect(item).toMatchObject({ outcome: 'unknown', authorized: false, amount: 10.5 });
		expect(item.details).toMatch(/^The service answered about another payment/);
		expect(world.sandbox.transfers.list).toHaveLength(1);
	});
});

describe('Check Account Name First', () => {
	const checked = async (expectedName: string, changes: IDataObject = {}) =>
		await create({ checkName: true, expectedName, ...changes });

	test.each(['Adaeze Chinyere Okafor', 'okafor-adaeze, CHINYERE', 'Adáézè Chinyere Okafor'])(
		'"%s" is the holder: the money is sent',
		async (expectedName) => {
			expect(await checked(expectedName)).toMatchObject({ outcome: 'authorized' });
			expect(world.sandbox.transfers.list).toHaveLength(1);
		},
	);

	test('another holder: nothing is sent, and the difference is told', async () => {
		const item = await checked('Adaeze Okafor-Bello');
		const mismatch =
			'The account is held by "OKAFOR, ADAEZE CHINYERE", not by "Adaeze Okafor-Bello" (missing: BELLO; not expected: CHINYERE)';
		expect(item).toMatchObject({
			outcome: 'declined',
			authorized: false,
			statusName: null,
			accountName: 'OKAFOR, ADAEZE CHINYERE',
			message: 'Nothing was sent, because the name of the account holder is not confirmed.',
			details: `Nothing was sent. ${mismatch}`,
			mismatch,
		});
		expect(world.requestsTo(POST)).toEqual([]);
	});

	test.each(['reset', 'status', 'empty', 'brokenJson'] as const)(
		'no answer (%s): nothing is sent, and the item fails',
		async (kind) => {
			world.sandbox.fail({ on: 'name', kind });
			const error = await refusal({ checkName: true, expectedName: 'Adaeze', requestId: 'P-1' });
			expect(error.message).toContain('n8n could not look up the account holder');
			expect(error.message).toMatch(/^The money was not transferred: /);
			expect(world.requestsTo(POST)).toEqual([]);
		},
	);
});

describe('Transfer: Get Status and Wait for Outcome', () => {
	const ask = async (operation: string, transferReference: unknown, more: IDataObject = {}) =>
		await only(world, 'transfer', operation, { transferReference, ...more });
	const questions = () => world.sandbox.requests.filter(({ endpoint }) => endpoint === 'transferStatus');

	test.each(['transactionReference', 'reference'])('by its %s', async (field) => {
		const sent = await create({ accountNumber: ACCOUNTS.completesLater });
		expect(await ask('getStatus', sent[field])).toMatchObject({
			outcome: 'pending',
			reference: sent.reference,
			transactionReference: sent.transactionReference,
			amount: 10.5,
			accountName: 'BELLO MUSA',
		});
	});

	test('the status of nothing is an error', async () => {
		const error = await failure(world, 'transfer', 'getStatus', { transferReference: 'nobody' });
		expect(error.message).toBe('The service does not know a transfer with this reference.');
		// At each of the two paths that providers document.
		expect(questions()).toHaveLength(2);
	});

	test('what is pending is asked for again until it is final', async () => {
		const { transactionReference } = await create({ accountNumber: ACCOUNTS.completesLater });
		const complete = () => {
			if (questions().length < 2) return void setImmediate(complete);
			world.sandbox.setTransferStatus(String(transactionReference), 'COMPLETE');
		};
		complete();
		const item = await ask('waitForOutcome', transactionReference, { timeLimit: 60 });
		expect(item).toMatchObject({ outcome: 'authorized', authorized: true, timedOut: false });
		expect(questions()).toHaveLength(3);
	});
});
