import { optionalAddress, decimalForPeople } from '../../../gateway/values/responseFields';

test.each([
	['https://pages.example/3ds?a=1&amp;b=2&amp;c=3', 'https://pages.example/3ds?a=1&b=2&c=3'],
	['https://pages.example/3ds?a=1&b=2', 'https://pages.example/3ds?a=1&b=2'],
	[' https://pages.example/3\nds ', 'https://pages.example/3ds'],
	['javascript:alert(1)', null],
	['[hidden]', null],
	[['https://pages.example'], null],
])('the address %j is %j', (value, address) => {
	expect(optionalAddress(value)).toBe(address);
});

test.each([
	[0.1575, 0.1575],
	['0.1575', 0.1575],
	[0.30000000000000004, 0.3],
	[1.5700000524520874, 1.57000005245],
	['0,15', null],
	[null, null],
])('the fee %p is shown as %p', (value, shown) => {
	expect(decimalForPeople(value)).toBe(shown);
});
