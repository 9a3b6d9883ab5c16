import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readAccount } from '../../gateway/calls/account';
import { balance } from '../../gateway/calls/balance';
import { bankPayment, buildBankPayment, readBankPaymentAnswer } from '../../gateway/calls/bankPayment';
import { bankPaymentStatus, findBankPayments, readBankPaymentRecord } from '../../gateway/calls/bankPaymentStatus';
import { checkStatus, readData, type Answer } from '../../gateway/client/response';
import { authorize, buildAuthorize, readAuthorizeAnswer } from '../../gateway/calls/authorize';
import { checkAccount, fetchBankAccount, readBankAccount } from '../../gateway/calls/nameEnquiry';
import { fetchBanks, listBanks } from '../../gateway/calls/banks';
import { buildCharge, charge, readChargeAnswer } from '../../gateway/calls/charge';
import { ENDPOINTS } from '../../gateway/client/endpoints';
import { GatewayError, InputError, LostAnswerError, UnexpectedError } from '../../gateway/values/errors';
import { checkInput, readInput, text, isObject } from '../../gateway/values/input';
import { readAmount, readMoney } from '../../gateway/values/money';
import { findPayments } from '../../gateway/calls/findPayments';
import { readExpectedPayment } from '../../gateway/calls/expectedPayment';
import { history, listPayments, readRow } from '../../gateway/calls/history';
import { listRecentPayments } from '../../gateway/calls/recentPayments';
import { hostedCheckout, readHostedCheckoutAnswer } from '../../gateway/calls/hostedCheckout';
import { refund } from '../../gateway/calls/refund';
import { readRefundAnswer } from '../../gateway/calls/refundAnswer';
import { payment } from '../../gateway/payment';
import { readNotification } from '../../gateway/calls/notification';
import { readBankPaymentStatuses, readStatus, readStatusTable, readTransferStatuses } from '../../gateway/outcome';
import { Secrets } from '../../gateway/client/mask';
import { readServiceMessage } from '../../gateway/client/serviceMessage';
import { readSettings, readSettingsOnce } from '../../gateway/client/settings';
import { readShopWebsite } from '../../gateway/client/shopWebsite';
import { fetchToken, readToken } from '../../gateway/client/token';
import { buildTransfer, readTransferAnswer, transfer } from '../../gateway/calls/transfer';
import { findTransfers, readTransfer } from '../../gateway/calls/transferStatus';
import { readRecord, verify } from '../../gateway/calls/verify';
import { listPages, readPage } from '../../gateway/sending/pages';
import type { Service } from '../../gateway/sending/service';
import { readAttempt } from '../../gateway/values/attempt';
import { readMoment, readSpan } from '../../gateway/values/dates';
import { checkReference } from '../../gateway/values/reference';
import { readFields, statusCode } from '../../gateway/values/responseFields';
import { resources } from '../../nodes/CardPayment/resources';
import { Parameters } from '../../nodes/shared/execution/parameters';
import { anyParameters, anyValue, CANARIES, LONG_CANARIES, PAN } from './badInput';
import { allWordsOf, attempt, CHARGE_FORMAT, CHARGE_INPUT, NOW, settingsWith } from './gateway/examples';
import { anyAnswer } from './gateway/property';

/** Another seed brings other inputs. */
const SEED = Number(process.env.INPUT_SEED ?? 20_261_121);
const INPUTS = 20_000;
jest.setTimeout(120_000);

const operations = resources.flatMap(({ option, operations: ofResource }) =>
	[...ofResource].flatMap(([name, operation]) =>
		operation.kind === 'once' ? [] : [{ name: `${option.name}: ${String(name)}`, operation }],
	),
);

/** A reader of what comes from outside, and what it is tried with. */
interface Reader {
	input: fc.Arbitrary<unknown>;
	read(input: never): unknown;
}

