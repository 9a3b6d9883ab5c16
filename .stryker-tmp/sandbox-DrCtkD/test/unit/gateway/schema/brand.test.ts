// @ts-nocheck
import { brandOf } from '../../../../gateway/schema/brand';

test.each([
	['5060990580000217499', 'Verve'],
	['5061460410120223210', 'Verve'],
	['6500020000000000', 'Verve'],
	['4012000033330026', 'Visa'],
	['5105105105105100', 'Mastercard'],
	['2223000000000023', 'Mastercard'],
	['2720999999999996', 'Mastercard'],
	['2721000000000000', null],
	['2220000000000000', null],
	['378282246310005', 'American Express'],
	['6011111111111117', 'Discover'],
	['3530111333300000', 'JCB'],
	['30569309025904', 'Diners Club'],
	['6240008631401148', 'UnionPay'],
	['9999999999999995', null],
	['', null],
])('%s is %s', (cardNumber, brand) => expect(brandOf(cardNumber)).toBe(brand));
