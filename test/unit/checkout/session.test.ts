import { sealedIn } from '../../../checkout/session';

const read = (query: string) => sealedIn(new URLSearchParams(query));

test.each([
	'state=own',
	'payment=x&amp;state=own',
	'state=ok&state=own',
	'state=own&state=ok',
	'state=own?reference=x',
])('a sealed value is found, whatever a service does to a URL: %s', (query) => {
	expect(read(query)).toContain('own');
});

test.each(['', 'state=', 'other=own', `${'state=ok&'.repeat(9)}state=own`])(
	'where there is none, or only behind many others, none is found: %s',
	(query) => {
		expect(read(query)).not.toContain('own');
	},
);