const secrets = new Secrets(CANARIES);
const settings = settingsWith();
const table = readStatusTable('');
const statuses = readTransferStatuses('');
const charged = buildCharge(CHARGE_INPUT, CHARGE_FORMAT);
const authorization = buildAuthorize({ transactionReference: 'SBX-1', otp: '123456' });
const refunded = { reference: 'SBX-1', secrets: [], paid: payment({ outcome: 'authorized' }), amount: 4 };
const bankPaid = buildBankPayment({ amount: '10.50', requestId: 'INV-1' }, settings);
const account = { bankCode: '011', accountNumber: '0123456789' };
const transferred = buildTransfer(
	{ ...account, amount: '10.50', amountUnit: 'major', currency: 'NGN', narration: 'Rent', requestId: 'P-1' },
	settings,
);

const FIELDS = [
	...['status', 'statusCode', 'authorizationType', 'reference', 'transactionReference', 'merchantRef', 'acsUrl'],
	...['authorizationUrl', 'accessCode', 'date', 'errorMessage', 'otpMessage', 'grossAmount', 'requestedAmount'],
	...['currencyCode', 'transactionDate', 'callbackUrl', 'message', 'error', 'errors', 'data', 'user', 'properties'],
	...['firstName', 'roles', 'content', 'name', 'code', 'accessToken', 'refreshToken', 'number', 'totalPages', 'last'],
	...['customerId', 'merchant', PAN, 'bank', 'accountNumber', 'requestId', 'destination', 'destinationName'],
	...['responseCode', 'responseMessage', 'amount'],
];
const flat = fc.record(Object.fromEntries(FIELDS.map((field) => [field, anyValue])), { requiredKeys: [] });
const data = fc.oneof(
	flat,
	fc.tuple(fc.constantFrom(...FIELDS), flat).map(([name, inner]) => ({ [name]: inner })),
);
const answer = anyAnswer(fc.oneof({ weight: 4, arbitrary: data }, anyValue)) as fc.Arbitrary<Answer>;
const endpoint = fc.constantFrom(...Object.values(ENDPOINTS));

/** As it comes to the readers that take references out of it: they are shown. */
const withoutSecrets = ({ httpStatus, body }: Answer) => ({ httpStatus, body: secrets.inAnswer(body) });

/** A service that gives these answers, and then the last one again. */
function serviceWith(answers: readonly Answer[]): Service {
	let next = 0;
	return {
		settings,
		send: async () => withoutSecrets(answers[Math.min(next++, answers.length - 1)]!),
		pause: async () => undefined,
	};
}

type Data = Record<string, unknown>;

const ASKED = { reference: 'SBX-1', by: 'either' } as const;

const pages = fc.array(answer, { minLength: 1, maxLength: 3 });
const page = fc.record(
	{ content: fc.array(data), totalPages: anyValue, last: anyValue },
	{ requiredKeys: ['content'] },
);

const amounts = fc.tuple(anyValue, fc.constantFrom('major', 'minor'), fc.constantFrom('NGN', 'JPY', 'KWD', 'IDR'));

/** The settings of a credential as n8n has stored them. */
const stored = fc.oneof(
	fc.record(
		{
			...Object.fromEntries(Object.keys(settings).map((name) => [name, anyValue])),
			providerDiffers: fc.oneof(fc.boolean(), anyValue),
		},
		{ requiredKeys: [] },
	),
	anyValue,
);

/** The words for statuses, as they are entered. */
const statusWords = fc.oneof(fc.string(), fc.json());

