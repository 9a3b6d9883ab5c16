import { withWesternDigits } from '../../../checkout/pages/digits';

test.each([
	['٠١٢٣٤٥٦٧٨٩', '0123456789'],
	['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
	['０１２３４５６７８９', '0123456789'],
	['\u200f5060 99\u200e', '5060 99'],
	['ada+٧@shop.example', 'ada+7@shop.example'],
	['AB-12 é', 'AB-12 é'],
])('what was typed as %s is read as %s', (typed, read) => {
	expect(withWesternDigits(typed)).toBe(read);
});
