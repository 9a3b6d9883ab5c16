import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readAccount } from '../../gateway/calls/accountCall';
import { checkStatus, readData, type Answer } from '../../gateway/client/response';
import { buildAuthorize, readAuthorize } from '../../gateway/calls/authorizeCall';
import { checkAccount, readBankAccount } from '../../gateway/calls/bankAccountCall';
import { readBanks } from '../../gateway/calls/banksCall';
import { readCharge } from '../../gateway/calls/chargeAnswer';
import { buildCharge } from '../../gateway/calls/chargeCall';
import { ENDPOINTS } from '../../gateway/client/endpoints';
import { GatewayError, InputError, LostAnswerError, UnexpectedError } from '../../gateway/values/errors';
import { checkInput, readInput, text } from '../../gateway/values/input';
import { readAmount } from '../../gateway/values/money';
import { readHistory, readHistoryPage } from '../../gateway/calls/historyCall';
import { readHostedCheckout } from '../../gateway/calls/hostedCheckoutCall';
import { readRefundAnswer } from '../../gateway/calls/refundCall';
import { payment } from '../../gateway/payment';
import { readNotification } from '../../gateway/calls/notification';
import { readStatus, statusTable, transferStatuses } from '../../gateway/outcome';
import { Secrets } from '../../gateway/client/mask';
import { readSettings } from '../../gateway/client/settings';
import { readToken } from '../../gateway/client/token';
import { buildTransfer, readTransfer, readTransferAnswer, readTransferStatus } from '../../gateway/calls/transferCall';
import { readRecord, readVerify } from '../../gateway/calls/verifyCall';
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
		'perform' in operation ? [{ name: `${option.name}: ${String(name)}`, operation }] : [],
	),
);

/** A reader of what comes from outside, and what it is tried with. */
interface Reader {
	input: fc.Arbitrary<unknown>;
	read(input: never): unknown;
}

const secrets = new Secrets(CANARIES);
const settings = settingsWith();
const table = statusTable('');
const statuses = transferStatuses('');
const charge = buildCharge(CHARGE_INPUT, CHARGE_FORMAT);
const authorization = buildAuthorize({ transactionReference: 'SBX-1', otp: '123456', authorizationType: 'OTP' });
const account = { bankCode: '011', accountNumber: '0123456789' };
const transfer = buildTransfer(
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

const amounts = fc.tuple(anyValue, fc.constantFrom('major', 'minor'), fc.constantFrom('NGN', 'JPY', 'KWD', 'IDR'));

const READERS: Readonly<Record<string, Reader>> = {
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
	readAccount: { input: answer, read: (input: Answer) => readAccount(withoutSecrets(input)) },
	readAmount: {
		input: amounts,
		read: ([amount, unit, currency]: [unknown, 'major', string]) => readAmount({ amount, unit, currency }, 'unknown'),
	},
	readAuthorize: { input: data, read: (input: Record<string, unknown>) => readAuthorize(input, authorization, table) },
	readBankAccount: { input: data, read: (input: Record<string, unknown>) => readBankAccount(input, account) },
	readBanks: { input: answer, read: (input: Answer) => readBanks(withoutSecrets(input)) },
	readCharge: { input: data, read: (input: Record<string, unknown>) => readCharge(input, charge, table) },
	readData: {
		input: fc.tuple(endpoint, answer),
		read: ([to, from]: [typeof ENDPOINTS.charge, Answer]) => readData(to, withoutSecrets(from)),
	},
	readFields: { input: data, read: (input: Record<string, unknown>) => readFields(input, { status: statusCode }) },
	readHistoryPage: {
		input: fc.record({ content: fc.array(data), totalPages: anyValue, last: anyValue }, { requiredKeys: ['content'] }),
		read: (input: Record<string, unknown>) => readHistoryPage(input, settings),
	},
	readHostedCheckout: { input: data, read: (input: Record<string, unknown>) => readHostedCheckout(input, charge) },
	readRefundAnswer: {
		input: data,
		read: (input: Record<string, unknown>) => readRefundAnswer(input, payment({ outcome: 'authorized' }), 4, table),
	},
	readHistory: {
		input: fc.record({ content: fc.array(data), totalPages: anyValue, last: anyValue }, { requiredKeys: ['content'] }),
		read: (input: Record<string, unknown>) => readHistory(input, 'SBX-1', settings),
	},
	readInput: { input: anyValue, read: (input: unknown) => readInput(text, input).broken },
	readNotification: { input: fc.oneof(data, anyValue), read: readNotification },
	readRecord: { input: data, read: (input: Record<string, unknown>) => readRecord(input, settings) },
	readSettings: {
		input: fc.oneof(
			fc.record(
				{
					...Object.fromEntries(Object.keys(settings).map((name) => [name, anyValue])),
					providerDiffers: fc.oneof(fc.boolean(), anyValue),
				},
				{ requiredKeys: [] },
			),
			anyValue,
		),
		read: readSettings,
	},
	readStatus: { input: data, read: (input: Record<string, unknown>) => readStatus(input, table) },
	readToken: { input: fc.oneof(data, anyValue), read: (input: unknown) => readToken(input, settings, NOW) },
	readTransfer: { input: data, read: (input: Record<string, unknown>) => readTransfer(input, statuses) },
	readTransferAnswer: {
		input: data,
		read: (input: Record<string, unknown>) => readTransferAnswer(input, transfer, statuses),
	},
	readTransferStatus: {
		input: data,
		read: (input: Record<string, unknown>) => readTransferStatus(input, 'SBX-1', statuses),
	},
	readVerify: { input: data, read: (input: Record<string, unknown>) => readVerify(input, 'SBX-1', settings) },
	statusTable: { input: fc.oneof(fc.string(), fc.json()), read: statusTable },
};

/** What these read stays inside. What all others read is put out, without secrets. */
const NOT_SHOWN = /^(check\w+|read(Amount|MajorAmount|Settings|Token)|statusTable)$/;

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
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const names = files.flatMap((file) => Object.keys(require(join(gateway, file)) as object));
		const readers = names.filter((name) => /^(read|check)[A-Z]|^statusTable$/.test(name));
		expect(Object.keys(READERS).sort()).toEqual(readers.sort());
	});

	test.each(Object.entries(READERS))('%s', (name, reader) => {
		tryOut(reader.input, INPUTS / 2 / Object.keys(READERS).length, (given) => {
			const result = attempt(() => reader.read(given as never));
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
	});
});

function optionsOf({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}