const READERS: Readonly<Record<string, Reader>> = {
	'authorize.read': { input: data, read: (input: Data) => authorize.read(input, authorization, settings) },
	'balance.read': { input: data, read: (input: Data) => balance.read(input, undefined, settings) },
	'bankPayment.read': { input: data, read: (input: Data) => bankPayment.read(input, bankPaid, settings) },
	'bankPaymentStatus.read': {
		input: data,
		read: (input: Data) => bankPaymentStatus.read(secrets.inAnswer(input) as Data, ASKED, settings),
	},
	'charge.read': { input: data, read: (input: Data) => charge.read(input, charged, settings) },
	checkAccount: {
		input: fc.record({ bankCode: anyValue, accountNumber: anyValue }),
		read: (input: unknown) => checkAccount(input, settings),
	},
	checkInput: { input: anyValue, read: (input: unknown) => checkInput(text, input, { '': 'Text' }) },
	checkReference: { input: anyValue, read: (input: unknown) => checkReference(input, 'Reference') },
	checkStatus: {
		input: fc.tuple(endpoint, answer),
		read: ([to, from]: [typeof ENDPOINTS.charge, Answer]) => checkStatus(to, withoutSecrets(from)),
	},
	fetchBankAccount: {
		input: pages,
		read: async (input: Answer[]) => await fetchBankAccount(serviceWith(input), account),
	},
	fetchBanks: { input: pages, read: async (input: Answer[]) => await fetchBanks(serviceWith(input), {}) },
	fetchToken: {
		input: answer,
		read: async (input: Answer) =>
			await fetchToken({ endpoint: ENDPOINTS.token, url: 'https://service.example' }, settings, async () =>
				withoutSecrets(input),
			),
	},
	'findBankPayments.own': {
		input: pages,
		read: async (input: Answer[]) => await findBankPayments.own(serviceWith(input), ASKED),
	},
	'findPayments.own': {
		input: pages,
		read: async (input: Answer[]) => await findPayments.own(serviceWith(input), ASKED),
	},
	'findTransfers.own': {
		input: pages,
		read: async (input: Answer[]) => await findTransfers.own(serviceWith(input), ASKED),
	},
	'history.read': { input: page, read: (input: Data) => history.read(input, 'SBX-1', settings) },
	'hostedCheckout.read': { input: data, read: (input: Data) => hostedCheckout.read(input, charged, settings) },
	listBanks: { input: pages, read: async (input: Answer[]) => await listBanks(serviceWith(input)) },
	listPages: {
		input: fc.array(page, { minLength: 1, maxLength: 3 }),
		read: async (input: Data[]) =>
			await listPages({
				fetch: async (index) => readPage(ENDPOINTS.history, input[Math.min(index, input.length - 1)]!),
				itemsOf: (row) => [row],
				limit: 9,
				otherPage: { list: 'the list', advice: (asked, answered) => `${asked}, ${answered}` },
			}),
	},
	listPayments: {
		input: pages,
		read: async (input: Answer[]) =>
			await listPayments(serviceWith(input), { from: 0, until: 1, status: undefined, reference: undefined }, 9),
	},
	listRecentPayments: {
		input: pages,
		read: async (input: Answer[]) =>
			await listRecentPayments(serviceWith(input), { text: '', displayTextOf: ({ reference }) => reference ?? '' }),
	},
	readAccount: { input: answer, read: (input: Answer) => readAccount(withoutSecrets(input)) },
	readAmount: {
		input: amounts,
		read: ([amount, unit, currency]: [unknown, 'major', string]) => readAmount({ amount, unit, currency }, 'unknown'),
	},
	readAttempt: { input: fc.string(), read: readAttempt },
	readAuthorizeAnswer: { input: data, read: (input: Data) => readAuthorizeAnswer(input, authorization, settings) },
	readBankPaymentAnswer: { input: data, read: (input: Data) => readBankPaymentAnswer(input, bankPaid, settings) },
	readBankPaymentStatuses: { input: statusWords, read: readBankPaymentStatuses },
	readBankPaymentRecord: { input: data, read: (input: Data) => readBankPaymentRecord(input, settings) },
	readBankAccount: { input: data, read: (input: Data) => readBankAccount(input, account) },
	readChargeAnswer: { input: data, read: (input: Data) => readChargeAnswer(input, charged, settings) },
	readData: {
		input: fc.tuple(endpoint, answer),
		read: ([to, from]: [typeof ENDPOINTS.charge, Answer]) => readData(to, withoutSecrets(from)),
	},
	readExpectedPayment: { input: anyValue, read: (input: unknown) => readExpectedPayment(input, 'SBX-1', settings) },
	readFields: { input: data, read: (input: Data) => readFields(input, { status: statusCode }) },
	readHostedCheckoutAnswer: { input: data, read: (input: Data) => readHostedCheckoutAnswer(input, charged) },
	readInput: { input: anyValue, read: (input: unknown) => readInput(text, input).brokenRules },
	readMoment: { input: fc.string(), read: readMoment },
	readMoney: {
		input: fc.record({ amount: anyValue, currency: anyValue }, { requiredKeys: [] }),
		read: (input: Data) => readMoney(input, 'major', 'unknown'),
	},
	readNotification: { input: fc.oneof(data, anyValue), read: readNotification },
	readPage: {
		input: fc.tuple(endpoint, fc.oneof(page, data)),
		read: ([to, from]: [typeof ENDPOINTS.charge, Data]) => readPage(to, secrets.inAnswer(from) as Data),
	},
	readRecord: { input: data, read: (input: Data) => readRecord(input, settings) },
	readRefundAnswer: {
		input: data,
		read: (input: Data) =>
			readRefundAnswer(input, { paid: payment({ outcome: 'authorized' }), amount: 4, before: 0 }, settings),
	},
	readRow: { input: data, read: (input: Data) => readRow(input, settings) },
	readServiceMessage: { input: anyValue, read: (input: unknown) => readServiceMessage(secrets.inAnswer(input)) },
	readSettings: { input: stored, read: readSettings },
	readSettingsOnce: { input: stored.map(Object.freeze), read: readSettingsOnce },
	readShopWebsite: { input: fc.string(), read: (shopWebsite: string) => readShopWebsite({ shopWebsite }) },
	readSpan: { input: anyValue, read: (input: unknown) => readSpan(input, 'Africa/Lagos') },
	readStatus: { input: data, read: (input: Data) => readStatus(input, table) },
	readStatusTable: { input: statusWords, read: readStatusTable },
	readToken: { input: fc.oneof(data, anyValue), read: (input: unknown) => readToken(input, settings, NOW) },
	readTransfer: { input: data, read: (input: Data) => readTransfer(input, statuses) },
	readTransferStatuses: { input: statusWords, read: readTransferStatuses },
	readTransferAnswer: {
		input: data,
		read: (input: Data) => readTransferAnswer(input, transferred, settings),
	},
	'refund.read': { input: data, read: (input: Data) => refund.read(input, refunded, settings) },
	'transfer.read': { input: data, read: (input: Data) => transfer.read(input, transferred, settings) },
	'verify.read': {
		input: data,
		read: (input: Data) => verify.read(secrets.inAnswer(input) as Data, ASKED, settings),
	},
};

