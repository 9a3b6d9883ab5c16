import { saysRepeated } from '../../../../gateway/protocol/repeated';

test.each<[number | undefined, unknown]>([
	[208, {}],
	[200, { status: 208, message: 'Successful' }],
	[200, { data: { responseCode: '94' } }],
	[200, { data: { errorCode: 26 } }],
	[200, { data: { rc: 'R094' } }],
	[200, { data: { gatewayResponse: { code: '94' }, bankResponse: { code: '00' } } }],
	[200, { data: { bankResponse: { code: '94' } } }],
	[200, { data: { bank: { responseCode: '94' } } }],
	[200, { data: { transaction: { acquirer: { code: '94' } } } }],
	[200, { duplicate: true }],
	[200, { data: { isDuplicate: 'Y' } }],
	[200, { duplicate_transaction: 1 }],
	[200, { message: 'Duplicate transaction' }],
	[200, { code: 'DUPLICATE_REFERENCE' }],
	[200, { data: { responseMessage: 'Duplicate.' } }],
	[200, { message: 'Transaction already processed' }],
	[200, { msg: 'This order has been already paid' }],
	[200, { data: { errorMessage: 'Already processed' } }],
	[200, { message: 'The reference is a duplicate' }],
	[undefined, { message: 'The request ID already exists' }],
	[200, { message: 'Transaction has already been processed' }],
	[200, { message: 'Reference has already been used' }],
	[200, { message: 'Order has already been paid' }],
	[200, { message: 'A payment with this reference has already been processed' }],
	[200, { message: 'Payment already made' }],
	[200, { message: 'Transaction already successful' }],
	[200, { message: 'The request ID is already in use' }],
])('%p %j says that it was done before', (httpStatus, body) => {
	expect(saysRepeated(httpStatus, body)).toBe('yes');
});

test.each([
	{ message: 'Duplicate merchant reference' },
	{ message: 'Reference ORDER-1 already exists' },
	{ message: 'Transaction previously processed' },
	{ message: 'Existing transaction returned' },
	{ description: 'Duplicate transaction' },
	{ message: 'Approved. No duplicate transaction found' },
	{ message: 'Payment successful. Do not refresh, to avoid a duplicate payment.' },
	{ message: 'Not a duplicate transaction' },
	{ message: 'A duplicate transaction check was passed' },
	{ message: 'Approved. A duplicate of this receipt was sent by e-mail' },
	{ message: 'This card is already saved', cardDetails: { message: 'Already tokenized' } },
	{ message: 'This payment has previously been authenticated with 3-D Secure' },
	{ message: 'Order 7 already exported' },
	{ enrollmentStatus: 'ALREADY_ENROLLED' },
	{ duplicateCheck: 'No duplicate found' },
	{ remark: 'Refund of duplicate payment', remarks: 'Order already paid' },
	{ destinationName: 'DUPLICATE TRANSACTION LTD' },
])('%j may say so', (body) => {
	expect(saysRepeated(200, body)).toBe('perhaps');
	expect(saysRepeated(200, { status: 200, message: 'Successful', data: body })).toBe('perhaps');
});

test.each([
	{ status: 200, message: 'Successful' },
	{ data: { status: 2, responseCode: '00', errorCode: '' } },
	{ bankCode: '000026', countryCode: 94, customer: { address: { stateProvinceCode: '94' } }, zipCode: '00094' },
	{ customer: { phone: { code: '94' }, country: { name: 'Sri Lanka', code: 94 } }, bank: { code: '026' } },
	{ bankDetails: { code: '094' }, address: { province: { code: '26' } }, phone_number: { code: '94' } },
	{ terminalCode: '26', branchCode: '026', authCode: '000094', approvalCode: 'A00026', statusCode: 26 },
	{ message: 'Keep this reference, it can be used to track your payment' },
	{ message: 'The request ID can be used to query the status' },
	{ duplicateCheckPassed: true, duplicate: false, isDuplicate: 'N', narration: 'Duplicate payment' },
])('%j does not', (body) => {
	expect(saysRepeated(200, body)).toBe('no');
	expect(saysRepeated(200, { status: 200, message: 'Successful', data: body })).toBe('no');
});
