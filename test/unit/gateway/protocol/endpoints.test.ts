import * as fc from 'fast-check';
import {
	AUTHORIZE,
	BANKS,
	CHARGE,
	endpointUrl,
	NAME_ENQUIRY,
	TOKEN,
	TRANSFER,
	TRANSFER_STATUS,
	VERIFY,
} from '../../../../gateway/protocol/endpoints';
import { settingsWith } from '../examples';
import { always } from '../property';

describe('Endpoints (4)', () => {
	test.each([
		['4.1 Obtain access token', TOKEN, 'POST', '/uaa/api/auth', 'login'],
		['4.2 List banks', BANKS, 'GET', '/paas/bank/transfer/v1/banks', 'bearer'],
		['4.3 Charge a card', CHARGE, 'POST', '/transaction/charge', 'card'],
		['4.4 Authorize a card transaction', AUTHORIZE, 'POST', '/transaction/charge/authorize', 'card'],
		['4.5 Verify a transaction', VERIFY, 'GET', '/transaction/verify/{transactionReference}', 'privateKey'],
	])('%s', (_, endpoint, method, path, key) => {
		expect(endpoint).toMatchObject({ method, path, key });
	});

	test.each([
		['charge', CHARGE, true],
		['authorize', AUTHORIZE, true],
		['verify', VERIFY, false],
		['banks', BANKS, false],
		['token', TOKEN, false],
		['transfer', TRANSFER, true],
		['transfer status', TRANSFER_STATUS, false],
		['name enquiry', NAME_ENQUIRY, false],
	])('%s moves money, and so is never sent twice: %p', (_, endpoint, movesMoney) => {
		expect(endpoint.movesMoney).toBe(movesMoney);
	});

	test.each([
		['charge', CHARGE, [400, 403]],
		['authorize', AUTHORIZE, [400, 404]],
		['verify', VERIFY, [401, 403, 404]],
	])('every refusal of %s in section 7 has its own advice', (_, endpoint, statuses) => {
		for (const status of statuses) {
			expect(endpoint.errors[status]).toEqual({
				message: expect.stringMatching(/\w/),
				next: expect.stringMatching(/\.$/),
			});
		}
	});
});

describe('Address of an endpoint', () => {
	const settings = settingsWith({ transactionBase: 'https://cards.example/pay' });

	test.each([
		['token', TOKEN, 'https://service.example/api/uaa/api/auth'],
		['banks', BANKS, 'https://service.example/api/paas/bank/transfer/v1/banks'],
		['charge', CHARGE, 'https://cards.example/pay/transaction/charge'],
		['authorize', AUTHORIZE, 'https://cards.example/pay/transaction/charge/authorize'],
	])('%s: the card endpoints follow the transaction base, the others the base URL', (_, endpoint, url) => {
		expect(endpointUrl(endpoint, settings)).toBe(url);
	});

	const account = { bankCode: '011', accountNumber: '0123456789' };
	const asked = { reference: 'SBT-1', requestId: 'SBT-1' };

	test.each([
		['name enquiry', NAME_ENQUIRY, account, 'banks/code/011/accounts/account-number/0123456789/name'],
		['transfer', TRANSFER, {}, 'transfer-funds'],
		['transfer status', TRANSFER_STATUS, asked, 'transfer-funds/status/reference/SBT-1'],
	])('%s: as providers publish it', (_, endpoint, parameters, path) => {
		expect(endpoint.key).toBe('bearer');
		expect(endpointUrl(endpoint, settings, parameters)).toBe(
			`https://service.example/api/paas/bank/transfer/v1/${path}`,
		);
	});

	test.each([
		['nameEnquiryPath', NAME_ENQUIRY, account, '/holder/{accountNumber}/at/{bankCode}', '/holder/0123456789/at/011'],
		['transferPath', TRANSFER, {}, 'v2/pay', '/v2/pay'],
		['transferStatusPath', TRANSFER_STATUS, asked, '/v2/{requestId}', '/v2/SBT-1'],
		['transferStatusPath', TRANSFER_STATUS, asked, '', '/paas/bank/transfer/v1/transfer-funds/status/reference/SBT-1'],
	])('%s: as the credential has it', (setting, endpoint, parameters, path, written) => {
		expect(endpointUrl(endpoint, settingsWith({ [setting]: path }), parameters)).toBe(
			`https://service.example/api${written}`,
		);
	});

	test.each([
		['T-1', 'T-1'],
		['a/b', 'a%2Fb'],
		['a?b#c', 'a%3Fb%23c'],
		['../charge', '..%2Fcharge'],
		['50%', '50%25'],
		['$&', '%24%26'],
		['ü', '%C3%BC'],
	])('the reference %p is put into the path as %p', (transactionReference, written) => {
		expect(endpointUrl(VERIFY, settings, { transactionReference })).toBe(
			`https://cards.example/pay/transaction/verify/${written}`,
		);
	});

	test('a reference never changes the host or the path before it', () => {
		always(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (transactionReference) => {
				fc.pre(!/^\.{1,2}$/.test(transactionReference)); // checkReference refuses these
				const url = new URL(endpointUrl(VERIFY, settings, { transactionReference }));
				expect(url.origin).toBe('https://cards.example');
				expect(url.search + url.hash).toBe('');
				const [, before, reference] = /^(\/pay\/transaction\/verify\/)([^/]+)$/.exec(url.pathname)!;
				expect(before).toBe('/pay/transaction/verify/');
				expect(decodeURIComponent(reference!)).toBe(transactionReference);
			}),
		);
	});
});