/** The readers whose results stay inside. The results of all others are returned, without secrets. */
const NOT_SHOWN = /^(check\w+|read(Amount|Money|Settings|SettingsOnce|StatusTable|Token)|fetchToken)$/;

/** Tries so many inputs, the same in every run. */
function tryOut<T>(input: fc.Arbitrary<T>, numRuns: number, check: (input: T) => void): void {
	fc.assert(fc.property(input, check), { seed: SEED, numRuns: Math.ceil(numRuns) });
}

function expectNone(canaries: readonly string[], words: string): void {
	// A short one is hidden where it stands alone.
	const isThere = (canary: string) => new RegExp(`(?<![\\p{L}\\p{N}])${canary}(?![\\p{L}\\p{N}])`, 'u').test(words);
	for (const canary of canaries)
		if (canary.length < 9 ? isThere(canary) : words.includes(canary))
			throw new Error(`${canary} is repeated: ${words}`);
}

function wordsOf(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}

/** An operation's parameters, as n8n gives them. */
function parametersOf(given: Record<string, unknown>, fields: INodeProperties[]): Parameters {
	const context = {
		getNodeParameter(path: string, _: number, fallback: unknown) {
			const names = path.split('.');
			const value = names.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], given);
			if (value !== undefined) return value;
			if (fallback !== undefined) return fallback;
			throw new Error(`Could not get parameter "${path}"`);
		},
		getInputData: () => [{ json: given }],
		getMode: () => 'trigger',
		getTimezone: () => 'Africa/Lagos',
		getNode: () => ({ type: 'cardPayment' }),
		getWorkflowDataProxy: () => ({ $execution: { resumeUrl: 'https://n8n.example/webhook-waiting/7?signature=x' } }),
	};
	return new Parameters(context as unknown as IExecuteFunctions, 0, fields);
}

