import * as fc from 'fast-check';

import { endpointUrl } from '../../../gateway/client/request';
import type { Key } from '../../../gateway/client/endpoint';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { settingsWith } from '../gateway/examples';
import { always } from '../gateway/property';

describe('Endpoints (4)', () => {
	// From the specification (4), and for bank transfers from what providers publish. A new endpoint has to be decided here
	// as well: TypeScript asks for it.
	const expected = {
		token: ['POST', '/uaa/api/auth', 'login', false],
		banks: ['GET', '/paas/bank/transfer/v1/banks', 'bearer', false],
		charge: ['POST', '/transaction/charge', 'card', true],
		authorize: ['POST', '/transaction/charge/authorize', 'card', true],
		verify: ['GET', '/transaction/verify/{transactionReference}', 'privateKey', false],
		history: ['GET', '/transaction/history', 'privateKey', false],
		refund: ['PUT', '/transaction/refund/{transactionReference}', 'refund', true],
		hostedCheckout: ['POST', '/transaction/initialize', 'publicKey', true],
		nameEnquiry: [
			'GET',
			'/paas/bank/transfer/v1/banks/code/{bankCode}/accounts/account-number/{accountNumber}/name',
			'bearer',
			false,
		],
		transfer: ['POST', '/paas/bank/transfer/v1/transfer-funds', 'bearer', true],
		transferStatus: ['GET', '/paas/bank/transfer/v1/transfer-funds/status/reference/{reference}', 'bearer', false],
		bankPayment: ['POST', '/business/account/v2/virtual-account/requests', 'bearer', true],
		bankPaymentStatus: ['GET', '/business/account/v2/virtual-account/payment-status', 'bearer', false],
		balance: ['GET', '/business/account/v2/balance', 'bearer', false],
		transferByRequestId: ['GET', '/paas/bank/transfer/v1/transfer-status/reference/{requestId}', 'bearer', false],
	} satisfies Record<keyof typeof ENDPOINTS, [method: string, path: string, key: Key, movesMoney: boolean]>;

	test.each(Object.entries(ENDPOINTS))('%s', (name, { method, path, key, movesMoney }) => {
		expect([method, path, key, movesMoney]).toEqual(expected[name as keyof typeof expected]);
	});

	// The specification has an envelope and the Transaction Base for card calls alone (1, 4).
	test.each(Object.entries(ENDPOINTS))(
		'%s is below the address that its path says, and answers in its form',
		(...row) => {
			const [, { path, below, record, errors }] = row;
			const isCard = path.startsWith('/transaction/');
			expect([below, errors]).toEqual(isCard ? ['transactionBase', 'card'] : ['baseUrl', 'transfer']);
			const hasOwnStatus = /\/(transfer-(funds|status)|virtual-account)/.test(path);
			expect(record).toBe(isCard ? 'inEnvelope' : hasOwnStatus ? 'withOwnStatus' : 'anywhere');
		},
	);
});

describe('Address of an endpoint', () => {
	const settings = settingsWith({ transactionBase: 'https://cards.example/pay' });

	const account = { bankCode: '011', accountNumber: '0123456789' };
	const asked = { reference: 'SBT-1', requestId: 'SBT-1' };

	test.each([
		[
			'nameEnquiryPath',
			ENDPOINTS.nameEnquiry,
			account,
			'/holder/{accountNumber}/at/{bankCode}',
			'/holder/0123456789/at/011',
		],
		['transferPath', ENDPOINTS.transfer, {}, 'v2/pay', '/v2/pay'],
		['transferStatusPath', ENDPOINTS.transferStatus, asked, '/v2/{requestId}', '/v2/SBT-1'],
		[
			'transferStatusPath',
			ENDPOINTS.transferStatus,
			asked,
			'',
			'/paas/bank/transfer/v1/transfer-funds/status/reference/SBT-1',
		],
	])('%s: as the credential has it', (setting, endpoint, parameters, path, written) => {
		expect(endpointUrl(endpoint, settingsWith({ [setting]: path }), parameters)).toBe(
			`https://service.example/api${written}`,
		);
	});

	test('a reference never changes the host or the path before it', () => {
		always(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (transactionReference) => {
				fc.pre(!/^\.{1,2}$/.test(transactionReference)); // checkReference refuses these
				const url = new URL(endpointUrl(ENDPOINTS.verify, settings, { transactionReference }));
				expect(url.origin).toBe('https://cards.example');
				expect(url.search + url.hash).toBe('');
				const [, before, reference] = /^(\/pay\/transaction\/verify\/)([^/]+)$/.exec(url.pathname)!;
				expect(before).toBe('/pay/transaction/verify/');
				expect(decodeURIComponent(reference!)).toBe(transactionReference);
			}),
		);
	});
});
