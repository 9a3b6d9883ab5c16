// Rehearses a release on a clean clone of the last commit, with everything but the owner's account: `npm run rehearse`. The
// clone gets an example owner, because package.json may have none yet. Nothing leaves this computer.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { missing, missingOwner } = createRequire(import.meta.url)('./owner.js');

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'card-payment-release-'));
const clone = join(folder, 'clone');
const REPOSITORY = 'https://github.com/example/n8n-nodes-card-payment';

try {
	run(root, 'git', 'clone', '--quiet', '--no-hardlinks', root, clone);
	symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
	const version = step('version and changelog', () => {
		const { version } = readManifest();
		const notes = run(clone, 'npm', 'run', '--silent', 'release-notes', '--', version);
		if (run(clone, 'git', 'tag', '--list', version) !== '') throw new Error(`The tag ${version} exists already.`);
		return [version, `${version}, ${notes.split('\n').length} lines of notes`];
	});
	step('owner and provenance', () => {
		writeFileSync(join(clone, 'package.json'), JSON.stringify(withExampleOwner(readManifest()), null, '\t'));
		const problems = missingOwner(readManifest());
		if (problems.length > 0) throw new Error(problems.join(' '));
		const workflow = readFileSync(join(clone, '.github/workflows/publish.yml'), 'utf8');
		for (const needed of ['id-token: write', 'npm publish --provenance']) {
			if (!workflow.includes(needed)) throw new Error(`publish.yml lacks "${needed}".`);
		}
		return [undefined, 'repository, homepage and issues agree; publish.yml signs where the package was built'];
	});
	step('build', () => [undefined, run(clone, 'npm', 'run', '--silent', 'build') || 'dist/ is built']);
	step('scan', () => [undefined, run(clone, 'npm', 'run', '--silent', 'scan')]);
	const tarball = step('pack', () => {
		const [{ filename, size, entryCount }] = JSON.parse(
			run(clone, 'npm', 'pack', '--json', '--silent', '--pack-destination', folder),
		);
		return [join(folder, filename), `${filename}, ${entryCount} files, ${(size / 1000).toFixed(1)} kB`];
	});
	step('publish, without sending', () => {
		run(folder, 'npm', 'publish', tarball, '--dry-run', '--access', 'public');
		return [undefined, `npm would take version ${version}`];
	});
	step('refusal without an owner', () => {
		if (missing.length === 0) return [undefined, 'not needed: package.json has an owner'];
		run(clone, 'git', 'checkout', '--quiet', 'package.json');
		if (succeeds(clone, 'npm', 'publish', '--dry-run')) {
			throw new Error('npm publish was not refused.');
		}
		if (!readManifest().private) throw new Error('package.json is not private.');
		return [undefined, 'prepublishOnly refuses, and so does npm because of private'];
	});
	console.log(missing.length === 0 ? '\nready' : "\nready, but for the owner's account");
} catch (error) {
	console.error(`\nnot ready: ${error.stderr || error.stdout || error.message}`);
	process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true });
}

/** Does a step that returns a result and what to print of it. */
function step(name, perform) {
	const [result, seen] = perform();
	console.log(`${name}: ${seen.replaceAll('\n', '; ')}`);
	return result;
}

function readManifest() {
	return JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
}

function withExampleOwner(manifest) {
	return {
		...manifest,
		private: undefined,
		author: { name: 'Example', email: 'owner@example.com' },
		homepage: `${REPOSITORY}#readme`,
		bugs: { url: `${REPOSITORY}/issues` },
		repository: { type: 'git', url: `git+${REPOSITORY}.git` },
	};
}

function run(cwd, command, ...args) {
	const shell = process.platform === 'win32';
	return execFileSync(command, args, { cwd, shell, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function succeeds(...command) {
	try {
		run(...command);
		return true;
	} catch {
		return false;
	}
}
