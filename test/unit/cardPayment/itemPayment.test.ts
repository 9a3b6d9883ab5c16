import { compareWithItem, paymentOf } from '../../../nodes/CardPayment/itemPayment';

/* Which payment an item is about. */

const ITEM = paymentOf({ transactionReference: 'SBX-1', reference: 'ORD-1-1', refund: true });

test.each([
	['SBX-1', 'same'],
	['ORD-1-1', 'same'],
	['ord-1-1', 'notKnown'],
	['ORD-11', 'notKnown'],
	['ORD-2', 'different'],
])('%s is compared with both of its references: %s', (reference, likeness) => {
	expect(compareWithItem(ITEM, [null, reference])).toBe(likeness);
});
