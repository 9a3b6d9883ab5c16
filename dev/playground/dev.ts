/** `npm run dev`: the playground with all that there is to try, whose n8n reloads the package when a file of it is saved. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { startPlayground } from './playground';
import { pathOfPackage } from './tarball';

const ROOT = join(__dirname, '../..');

async function main(): Promise<void> {
	// With these two, n8n watches its packages, and sends new descriptions to open editors.
	const env = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };
	const { folder, canvas } = await startPlayground({ env, isVerbose: true });
	const watcher = spawn(process.execPath, [join(ROOT, 'node_modules/gulp/bin/gulp.js'), 'watch', '--silent'], {
		cwd: ROOT,
		env: { ...process.env, BUILD_OUTPUT: join(pathOfPackage(folder), 'dist') },
		stdio: 'inherit',
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => watcher.kill());
	openBrowser(canvas);
	console.log(
		'\nSave a file in checkout/, credentials/, gateway/ or nodes/, and n8n reloads the package. Types are checked by npm run typecheck.',
	);
}

/** Opens the browser of a person's desktop; without one, the addresses are on the console. */
function openBrowser(url: string): void {
	const { platform, env } = process;
	if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
	const command = platform === 'darwin' ? 'open' : platform === 'win32' ? 'explorer' : 'xdg-open';
	spawn(command, [url], { stdio: 'ignore', detached: true })
		.on('error', () => undefined)
		.unref();
}

main().catch((error: Error) => {
	console.error(error.message);
	// Otherwise this process would wait for what it has started, which stops only when it exits.
	process.exit(1);
});
