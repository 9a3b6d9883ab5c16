import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const NAME = 'n8n-nodes-card-payment';

/** Packs this project as it would be published. Returns the tarball's path; its folder is temporary. */
export function pack(): string {
	const folder = mkdtempSync(join(tmpdir(), 'card-payment-'));
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, stdio: 'ignore' });
	return join(folder, readdirSync(folder)[0]!);
}

/** Returns the folder in which n8n looks for this package. */
export const pathOfPackage = (userFolder: string) => join(userFolder, '.n8n/nodes/node_modules', NAME);

/** Puts the packed package where n8n looks for community packages, in place of an earlier version. */
export function installPackage(userFolder: string, tarball: string): void {
	const target = pathOfPackage(userFolder);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
}

/** Packs this project and installs it for one n8n. Nothing of the tarball is left. */
export function packAndInstall(userFolder: string): void {
	const tarball = pack();
	installPackage(userFolder, tarball);
	rmSync(dirname(tarball), { recursive: true });
}
