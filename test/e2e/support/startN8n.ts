import { Rest } from '../../../dev/playground/rest';
import freshBundle, { type JestRun } from '../../freshBundle';
import { OneProcess } from '../../system/support/oneProcess';

/** The parts that tests use of the n8n that Jest starts before them: its address; and the teardown, how to end it. */
interface Shared {
	stopN8n?: () => Promise<void>;
}

/** Starts one n8n for all test files, with the package as it would be published. */
export default async function startN8n(run: JestRun): Promise<void> {
	freshBundle(run);
	const n8n = await OneProcess.prepare('n8n', 5800);
	await n8n.start();
	await Rest.logIn(n8n.editor);
	process.env.E2E_N8N_URL = n8n.editor;
	process.env.E2E_N8N_FOLDER = n8n.folder;
	(globalThis as Shared).stopN8n = async () => await n8n.end();
}
