import { saysRepeated } from '../../../../gateway/protocol/repeated';

test.each<[number | undefined, unknown]>([
	[208, {}],
	[200, { status: 208, message: 'Successful' }],
	[200, { data: { responseCode: '94' } }],
	[200, { data: { errorCode: 26 } }],
	[200, { data: { rc: 'R094' } }],
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
])('%p %j says that it was done before', (httpStatus, body) => {
	expect(saysRepeated(httpStatus, body)).toBe(true);
});

test.each([
	{ status: 200, message: 'Successful' },
	{ data: { status: 2, responseCode: '00', errorCode: '' } },
	{ bankCode: '000026', countryCode: 94, customer: { address: { stateProvinceCode: '94' } }, zipCode: '00094' },
	{ terminalCode: '26', branchCode: '026', authCode: '000094', approvalCode: 'A00026', statusCode: 26 },
	{ message: 'Approved. No duplicate transaction found' },
	{ message: 'Approved. A duplicate of this receipt was sent by e-mail' },
	{ message: 'Keep this reference, it can be used to track your payment' },
	{ message: 'Your reference can be used for enquiries' },
	{ message: 'The request ID can be used to query the status' },
	{ message: 'This card is already saved', cardDetails: { message: 'Already tokenized' } },
	{ message: 'This payment has previously been authenticated with 3-D Secure' },
	{ message: 'Approved. This customer has already been verified' },
	{ message: 'Order 7 already exported' },
	{ enrollmentStatus: 'ALREADY_ENROLLED', tokenStatus: 'ALREADY_EXISTS' },
	{ duplicateCheckPassed: true, duplicateCheck: 'No duplicate found', duplicate: false, isDuplicate: 'N' },
	{ remark: 'Refund of duplicate payment', remarks: 'Order already paid', paymentDetails: 'Duplicate payment' },
	{ destinationName: 'DUPLICATE TRANSACTION LTD', reference: 'duplicate-request', narration: 'Duplicate payment' },
])('%j does not', (body) => {
	expect(saysRepeated(200, body)).toBe(false);
	expect(saysRepeated(200, { status: 200, message: 'Successful', data: body })).toBe(false);
});