describe('whatever the parameters are, they are taken, or refused by the names of fields', () => {
	test.each(operations)('$name', ({ operation }) => {
		const { fields } = operation;
		const all = fields.flatMap((property) => [property, ...optionsOf(property)]);
		const known = new Set(all.map(({ displayName }) => displayName));
		let taken = 0;
		tryOut(anyParameters(fields), INPUTS / 2 / operations.length, (given) => {
			const result = attempt(() => operation.prepare(parametersOf(given, fields), settings));
			if (!(result instanceof GatewayError)) return void taken++;
			expectNone(CANARIES, allWordsOf(result));
			expect(result).not.toBeInstanceOf(UnexpectedError);
			expect(result).toBeInstanceOf(InputError);
			const { problems } = result as InputError;
			// A field of the editor that the gateway does not know would have every item refused.
			expect(problems.filter(({ rule }) => rule.includes('does not know'))).toEqual([]);
			const named = problems.map(({ field }) => field.split(' > ')[0]!);
			expect(named.filter((field) => !known.has(field))).toEqual([]);
			expect(named).not.toEqual([]);
		});
		expect(taken).toBeGreaterThan(0);
	});
});

describe('whatever comes from outside, it is read, or refused without repeating it', () => {
	test('every reader of gateway/ is here', () => {
		const gateway = join(__dirname, '../../gateway');
		const all = readdirSync(gateway, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
		// Its checks send requests. Their own test gives them answers of every kind.
		const files = all.filter((file) => !file.startsWith('setup'));
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- it is found by its name
		const exported = files.flatMap((file) => Object.entries(require(join(gateway, file)) as Record<string, unknown>));
		const readers = exported.flatMap(([name, value]) => {
			// A call reads its answer, and a way to find a record that of its call.
			if (isObject(value) && 'endpoint' in value) return [`${name}.read`];
			if (isObject(value) && 'own' in value) return [`${name}.own`];
			return /^(read|check|fetch|list)[A-Z]/.test(name) ? [name] : [];
		});
		expect(Object.keys(READERS).sort()).toEqual(readers.sort());
	});

	test.each(Object.entries(READERS))('%s', async (name, reader) => {
		const numRuns = Math.ceil(INPUTS / 2 / Object.keys(READERS).length);
		const isTaken = fc.asyncProperty(reader.input, async (given) => {
			const result = await resultOf(() => reader.read(given as never));
			if (result instanceof GatewayError) {
				expect(result).not.toBeInstanceOf(UnexpectedError);
				const words = allWordsOf(result);
				const reference = result instanceof LostAnswerError ? JSON.stringify(result.transactionReference) : undefined;
				// The reference in an answer is an identifier, which is looked up as it is.
				expectNone(CANARIES, words.replace(`"transactionReference":${reference}`, ''));
				expectNone(LONG_CANARIES, words);
			} else if (!NOT_SHOWN.test(name)) {
				expectNone(LONG_CANARIES, wordsOf(secrets.inAnswer(result)));
			}
		});
		await fc.assert(isTaken, { seed: SEED, numRuns });
	});
});

/** Returns a reader's result, or the GatewayError that it throws or tells. */
async function resultOf(read: () => unknown): Promise<unknown> {
	try {
		const result = await read();
		const isFailure = isObject(result) && result.failure instanceof GatewayError;
		return isFailure ? result.failure : result;
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

function optionsOf({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}
