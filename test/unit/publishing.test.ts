import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';
import { missingOwner } from '../../scripts/owner';

const ROOT = join(__dirname, '../..');
const REPOSITORY = 'https://github.com/somebody/n8n-nodes-card-payment';

const owned = {
	private: false,
	author: { name: 'Somebody', email: 'somebody@company.example.com' },
	homepage: `${REPOSITORY}#readme`,
	bugs: { url: `${REPOSITORY}/issues` },
	repository: { type: 'git', url: `git+${REPOSITORY}.git` },
};

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the owner in package.json', () => {
	test('is complete with a repository on GitHub, the pages that belong to it, and an address', () => {
		expect(missingOwner(owned)).toEqual([]);
	});

	test.each([
		['no repository on GitHub', { repository: { url: 'git+https://card-payment.example/x.git' } }, 'repository.url'],
		['a homepage elsewhere', { homepage: 'https://elsewhere.example.com' }, 'homepage'],
		['issues elsewhere', { bugs: { url: 'https://elsewhere.example.com' } }, 'bugs.url'],
		['a placeholder as e-mail', { author: { name: 'A', email: 'a@b.example' } }, 'author'],
		['the mark that keeps npm from publishing it', { private: true }, 'private'],
	])('is not complete with %s', (_what, change, field) => {
		expect(missingOwner({ ...owned, ...change })).toEqual([expect.stringContaining(field)]);
	});

	test('keeps npm from publishing while it is missing', () => {
		const isMissing = missingOwner(manifest).length > 0;
		expect(Object.hasOwn(manifest, 'private')).toBe(isMissing);
		expect(manifest.scripts.prepublishOnly).toMatch(/^node scripts\/owner\.js && /);
		const { status, stderr } = spawnSync(process.execPath, ['scripts/owner.js'], { cwd: ROOT, encoding: 'utf8' });
		expect(status).toBe(isMissing ? 1 : 0);
		expect(stderr.includes('nothing is published')).toBe(isMissing);
	});

	test('is told by a private build as well, which does not fail, and by no other', () => {
		expect(manifest.scripts.pack).toMatch(/ && node scripts\/owner\.js --tell$/);
		const { status, stderr } = spawnSync(process.execPath, ['scripts/owner.js', '--tell'], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		expect([status, stderr.includes('nothing is published')]).toEqual([0, missingOwner(manifest).length > 0]);
		expect(read('gulpfile.js')).not.toContain('owner');
	});
});

describe('the editor’s links to documentation', () => {
	afterEach(() => {
		jest.dontMock('../../package.json');
		jest.resetModules();
	});

	/** The links of the credential and of each node, when package.json has a homepage. */
	async function linksWith(homepage: string): Promise<string[]> {
		jest.resetModules();
		jest.doMock('../../package.json', () => ({ ...manifest, homepage }));
		const { CardPaymentApi } = await import('../../credentials/CardPaymentApi.credentials');
		const { CardPayment } = await import('../../nodes/CardPayment/CardPayment.node');
		const { CardPaymentCheckoutTrigger } =
			await import('../../nodes/CardPaymentCheckoutTrigger/CardPaymentCheckoutTrigger.node');
		const { CardPaymentTrigger } = await import('../../nodes/CardPaymentTrigger/CardPaymentTrigger.node');
		const nodes = [new CardPayment(), new CardPaymentCheckoutTrigger(), new CardPaymentTrigger()];
		return [new CardPaymentApi().documentationUrl, ...nodes.map(({ description }) => description.documentationUrl!)];
	}

	test('lead to guides that exist, in the repository of package.json', async () => {
		const paths = (await linksWith(owned.homepage)).map((link) => link.replace(`${REPOSITORY}/blob/HEAD/`, ''));
		expect(paths).toHaveLength(4);
		for (const path of paths) expect(existsSync(join(ROOT, path))).toBe(true);
	});

	test('lead to n8n’s own page while there is no repository', async () => {
		const links = await linksWith('https://card-payment.example/n8n-nodes-card-payment#readme');
		expect(new Set(links)).toEqual(new Set(['https://docs.n8n.io/integrations/community-nodes/installation/']));
	});
});

// That they can be parsed is checked by `npm run lint`, because Prettier reads them.
describe('the workflows of GitHub', () => {
	const ci = read('.github/workflows/ci.yml');
	const publish = read('.github/workflows/publish.yml');
	const commandsOf = (workflow: string) => [...workflow.matchAll(/- run: (.+)$/gm)].map(([, command]) => command!);

	test('run the checks of .ci/run, and .ci/run itself', () => {
		const checks = [...read('.ci/run').matchAll(/^\s*(npm (?:test|run [a-z]+))/gm)].map(([, command]) => command!);
		expect(checks.length).toBeGreaterThan(5);
		expect(commandsOf(ci)).toEqual(expect.arrayContaining([...checks, '.ci/run']));
	});

	test('publish with provenance and without a token, and only there may a job ask npm for trust', () => {
		const [, npm, release] = publish.split(/^ {2}(?:publish|release):$/m);
		expect(npm).toMatch(/id-token: write/);
		expect(npm).toMatch(/npm publish --provenance --access public$/m);
		expect(release).toMatch(/contents: write/);
		expect(release).not.toMatch(/id-token/);
		expect(ci).not.toMatch(/id-token|: write/);
		expect(publish).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
	});
});
