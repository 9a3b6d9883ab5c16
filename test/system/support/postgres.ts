import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../../dev/playground/ports';
import { INSTALL, Server, temporaryFolder, type Account } from './server';

const run = promisify(execFile);

const DEBIAN = '/usr/lib/postgresql';
const USER = 'n8n';
const DATABASE = 'postgres';

/** A private PostgreSQL: Debian's, on a port and in a folder of its own. */
export class Postgres {
	private constructor(
		private readonly server: Server,
		private readonly bin: string,
		readonly port: number,
	) {}

	static async start(): Promise<Postgres> {
		const bin = binaries();
		const account = unprivileged();
		const folder = temporaryFolder('postgres', account);
		const data = join(folder, 'data');
		await run(join(bin, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '--no-sync'], { cwd: folder, ...account });
		const port = await freePort(5440);
		const settings = {
			port,
			listen_addresses: '127.0.0.1',
			unix_socket_directories: '',
			// The data need not survive this test.
			fsync: 'off',
			max_connections: 200,
		};
		const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
		const isReady = async () =>
			await run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).then(
				() => true,
				() => false,
			);
		const server = await Server.start(folder, join(bin, 'postgres'), ['-D', data, ...args], isReady, account);
		return new Postgres(server, bin, port);
	}

	/** The settings by which n8n finds it. */
	get env(): Record<string, string> {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
		};
	}

	/** The rows that a query finds. */
	async query<T>(sql: string): Promise<T[]> {
		return JSON.parse(await this.run(asJson(sql))) as T[];
	}

	/** Runs a statement, and returns what `psql` prints. */
	async run(sql: string): Promise<string> {
		const { stdout } = await run(
			join(this.bin, 'psql'),
			['-h', '127.0.0.1', '-p', String(this.port), '-U', USER, '-d', DATABASE, '-At', '-c', sql],
			{ maxBuffer: 256 * 1024 * 1024 },
		);
		return stdout;
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}

function asJson(sql: string): string {
	return `SELECT coalesce(json_agg(row), '[]') FROM (${sql}) row`;
}

function binaries(): string {
	const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
	if (!newest) throw new Error(`PostgreSQL is missing. ${INSTALL}`);
	return join(DEBIAN, newest, 'bin');
}

/** PostgreSQL does not run as root; Debian's package has brought an account for it. */
function unprivileged(): Account {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
	return { uid: id('-u'), gid: id('-g') };
}
