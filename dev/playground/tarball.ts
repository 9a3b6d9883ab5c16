import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const NAME = 'n8n-nodes-card-payment';

/** Packs this project as it would be published. Returns the tarball's path; its folder is temporary. */
export function pack(): string {
	const folder = mkdtempSync(join(tmpdir(), 'card-payment-'));
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, stdio: 'ignore' });
	return join(folder, readdirSync(folder)[0]!);
}

/** Where n8n looks for this package. */
export const installedPackage = (userFolder: string) => join(userFolder, '.n8n/nodes/node_modules', NAME);

/** Puts the packed package where n8n looks for community packages, in place of an earlier version. */
export function installPackage(userFolder: string, tarball: string): void {
	const target = installedPackage(userFolder);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
}
